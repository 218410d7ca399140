// What all events have in common.
import type { GameEvent } from "../types";

/** The seat that an event is about, or null. */
export const seatOf = (event: GameEvent): number | null => (typeof event.seat === "number" && event.seat >= 0 ? event.seat : null);

/** Who decided what an event tells: these kinds are decisions of whom they are about, the others follow by themselves. */
export const decider =
  (decisions: readonly GameEvent["kind"][], about = seatOf) =>
  (event: GameEvent): number | null =>
    decisions.includes(event.kind) ? about(event) : null;
