// How far the board has come in telling the newest events. The page never waits for it: what can be done can be done at
// once, and whoever acts has seen enough.
import { useEffect } from "preact/hooks";
import { settings } from "../../frame/settings";
import type { Store } from "../../frame/store";

/** A beat of the animation, as in the strip of what happened. */
const BEAT = 0.8;
/** Events that need no look of their own. */
const SILENT: readonly string[] = ["confirmed", "lifted", "chose", "drew", "put_under", "took_general", "round_began"];

/** Tells the newest events one by one. */
export function usePlayhead(store: Store): void {
  const { news, events } = store;
  useEffect(() => {
    const end = news.from + news.events.length;
    const pace = settings.pace;
    if (pace === 0 || document.hidden || news.events.length === 0 || store.heard >= end) {
      store.tell(Math.max(end, events.length));
      return;
    }
    let timer = 0;
    const next = () => {
      let to = store.heard;
      while (to < end && SILENT.includes(events[to]!.kind)) to++;
      store.tell(Math.min(end, to + 1));
      if (store.heard < end) timer = window.setTimeout(next, pace * BEAT * weight(events[store.heard - 1]?.kind));
    };
    timer = window.setTimeout(next, pace * BEAT);
    const skip = (event: Event) => {
      if (event instanceof KeyboardEvent && !["s", "Escape", "Enter", " "].includes(event.key)) return;
      window.clearTimeout(timer);
      store.tell(end);
    };
    document.addEventListener("pointerdown", skip);
    document.addEventListener("keydown", skip);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("pointerdown", skip);
      document.removeEventListener("keydown", skip);
    };
  }, [news]);
}

/** Two cards take longer to read than one army. */
const weight = (kind: string | undefined): number => (kind === "revealed" || kind === "scored" ? 2.5 : kind === "won" ? 1.6 : 1);
