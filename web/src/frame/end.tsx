// The end of the game: who won, the scores, and what can be done now.
import { useEffect } from "preact/hooks";
import type { TableView } from "../types";
import type { BoardProps } from "./game";
import { at } from "./site";
import { t } from "./texts";
import "./end.css";

/** Of several bots each is called by its side, as in the table below; else by its name. */
function called({ view, store }: BoardProps, seat: number): string {
  const several = view.seats.filter(({ bot }) => bot !== null).length > 1;
  return several && view.seats[seat]?.bot ? store.game.seatName(seat) : (view.seats[seat]?.name ?? "");
}

const winners = (view: TableView): number[] => (view.result ?? []).flatMap((place, seat) => (place === 1 ? [seat] : []));

function verdict(props: BoardProps): string {
  const { view, store } = props;
  const first = winners(view);
  if (first.length > 1) return view.prompt; // what a shared first place means is a rule of the game
  const winner = first[0]!;
  if (store.seats.length > 1) return t("{name} has won", { name: store.game.seatName(winner) });
  return view.viewer === winner ? t("You have won") : t("{name} has won", { name: called(props, winner) });
}

/** A value of an option by its name, as a form sends it. */
const nameOf = (value: boolean | number | string): string =>
  typeof value === "boolean" ? (value ? "on" : "off") : String(value);

export function End(props: BoardProps) {
  const { view, store } = props;
  useEffect(() => window.scrollTo({ top: 0 }), []); // on a phone the last move was made further down
  const bots = view.seats.filter((seat) => seat.bot !== null).length;
  const level = view.seats.find((seat) => seat.bot !== null)?.bot;
  return (
    <section class="end" aria-labelledby="end-title">
      <h2 id="end-title">{verdict(props)}</h2>
      {view.ended ? winners(view).length === 1 && <p>{view.prompt}</p> : <store.game.Result {...props} />}
      {!view.ended && view.away.length > 0 && (
        <p>{t("Who did not play to the end comes after the others for ratings: {names}.", { names: view.away.map((seat) => called(props, seat)).join(", ") })}</p>
      )}
      <form class="end-links" method="post" action={at("/play")}>
        <input type="hidden" name="game" value={view.game} />
        {Object.entries(view.options).map(([name, { value }]) => (
          <input key={name} type="hidden" name={`option.${name}`} value={nameOf(value)} />
        ))}
        {store.seats.length > 1 && <input type="hidden" name="way" value="screen" />}
        {store.seats.length > 1 && bots > 0 && <input type="hidden" name="bots" value={bots} />}
        {level && <input type="hidden" name="level" value={level} />}
        <button class="button main">{t("Play again")}</button>
        <a class="button" href={at("/")}>
          {t("All games")}
        </a>
      </form>
    </section>
  );
}
