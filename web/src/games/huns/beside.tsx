// What one looks up now and then.
import type { BoardProps } from "../../frame/game";
import { t } from "../../frame/texts";
import { KindArt } from "./sprite";
import { COLOURS, stateOf } from "./state";
import { cardName, deckName } from "./words";
import "./beside.css";

/** What the viewer remembers of a deck: cards that it has drawn and put back, by their place from the top. */
export function Beside({ view }: BoardProps) {
  if (view.viewer === null) return null;
  const state = stateOf(view);
  const seen = state.seen[view.viewer] ?? [];
  const known = COLOURS.map((colour, i) => ({
    colour,
    cards: (seen[i] ?? []).slice(0, state.deck_size[i]).flatMap((card, at) => (card === "none" ? [] : [{ card, at: at + 1 }])),
  })).filter(({ cards }) => cards.length > 0);
  return (
    <section class="hn-memory">
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
