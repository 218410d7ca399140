// How far the board has come in telling the newest events. Nothing is asked before all of them are told; who presses
// anything has seen enough. Such a press answers nothing, and what it chooses on the table is chosen as it was meant.
import { useLayoutEffect } from "preact/hooks";
import { shortcut } from "../../frame/keyboard";
import { settings } from "../../frame/settings";
import type { Store } from "../../frame/store";
import type { GameEvent } from "../../types";

/** A beat of the animation, as in the strip of what happened. */
const BEAT = 0.8;
/** Events that need no look of their own. */
const SILENT: readonly string[] = ["confirmed", "lifted", "chose", "drew", "put_under", "took_general", "round_began"];

/** What is told is looked at by both. */
export const isTold = ({ kind }: GameEvent): boolean => !SILENT.includes(kind);

/** Tells the newest events one by one. */
export function usePlayhead(store: Store): void {
  const { events, told } = store;
  const { news } = told;
  // before anything is drawn: with the animation off the page is never seen to tell
  useLayoutEffect(() => {
    const end = news.from + news.events.length;
    const pace = settings.pace;
    /** Past what needs no look. */
    const loud = (at: number): number => {
      while (at < end && !isTold(events[at]!)) at++;
      return at;
    };
    if (pace === 0 || document.hidden || loud(store.heard) >= end) {
      told.tell(Math.max(end, events.length));
      return;
    }
    let timer = 0;
    const next = () => {
      const at = loud(store.heard);
      told.tell(Math.min(at + 1, end)); // what needs no look follows once this one is seen
      if (store.heard < end) timer = window.setTimeout(next, pace * BEAT * weight(events[at]!.kind));
    };
    timer = window.setTimeout(next, pace * BEAT);
    const skip = (event: Event) => {
      if (!store.telling || (event instanceof KeyboardEvent && !["s", "Escape", "Enter", " "].includes(shortcut(event)))) return;
      window.clearTimeout(timer);
      if (!(event instanceof KeyboardEvent)) keepPress(event);
      else if (!thingAt(event)) event.preventDefault();
      told.tell(end);
    };
    document.addEventListener("pointerdown", skip, true);
    document.addEventListener("keydown", skip, true);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("pointerdown", skip, true);
      document.removeEventListener("keydown", skip, true);
    };
  }, [news]);
}

/** What can be chosen on the table, outside of the bar, and was pressed. */
const thingAt = ({ target }: Event): Element | null => {
  const thing = target instanceof Element ? target.closest("[data-part]") : null;
  return thing?.closest("#actions") ? null : thing;
};

/**
 * The click that ends this press is for what was under it: once all is told cards have moved, and something else may lie
 * there. What is offered then must not be pressed by it at all.
 */
function keepPress(press: Event): void {
  const thing = thingAt(press);
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  const keep = (click: Event) => {
    if (!click.isTrusted || thingAt(click) === thing) {
      if (thing || !(click.target instanceof Element && click.target.closest("#actions"))) return;
      click.stopPropagation();
      return;
    }
    click.stopPropagation();
    thing?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  };
  window.addEventListener("click", keep, options);
  for (const next of ["pointerdown", "keydown", "pointercancel"]) window.addEventListener(next, () => over.abort(), options);
}

/** Two cards take longer to read than one army. */
const weight = (kind: string): number => (kind === "revealed" || kind === "scored" ? 2.5 : kind === "won" ? 1.6 : 1);
