// Dragging a tile or a leader onto the board, with the mouse or with a finger that rests first.
import { useReducer, useRef } from "preact/hooks";
import type { Store } from "../../frame/store";
import { drop, tap } from "./tap";

const FAR = 8; // pixels until a press is a drag
const HOLD = 220; // milliseconds a finger rests before it drags; before that it scrolls

interface Drag {
  part: string;
  x: number;
  y: number;
}

/** The hex or the box under a point of the window. */
function below(x: number, y: number): { element: Element; part: string } | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const place = element.closest<HTMLElement | SVGElement>("[data-hex], [data-drop]");
    if (place) return { element: place, part: place.dataset.drop ?? `hex:${place.dataset.hex}` };
  }
  return null;
}

function mark(place: Element | null): void {
  for (const one of document.querySelectorAll("[data-over]")) if (one !== place) one.removeAttribute("data-over");
  place?.setAttribute("data-over", "true");
}

/** `over` is told which part the thing is held above. */
export function useDrag(store: Store, over: (part: string | null) => void) {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const drag = useRef<Drag | null>(null);
  const start = (part: string) => (event: PointerEvent) => {
    if (event.button !== 0 || !store.legal.some(({ parts }) => parts.includes(part))) return;
    const thing = event.currentTarget as HTMLElement;
    const [x, y, touch] = [event.clientX, event.clientY, event.pointerType === "touch"];
    const stop = new AbortController();
    const { signal } = stop;
    let held = !touch;
    const timer = touch ? window.setTimeout(() => (held = true), HOLD) : 0;
    const end = () => {
      window.clearTimeout(timer);
      stop.abort();
      mark(null);
      over(null);
      drag.current = null;
      refresh(undefined);
    };
    const move = (to: PointerEvent) => {
      const far = Math.hypot(to.clientX - x, to.clientY - y) > FAR;
      if (!drag.current && far && !held) end();
      if (!drag.current && !(far && held)) return;
      if (!drag.current && !store.selection.some((slot) => slot.part === part)) tap(store, part);
      const place = below(to.clientX, to.clientY);
      mark(place?.element ?? null);
      over(place?.part ?? null);
      drag.current = { part, x: to.clientX, y: to.clientY };
      refresh(undefined);
    };
    const up = (to: PointerEvent) => {
      const done = drag.current;
      end();
      if (!done) return;
      // the click that follows belongs to the drag
      const swallow = (click: Event) => click.stopPropagation();
      window.addEventListener("click", swallow, { capture: true, once: true });
      window.setTimeout(() => window.removeEventListener("click", swallow, true), 0);
      const place = below(to.clientX, to.clientY);
      if (place) drop(store, done.part, place.part);
      else store.clear();
    };
    document.addEventListener("pointermove", move, { signal });
    document.addEventListener("pointerup", up, { signal });
    document.addEventListener("pointercancel", end, { signal });
    document.addEventListener("keydown", (event) => event.key === "Escape" && end(), { signal });
    thing.addEventListener("touchmove", (event) => drag.current && event.preventDefault(), { signal, passive: false });
  };
  return { start, drag: drag.current };
}
