// Dragging a good onto an own wagon or card, with the mouse or with a finger that rests first.
import { useEffect } from "preact/hooks";
import type { Store } from "../../frame/store";
import { drop } from "./tap";

const FAR = 8; // pixels until a press is a drag
const HOLD = 220; // milliseconds a finger rests before it drags; before that it scrolls

/** The wagon or card under a point of the window. */
function below(event: PointerEvent): HTMLElement | null {
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    const place = element.closest<HTMLElement>("[data-drop]");
    if (place) return place;
  }
  return null;
}

function mark(place: HTMLElement | null): void {
  for (const one of document.querySelectorAll("[data-over]")) if (one !== place) one.removeAttribute("data-over");
  place?.setAttribute("data-over", "true");
}

/** The good that is seen under the pointer: a copy of the drawing that was picked up. */
function ghostOf(thing: HTMLElement): HTMLElement {
  const ghost = document.createElement("span");
  ghost.className = "hn-dragged";
  const drawing = thing.querySelector(".hn-good");
  if (drawing) ghost.append(drawing.cloneNode(true));
  document.querySelector(".table-page")?.append(ghost);
  return ghost;
}

function begin(store: Store, thing: HTMLElement, start: PointerEvent): void {
  const touch = start.pointerType === "touch";
  const stop = new AbortController();
  const { signal } = stop;
  let ghost: HTMLElement | null = null;
  let held = !touch;
  const timer = touch ? window.setTimeout(() => (held = true), HOLD) : 0;
  const end = () => {
    window.clearTimeout(timer);
    stop.abort();
    mark(null);
    ghost?.remove();
  };
  const move = (to: PointerEvent) => {
    const far = Math.hypot(to.clientX - start.clientX, to.clientY - start.clientY) > FAR;
    if (!ghost && far && !held) end();
    if (!ghost && !(far && held)) return;
    ghost ??= ghostOf(thing);
    ghost.style.transform = `translate(${to.clientX}px, ${to.clientY}px) translate(-50%, -60%)`;
    mark(below(to));
  };
  const up = (to: PointerEvent) => {
    const dragged = ghost !== null;
    const place = below(to);
    end();
    if (!dragged) return;
    // the click that follows belongs to the drag
    const swallow = (click: Event) => click.stopPropagation();
    window.addEventListener("click", swallow, { capture: true, once: true });
    window.setTimeout(() => window.removeEventListener("click", swallow, true), 0);
    if (place) drop(store, thing.dataset.part!, place.dataset.drop!);
  };
  document.addEventListener("pointermove", move, { signal });
  document.addEventListener("pointerup", up, { signal });
  document.addEventListener("pointercancel", end, { signal });
  document.addEventListener("keydown", (key) => key.key === "Escape" && end(), { signal });
  thing.addEventListener("touchmove", (event) => ghost && event.preventDefault(), { signal, passive: false });
}

/** Every good that can be loaded can be dragged, wherever it lies. */
export function useDrag(store: Store): void {
  useEffect(() => {
    const still = new AbortController();
    const { signal } = still;
    const press = (event: PointerEvent) => {
      const thing = (event.target as Element).closest<HTMLElement>('button[data-part^="hand:"]:not(.hn-space)');
      if (thing && event.button === 0 && !store.pending) begin(store, thing, event);
    };
    document.addEventListener("pointerdown", press, { signal });
    return () => still.abort();
  }, [store]);
}
