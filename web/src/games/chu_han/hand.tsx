// The viewer's hand: a fan grouped by value. Every card is a button; the group of equal cards is one target.
import type { BoardProps } from "../../frame/game";
import { moveFocus, useStops } from "../../frame/keyboard";
import { Onlooker } from "../../frame/onlooker";
import { n, t } from "../../frame/texts";
import { idOf } from "../../frame/values";
import { CardFace } from "./card";
import { newcomers } from "./events";
import { useCardHelp } from "./help";
import { KIND_IDS, SORTED, VALUES, nameOf, type Kind } from "./kinds";
import { stateOf } from "./state";
import "./hand.css";

interface HandCard {
  kind: Kind;
  /** Which of the copies of its kind. */
  index: number;
  copies: number;
}

/** The cards of each value, in the order in which they lie. */
const groupsOf = (hand: readonly number[]): HandCard[][] =>
  VALUES.map((value) =>
    SORTED.filter((kind) => kind.value === value).flatMap((kind) => {
      const copies = hand[KIND_IDS.indexOf(kind.id)] ?? 0;
      return Array.from({ length: copies }, (_, index) => ({ kind, index, copies }));
    }),
  ).filter((group) => group.length > 0);

function labelOf({ kind, index, copies }: HandCard, lit: boolean, fresh: boolean): string {
  const name = nameOf(kind);
  const place = copies > 1 ? t("{name}, {index} of {count}", { name, index: index + 1, count: copies }) : name;
  const card = fresh ? t("{card}, new", { card: place }) : place;
  return lit ? t("{card}, can be used", { card }) : card;
}

/** The groups on two rows of about the same length, for where one is too narrow. */
function rowsOf(groups: readonly HandCard[][]): HandCard[][][] {
  const all = groups.flat().length;
  let laid = 0;
  const split = groups.findIndex(({ length }) => (laid += length) - length / 2 >= all / 2);
  return split > 0 ? [groups.slice(0, split), groups.slice(split)] : [[...groups]];
}

/** How many cards and how many gaps between groups each card of a row lies from its middle. */
function placesIn(row: readonly HandCard[][]): { cards: number; gaps: number }[] {
  const last = row.flat().length - 1;
  return row.flatMap((group, at) => group.map(() => at - (row.length - 1) / 2)).map((gaps, at) => ({ cards: at - last / 2, gaps }));
}

export function Hand({ store, view, events }: BoardProps) {
  const state = stateOf(view);
  const stops = useStops();
  const help = useCardHelp();
  if (view.viewer === null) return <Onlooker store={store}>{t("You are looking on: both hands stay hidden.")}</Onlooker>;
  const groups = groupsOf(state.hand[view.viewer] ?? []);
  const rows = rowsOf(groups);
  const cards = groups.flat();
  const places = placesIn(groups);
  const inRows = rows.flatMap((row, line) => placesIn(row).map((place) => ({ ...place, line: rows.length > 1 ? line : 0.5 })));
  const { lit } = store.fit;
  const asked = store.legal.some((action) => action.parts.length > 0);
  const idAt = ({ kind, index }: HandCard) => idOf({ kind: kind.id, index });
  const stop = stops(cards.map(idAt));
  const fresh = newcomers(events, view.viewer);
  const longest = Math.max(1, ...rows.map((row) => row.flat().length));
  const size = state.hand_size[view.viewer] ?? cards.length;
  return (
    <section class="hand-area" aria-label={t("Your hand")}>
      <div
        class="hand ch-hand"
        role="toolbar"
        aria-label={n("Your hand: {count} card", "Your hand: {count} cards", size)}
        data-anchor="hand"
        data-asked={asked}
        style={{ "--n": Math.max(1, cards.length), "--groups": groups.length, "--row": longest }}
        onKeyDown={moveFocus}
      >
        {cards.map((card, i) => {
          const { kind, index, copies } = card;
          const part = `hand:${kind.id}`;
          const isNew = index >= copies - (fresh.get(kind.id) ?? 0);
          const [place, inRow] = [places[i]!, inRows[i]!];
          return (
            <button
              key={idAt(card)}
              type="button"
              class="card-button hand-card"
              style={{ "--cards": place.cards, "--gaps": place.gaps, "--row-cards": inRow.cards, "--row-gaps": inRow.gaps, "--line": inRow.line }}
              data-part={part}
              data-value={kind.value}
              data-new={isNew}
              data-lit={lit.has(part)}
              aria-pressed={store.isSelected(part, index)}
              aria-label={labelOf(card, asked && lit.has(part), isNew)}
              {...stop(idAt(card))}
              onClick={() => store.wish(part, index)}
              {...help(kind)}
            >
              <CardFace kind={kind.id} />
            </button>
          );
        })}
        {cards.length === 0 && <p class="hint">{t("No cards in your hand")}</p>}
      </div>
    </section>
  );
}
