// How far the board has come in telling the newest events. The page never waits for it: what can be done can be done at
// once, and whoever acts has seen enough.
import { useEffect, useRef, useState } from "preact/hooks";
import { settings } from "../../frame/settings";
import type { Store } from "../../frame/store";

/** A beat of the animation, as in the strip of what happened. */
const BEAT = 0.8;
/** Events that need no look of their own. */
const SILENT: readonly string[] = ["confirmed", "lifted", "chose", "drew", "put_under", "took_general", "round_began"];

/** The number of events that the board shows; the rest follow one by one. */
export function usePlayhead(store: Store): number {
  const { news, events } = store;
  const [head, setHead] = useState(events.length);
  const at = useRef(head);
  const move = (to: number) => {
    at.current = to;
    setHead(to);
  };
  useEffect(() => {
    const end = news.from + news.events.length;
    const pace = settings.pace;
    if (pace === 0 || document.hidden || news.events.length === 0 || at.current >= end) {
      move(Math.max(end, events.length));
      return;
    }
    let timer = 0;
    const next = () => {
      let to = at.current;
      while (to < end && SILENT.includes(events[to]!.kind)) to++;
      move(Math.min(end, to + 1));
      if (at.current < end) timer = window.setTimeout(next, pace * BEAT * weight(events[at.current - 1]?.kind));
    };
    timer = window.setTimeout(next, pace * BEAT);
    const skip = (event: Event) => {
      if (event instanceof KeyboardEvent && !["s", "Escape", "Enter", " "].includes(event.key)) return;
      window.clearTimeout(timer);
      move(end);
    };
    document.addEventListener("pointerdown", skip);
    document.addEventListener("keydown", skip);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("pointerdown", skip);
      document.removeEventListener("keydown", skip);
    };
  }, [news]);
  return news.events.length === 0 ? events.length : Math.min(head, events.length);
}

/** Two cards take longer to read than one army. */
const weight = (kind: string | undefined): number => (kind === "revealed" || kind === "scored" ? 2.5 : kind === "won" ? 1.6 : 1);
