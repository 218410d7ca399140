// The end of the game, item by item, a column for each player.
import type { BoardProps } from "../../frame/game";
import { n, t } from "../../frame/texts";
import { total } from "../../frame/values";
import { Account } from "./account";
import { KingEmblem, TypeIcon } from "./sprite";
import { colourOf, lieOf, sentTypes, stateOf, type Card } from "./state";
import { cardName, kingName, signed } from "./words";
import "./result.css";

export function Result({ view, store }: BoardProps) {
  const state = stateOf(view);
  const places = view.result ?? [];
  const seats = places.map((_, seat) => seat).sort((a, b) => places[a]! - places[b]!);
  const cards = (seat: number, keep: (card: Card) => boolean) => (state.camp[seat] ?? []).filter(keep);
  const of = (seat: number, colour: string) => cards(seat, (card) => colourOf(card) === colour);
  const each = (count: number, points: number) => (count > 0 ? `${count} × ${points / count}`.replace("-", "−") : "");
  /** What a row is counted from, in a few signs. */
  const from: ((seat: number, points: number) => preact.ComponentChildren)[] = [
    () => "",
    (seat) => {
      const all = of(seat, "green");
      const full = all.filter((card) => lieOf(state, card) === "full").length;
      return all.length > 0 ? t("{full} full, {rest} not", { full, rest: all.length - full }) : "";
    },
    (seat, points) => each(of(seat, "yellow").filter((card) => state.met.includes(card)).length, points),
    (seat, points) => each(of(seat, "black").filter((card) => state.fled.includes(card)).length, points),
    (seat, points) => each(state.sent_size[seat] ?? 0, points),
    (seat, points) => {
      const types = sentTypes(state, seat) ?? [];
      return (
        <>
          {points > 0 && <span>{types.length === points ? n("{count} type", "{count} types", points) : n("{count} of one type", "{count} of one type", points)}</span>}{" "}
          {types.map(({ type, count }) => (
            <span key={type} class="inline hn-count">
              <TypeIcon type={type} />
              {count}
            </span>
          ))}
        </>
      );
    },
  ];
  return (
    <Account
      class="result hn-result"
      seats={seats}
      caption={treasures(view, seats)}
      head={(seat) => (
        <th key={seat} scope="col" data-own={seat === view.viewer}>
          <KingEmblem seat={seat} />
          <span>
            {places[seat]}. {kingName(seat)}
          </span>
          {store.seats.length < 2 && <span class="text-12 hn-from" translate={false}>{view.seats[seat]?.name}</span>}
        </th>
      )}
      item={(seat, i) => (
        <>
          <b>{signed(state.account[seat]?.[i] ?? 0)}</b>
          <span class="text-12 hn-from">{from[i]!(seat, state.account[seat]?.[i] ?? 0)}</span>
        </>
      )}
      sum={(seat) => <b>{signed(total(state.account[seat]))}</b>}
    >
      <tr>
        <th scope="row">{t("Goods in the stash, for ties")}</th>
        {seats.map((seat) => (
          <td key={seat}>{total(state.stash[seat])}</td>
        ))}
      </tr>
    </Account>
  );
}

/** Which Treasures counted, by name. */
function treasures(view: BoardProps["view"], seats: readonly number[]): string {
  const state = stateOf(view);
  const met = seats.flatMap((seat) => {
    const names = (state.camp[seat] ?? []).filter((card) => state.met.includes(card)).map(cardName);
    return names.length > 0 ? [`${kingName(seat)}: ${names.join(", ")}`] : [];
  });
  return met.length > 0 ? t("Treasures that counted. {list}", { list: met.join("; ") }) : "";
}
