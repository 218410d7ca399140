// What the events say: who decided, and whom they are about.
import { decider, seatOf } from "../../frame/events";
import type { GameEvent } from "../../types";
import type { HunsEvent } from "./types";

/** The event with the fields of its kind. */
export const told = (event: GameEvent): HunsEvent => event as unknown as HunsEvent;

export const about = seatOf;
export const decidedBy = decider(["took_die", "changed", "drew", "played", "cursed", "fled", "accepted", "looted", "loaded", "used"]);
