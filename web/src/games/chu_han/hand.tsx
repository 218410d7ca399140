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

interface Group {
  value: number;
  kinds: { kind: Kind; copies: number }[];
}

function groupsOf(hand: readonly number[]): Group[] {
  return VALUES.map((value) => ({
    value,
    kinds: SORTED.filter((kind) => kind.value === value)
      .map((kind) => ({ kind, copies: hand[KIND_IDS.indexOf(kind.id)] ?? 0 }))
      .filter(({ copies }) => copies > 0),
  })).filter((group) => group.kinds.length > 0);
}

function labelOf(kind: Kind, index: number, copies: number, lit: boolean, fresh: boolean): string {
  const name = nameOf(kind);
  const place = copies > 1 ? t("{name}, {index} of {count}", { name, index: index + 1, count: copies }) : name;
  const card = fresh ? t("{card}, new", { card: place }) : place;
  return lit ? t("{card}, can be used", { card }) : card;
}

/** The groups on two rows of about the same length, for where one is too narrow. */
function rowsOf(groups: readonly Group[]): Group[][] {
  const sizes = groups.map(({ kinds }) => kinds.reduce((sum, { copies }) => sum + copies, 0));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  let laid = 0;
  const split = sizes.findIndex((size) => (laid += size) - size / 2 >= all / 2);
  return split > 0 ? [groups.slice(0, split), groups.slice(split)] : [[...groups]];
}

const cardsIn = (groups: readonly Group[]): number =>
  groups.reduce((sum, { kinds }) => sum + kinds.reduce((inner, { copies }) => inner + copies, 0), 0);

export function Hand({ store, view, events }: BoardProps) {
  const state = stateOf(view);
  const stops = useStops();
  const help = useCardHelp();
  if (view.viewer === null) return <Onlooker store={store}>{t("You are looking on: both hands stay hidden.")}</Onlooker>;
  const hand = state.hand[view.viewer] ?? [];
  const groups = groupsOf(hand);
  const { lit } = store.fit;
  const asked = store.legal.some((action) => action.parts.length > 0);
  const ids = groups.flatMap(({ kinds }) =>
    kinds.flatMap(({ kind, copies }) => Array.from({ length: copies }, (_, index) => idOf({ kind: kind.id, index }))),
  );
  const stop = stops(ids);
  const fresh = newcomers(events, view.viewer);
  const rows = rowsOf(groups);
  const longest = Math.max(1, ...rows.map(cardsIn));
  const room = { "--n": Math.max(1, ids.length), "--groups": groups.length, "--row": longest };
  const size = state.hand_size[view.viewer] ?? ids.length;
  return (
    <section class="hand-area" aria-label={t("Your hand")}>
      <div
        class="hand ch-hand"
        role="toolbar"
        aria-label={n("Your hand: {count} card", "Your hand: {count} cards", size)}
        data-anchor="hand"
        data-asked={asked}
        style={room}
        onKeyDown={moveFocus}
      >
        {rows.map((row, r) => (
          <div class="hand-row" key={r}>
            {row.map(({ value, kinds }) => (
              <div class="hand-group" key={value} data-value={value}>
                {kinds.map(({ kind, copies }) => (
                  <span class="stack" key={kind.id}>
                    {Array.from({ length: copies }, (_, index) => {
                      const part = `hand:${kind.id}`;
                      const isNew = index >= copies - (fresh.get(kind.id) ?? 0);
                      return (
                        <button
                          key={index}
                          type="button"
                          class="card-button hand-card"
                          data-part={part}
                          data-value={value}
                          data-new={isNew}
                          data-lit={lit.has(part)}
                          aria-pressed={store.isSelected(part, index)}
                          aria-label={labelOf(kind, index, copies, asked && lit.has(part), isNew)}
                          {...stop(idOf({ kind: kind.id, index }))}
                          onClick={() => store.wish(part, index)}
                          {...help(kind)}
                        >
                          <CardFace kind={kind.id} />
                        </button>
                      );
                    })}
                  </span>
                ))}
              </div>
            ))}
          </div>
        ))}
        {ids.length === 0 && <p class="hint">{t("No cards in your hand")}</p>}
      </div>
    </section>
  );
}
