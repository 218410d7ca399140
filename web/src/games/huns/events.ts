// What the events say: who decided, and whom they are about.
import type { GameEvent } from "../../types";
import type { HunsEvent } from "./types";

/** The event with the fields of its kind. */
export const told = (event: GameEvent): HunsEvent => event as unknown as HunsEvent;

const DECISIONS: readonly string[] = ["took_die", "changed", "drew", "played", "cursed", "fled", "accepted", "looted", "loaded", "used"];

export const about = (event: GameEvent): number | null =>
  typeof event.seat === "number" && event.seat >= 0 ? event.seat : null;

export const decidedBy = (event: GameEvent): number | null => (DECISIONS.includes(event.kind) ? about(event) : null);
