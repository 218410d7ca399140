// Dragging a thing of the table to a place on it, with the mouse or with a finger that rests first. A tap stays a tap.
import { useCallback, useRef } from "preact/hooks";
import "./drag.css";

const FAR = 8; // pixels until a press is a drag
const HOLD = 220; // milliseconds a finger rests before it drags; before that it scrolls

export interface Dragging {
  /** Whether what stands for this part may be dragged now. */
  may(part: string): boolean;
  /** The places it may be dropped on, as a selector. */
  places: string;
  /** It is being dragged. */
  begin?(part: string): void;
  /** Over which place it is held; null for none, and when it is let go. */
  over?(place: HTMLElement | null): void;
  /** It was let go over this place, or over none. */
  drop(part: string, place: HTMLElement | null): void;
}

/** The place under the pointer. */
function below({ clientX, clientY }: PointerEvent, places: string): HTMLElement | null {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const place = element.closest<HTMLElement>(places);
    if (place) return place;
  }
  return null;
}

function mark(place: Element | null): void {
  for (const one of document.querySelectorAll("[data-over]")) if (one !== place) one.removeAttribute("data-over");
  place?.setAttribute("data-over", "true");
}

/** What is seen under the pointer: a copy of the drawing that was picked up. */
function ghostOf(thing: HTMLElement): HTMLElement {
  const ghost = document.createElement("span");
  ghost.className = "dragged";
  ghost.setAttribute("aria-hidden", "true");
  const drawing = thing.querySelector("svg");
  if (drawing) ghost.append(drawing.cloneNode(true));
  document.querySelector(".table-page")?.append(ghost);
  return ghost;
}

function follow(thing: HTMLElement, part: string, press: PointerEvent, dragging: Dragging, stop: AbortController): void {
  const { signal } = stop;
  let ghost: HTMLElement | null = null;
  let held = press.pointerType !== "touch";
  const timer = held ? 0 : window.setTimeout(() => (held = true), HOLD);
  const move = (to: PointerEvent) => {
    if (to.pointerId !== press.pointerId) return; // another finger
    const far = Math.hypot(to.clientX - press.clientX, to.clientY - press.clientY) > FAR;
    if (!ghost && far && !held) stop.abort();
    if (!ghost && !(far && held)) return;
    if (!ghost) {
      ghost = ghostOf(thing);
      dragging.begin?.(part);
    }
    ghost.style.transform = `translate(${to.clientX}px, ${to.clientY}px) translate(-50%, -60%)`;
    const place = below(to, dragging.places);
    mark(place);
    dragging.over?.(place);
  };
  const up = (to: PointerEvent) => {
    if (to.pointerId !== press.pointerId) return;
    const dragged = ghost !== null;
    stop.abort();
    if (!dragged) return;
    // the click that follows belongs to the drag
    const swallow = (click: Event) => click.stopPropagation();
    window.addEventListener("click", swallow, { capture: true, once: true });
    window.setTimeout(() => window.removeEventListener("click", swallow, true), 0);
    dragging.drop(part, below(to, dragging.places));
  };
  signal.addEventListener("abort", () => {
    window.clearTimeout(timer);
    mark(null);
    dragging.over?.(null);
    ghost?.remove();
  });
  document.addEventListener("pointermove", move, { signal });
  document.addEventListener("pointerup", up, { signal });
  document.addEventListener("pointercancel", (to) => to.pointerId === press.pointerId && stop.abort(), { signal });
  document.addEventListener("keydown", (key) => key.key === "Escape" && stop.abort(), { signal });
}

/** A ref for what holds the things that may be dragged: the buttons in it that stand for a part. */
export function useDrag(dragging: Dragging): (area: HTMLElement | null) => void {
  const now = useRef(dragging);
  now.current = dragging;
  const still = useRef<AbortController | null>(null);
  return useCallback((area: HTMLElement | null) => {
    still.current?.abort();
    if (!area) return;
    still.current = new AbortController();
    const { signal } = still.current;
    let drag: AbortController | null = null;
    const press = (event: PointerEvent) => {
      const thing = (event.target as Element).closest<HTMLElement>("button[data-part]");
      const part = thing?.dataset.part;
      if (!thing || !part || event.button !== 0 || !now.current.may(part)) return;
      drag?.abort();
      drag = new AbortController();
      drag.signal.addEventListener("abort", () => (drag = null));
      follow(thing, part, event, now.current, drag);
    };
    area.addEventListener("pointerdown", press, { signal });
    // what keeps the page from scrolling under the finger must be there before the finger comes
    area.addEventListener("touchmove", (event) => document.querySelector(".dragged") && event.preventDefault(), { signal, passive: false });
    area.addEventListener("contextmenu", (event) => drag && event.preventDefault(), { signal }); // of a finger that rests
    signal.addEventListener("abort", () => drag?.abort());
  }, []);
}
