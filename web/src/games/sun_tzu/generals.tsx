// The generals: those to choose from, in a row over the map, and those that the viewer holds, below the hand.
import type { BoardProps } from "../../frame/game";
import { t, wordsOf } from "../../frame/texts";
import { orNull } from "../../frame/values";
import { Face } from "./sprite";
import { BLUE, RED, stateOf } from "./state";
import { handsOf } from "./tap";
import { SunTzuFacts } from "./types";
import "./generals.css";

/** A general of any phase that has waited too long. */
export const isLate = (id: string, round: number): boolean =>
  round > SunTzuFacts.last_round_of_any_phase && (SunTzuFacts.generals_of_any_phase as readonly string[]).includes(id);

/** When a general acts, or that it no longer does. */
export const timing = (id: string, round: number): string =>
  isLate(id, round) ? t("too late: it could act up to round {round}", { round: SunTzuFacts.last_round_of_any_phase }) : wordsOf(id).timing;

export const sideOf = (id: string): number => (id.startsWith("B") ? BLUE : RED);

/** A general to be tapped: its name, and where there is room what it does. */
export function General({ store, id, round, look }: { store: BoardProps["store"]; id: string; round: number; look?: (id: string) => void }) {
  const { name, effect } = wordsOf(id);
  const part = `general:${id}`;
  return (
    <button
      type="button"
      class={`choice st-general side${sideOf(id)}`}
      data-part={part}
      data-lit={store.fit.lit.has(part)}
      data-late={isLate(id, round)}
      aria-pressed={store.isSelected(part, 0)}
      aria-label={`${name}, ${timing(id, round)}. ${effect}`}
      title={`${timing(id, round)}. ${effect}`}
      onFocus={() => look?.(id)}
      onBlur={() => look?.("")}
      onPointerEnter={(event) => event.pointerType === "mouse" && look?.(id)}
      onPointerLeave={() => look?.("")}
      onClick={() => handsOf(store).tap(part)}
    >
      <Face id={id} side={sideOf(id)} />
      <b>{name}</b>
      <span class="st-effect">{effect}</span>
    </button>
  );
}

/** The generals to choose from: five at the start, those laid aside with the War chariot. */
export function Generals({ store, view }: BoardProps) {
  const { asks, held, round } = stateOf(view);
  const choosing = store.legal.filter((action) => action.kind === "choose");
  const sent = store.pending !== null && (asks === "general" || asks === "chariot");
  const own = view.viewer === null ? [] : (held[view.viewer] ?? []);
  if (choosing.length === 0 && !sent && !(asks === "general" && own.length > 0)) return null;
  const ids = choosing.length > 0 ? choosing.map((action) => String(action.args.general)) : own;
  return (
    <section class="apart centred st-choice" aria-label={asks === "chariot" ? t("Another general") : t("Your general")} style={{ "--generals": ids.length }}>
      {ids.map((id) => (
        <General key={id} store={store} id={id} round={round} />
      ))}
    </section>
  );
}

/** Those that the viewer holds and has not shown. */
export function heldBy(view: BoardProps["view"]): readonly string[] {
  const { asks, generals, held } = stateOf(view);
  return view.viewer === null || generals === 0 || asks === "general" ? [] : (held[view.viewer] ?? []);
}

export function shownGenerals(view: BoardProps["view"], seat: number): string[] {
  return (stateOf(view).shown[seat] ?? []).flatMap((id) => orNull(id) ?? []);
}
