// Cards seen travelling over the board when events come in. Drawn above everything, deaf to the pointer, moved by
// transform and opacity only; the board below already shows the newest position.
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { GameEvent } from "../types";
import type { Store } from "./store";
import { settings } from "./settings";
import "./flights.css";

const MOST_AT_ONCE = 8;

function centre(anchor: string): { x: number; y: number } | null {
  const element = document.querySelector(`[data-anchor="${anchor}"]`);
  const box = element?.getBoundingClientRect();
  return box && box.width > 0 ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}

export function Flights({ store }: { store: Store }) {
  const layer = useRef<HTMLDivElement>(null);
  const heard = useRef(store.heard);
  const { news } = store.told;
  const step = store.game.paced ? store.heard : news;
  useEffect(() => {
    const pace = settings.pace;
    const view = store.view;
    const before = heard.current;
    heard.current = store.heard;
    if (!layer.current || !view || pace === 0 || document.hidden) return;
    const seen = (events: readonly GameEvent[]) => events.map((event) => store.game.flights(event, view, store.events)).filter((one) => one.length > 0);
    const fresh = seen(store.game.paced ? store.events.slice(before, store.heard) : news.events);
    if (store.game.paced && fresh.length > 1) return; // told at once, since somebody pressed on
    const flights = fresh.flat().slice(-MOST_AT_ONCE);
    flights.forEach((flight, order) => {
      const from = centre(flight.from);
      const to = centre(flight.to);
      if (!from || !to || !layer.current) return;
      const thing = document.createElement("div");
      thing.className = "flight";
      layer.current.append(thing);
      render(<>{flight.things}</>, thing);
      const spot = (point: { x: number; y: number }, scale: number) =>
        `translate(${point.x}px, ${point.y}px) translate(-50%, -50%) scale(${scale})`;
      const motion = thing.animate(
        [
          { transform: spot(from, 0.6), opacity: 0 },
          { transform: spot(from, 0.8), opacity: 1, offset: 0.15 },
          { transform: spot(to, 1), opacity: 1, offset: 0.85 },
          { transform: spot(to, 1), opacity: 0 },
        ],
        { duration: pace * 0.9, delay: order * pace * 0.8, easing: "cubic-bezier(.3,.7,.3,1)", fill: "both" },
      );
      const remove = () => thing.remove();
      motion.finished.then(remove, remove);
    });
  }, [step]);
  return <div class="flights" ref={layer} aria-hidden="true" />;
}

/** Ends what is still travelling or appearing: whoever acts has seen enough. */
export function skipFlights(): void {
  for (const thing of document.querySelectorAll(".flight, .recap li")) {
    for (const motion of thing.getAnimations()) motion.finish();
  }
}
