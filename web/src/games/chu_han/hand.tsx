// The viewer's hand: a fan grouped by value. Every card is a button; the group of equal cards is one target.
import type { BoardProps } from "../../frame/game";
import { moveFocus, useStops } from "../../frame/keyboard";
import { Onlooker } from "../../frame/onlooker";
import { n, t } from "../../frame/texts";
import { idOf } from "../../frame/values";
import { CardFace } from "./card";
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

function labelOf(kind: Kind, index: number, copies: number, lit: boolean): string {
  const name = nameOf(kind);
  const place = copies > 1 ? t("{name}, {index} of {count}", { name, index: index + 1, count: copies }) : name;
  return lit ? t("{card}, can be used", { card: place }) : place;
}

export function Hand({ store, view }: BoardProps) {
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
  const stacks = groups.reduce((sum, { kinds }) => sum + kinds.length, 0);
  const room = { "--stacks": Math.max(1, stacks), "--extra": ids.length - stacks, "--groups": groups.length };
  const size = state.hand_size[view.viewer] ?? ids.length;
  return (
    <section class="hand-area" aria-label={t("Your hand")}>
      <div
        class="hand"
        role="toolbar"
        aria-label={n("Your hand: {count} card", "Your hand: {count} cards", size)}
        data-anchor="hand"
        data-asked={asked}
        style={room}
        onKeyDown={moveFocus}
      >
        {groups.map(({ value, kinds }) => (
          <div class="hand-group" key={value} data-value={value}>
            {kinds.map(({ kind, copies }) => (
              <span class="stack" key={kind.id}>
                {Array.from({ length: copies }, (_, index) => {
                  const part = `hand:${kind.id}`;
                  const selected = store.isSelected(part, index);
                  return (
                    <button
                      key={index}
                      type="button"
                      class="hand-card"
                      data-part={part}
                      data-value={value}
                      data-lit={lit.has(part)}
                      aria-pressed={selected}
                      aria-label={labelOf(kind, index, copies, asked && lit.has(part))}
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
        {ids.length === 0 && <p class="hint">{t("No cards in your hand")}</p>}
      </div>
    </section>
  );
}
