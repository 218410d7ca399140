// How far the board has come in telling the newest events. Nothing is asked before all of them are told; who presses
// anything has seen enough, and that press does no more than skip.
import { useLayoutEffect } from "preact/hooks";
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
  const { news, events } = store;
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
      store.tell(Math.max(end, events.length));
      return;
    }
    let timer = 0;
    const next = () => {
      const at = loud(store.heard);
      store.tell(loud(at + 1));
      if (store.heard < end) timer = window.setTimeout(next, pace * BEAT * weight(events[at]!.kind));
    };
    timer = window.setTimeout(next, pace * BEAT);
    const skip = (event: Event) => {
      if (!store.telling || (event instanceof KeyboardEvent && !["s", "Escape", "Enter", " "].includes(event.key))) return;
      window.clearTimeout(timer);
      if (event instanceof KeyboardEvent) event.preventDefault();
      else ignoreClick();
      store.tell(end);
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

/** What is offered once all is told must not be pressed by the click that ends this press. */
function ignoreClick(): void {
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  const ignore = (click: Event) => click.target instanceof Element && click.target.closest("#actions") && click.stopPropagation();
  window.addEventListener("click", ignore, options);
  for (const next of ["pointerdown", "keydown"]) window.addEventListener(next, () => over.abort(), options);
}

/** Two cards take longer to read than one army. */
const weight = (kind: string): number => (kind === "revealed" || kind === "scored" ? 2.5 : kind === "won" ? 1.6 : 1);
