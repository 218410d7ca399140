// What one looks up now and then.
import type { BoardProps } from "../../frame/game";
import { t } from "../../frame/texts";
import { Account } from "./account";
import { KindArt, King } from "./sprite";
import { COLOURS, pointsOf, stateOf } from "./state";
import { cardName, deckName, signed } from "./words";
import "./beside.css";

/** How the points stand, by what they are for. */
function Standing({ view }: BoardProps) {
  const state = stateOf(view);
  const seats = Array.from({ length: state.players }, (_, seat) => seat);
  return (
    <Account
      class="text-13 rigid hn-standing"
      seats={seats}
      caption={t("Points as things stand")}
      head={(seat) => (
        <th key={seat} scope="col">
          <King seat={seat} />
        </th>
      )}
      item={(seat, i) => (i === TYPES && pointsOf(state, seat).least ? "?" : signed(state.standing[seat]?.[i] ?? 0))}
      sum={(seat) => `${signed(pointsOf(state, seat).points)}${pointsOf(state, seat).least ? "+" : ""}`}
    />
  );
}

/** The item for which the types of sent wagons count. */
const TYPES = 5;

export const Beside = (props: BoardProps) => (
  <>
    <Standing {...props} />
    <Memory {...props} />
  </>
);

/** What the viewer remembers of a deck: cards that it has drawn and put back, by their place from the top. */
function Memory({ view }: BoardProps) {
  if (view.viewer === null) return null;
  const state = stateOf(view);
  const seen = state.seen[view.viewer] ?? [];
  const known = COLOURS.map((colour, i) => ({
    colour,
    cards: (seen[i] ?? []).slice(0, state.deck_size[i]).flatMap((card, at) => (card === "none" ? [] : [{ card, at: at + 1 }])),
  })).filter(({ cards }) => cards.length > 0);
  return (
    <section class="text-13 rigid hn-memory" tabIndex={0} aria-label={t("What you know of the decks")}>
      <h2>{t("What you know of the decks")}</h2>
      <dl>
        {known.map(({ colour, cards }) => (
          <div key={colour}>
            <dt>
              <KindArt colour={colour} /> {deckName(colour)}
            </dt>
            <dd>{cards.map(({ card, at }) => `${at}. ${cardName(card)}`).join(", ")}</dd>
          </div>
        ))}
      </dl>
      <p class="dim">{known.length > 0 ? t("Places from the top.") : t("Nothing yet: you know what you draw and put back.")}</p>
    </section>
  );
}
