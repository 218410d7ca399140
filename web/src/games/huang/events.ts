// What the events say: who decided, what is new on the board, and the last conflict.
import { decider, seatOf } from "../../frame/events";
import type { GameEvent } from "../../types";
import type { HuangEvent } from "./types";

/** The event with the fields of its kind. */
export const told = (event: GameEvent): HuangEvent => event as unknown as HuangEvent;

export const about = (event: GameEvent): number | null =>
  seatOf(["won", "revolt_ended"].includes(event.kind) ? { ...event, seat: event.winner } : event);

export const decidedBy = decider([
  "placed",
  "positioned",
  "withdrew",
  "paid",
  "established",
  "palace_built",
  "took",
  "discarded",
  "passed",
  "committed",
  "took_granaries",
]);

/** Hexes where others put or took something since the viewer's last decision. */
export function newsOf(events: readonly GameEvent[], viewer: number | null): ReadonlySet<string> {
  const last = events.findLastIndex((event) => decidedBy(event) === viewer);
  const hexes = new Set<string>();
  for (const event of events.slice(last + 1)) {
    if (["placed", "positioned", "removed"].includes(event.kind)) hexes.add(String(event.hex));
    if (event.kind === "established") for (const hex of String(event.triangle).split("+")) hexes.add(hex);
  }
  return hexes;
}

const BEGINS: readonly string[] = ["revolt_began", "war_began", "bandits_met"];
const OF_A_CONFLICT: readonly string[] = [
  ...BEGINS,
  "side",
  "committed",
  "war_won",
  "revolt_ended",
  "went_home",
  "removed",
  "scored",
  "pagoda_lost",
  "palace_lost",
  "bandits_beaten",
];

/** Where it happened, as parts of the board. */
export const placesOf = (event: GameEvent): string[] =>
  [event.hex, event.triangle, event.rhombus]
    .filter((place): place is string => typeof place === "string" && place !== "none")
    .flatMap((place) => place.split("+").map((hex) => `hex:${hex}`));

const ENDS: readonly string[] = ["war_won", "revolt_ended", "bandits_met"];
export const endsConflict = ({ kind }: GameEvent): boolean => ENDS.includes(kind);

const OF_A_RIOT: readonly string[] = ["removed", "went_home", "pagoda_lost", "palace_lost", "granary_lost"];

/** What a riot took, if it is one that removed this tile: who began it, the tile, and what fell with it [H7]. */
export function riotAt(events: readonly GameEvent[], removed: GameEvent): readonly GameEvent[] | null {
  const at = events.indexOf(removed);
  const begun = events[at - 1];
  if (begun?.kind !== "paid" || begun.colour !== "blue") return null;
  const after = events.slice(at).findIndex(({ kind }) => !OF_A_RIOT.includes(kind));
  return events.slice(at - 1, after < 0 ? events.length : at + after);
}

/** What came of the last conflict, until the viewer decides something again; who looks on is told of those of this turn. */
export function verdictOf(events: readonly GameEvent[], viewer: number | null): readonly GameEvent[] {
  const end = events.findLastIndex(endsConflict);
  const seen = events.findLastIndex((event) => (viewer === null ? event.kind === "turn_began" : decidedBy(event) === viewer));
  return end > seen ? lastConflict(events) : [];
}

/** The lines of the log about the last conflict, or about the one that an event is of; none if there was none. */
export function lastConflict(events: readonly GameEvent[], of = events.at(-1)): readonly GameEvent[] {
  const start = events.slice(0, of && events.indexOf(of) + 1).findLastIndex(({ kind }) => BEGINS.includes(kind));
  if (start < 0) return [];
  const after = events.slice(start);
  const end = after.findIndex(({ kind, why }) => !OF_A_CONFLICT.includes(kind) || why === "pagoda"); // with which a turn ends
  return end < 0 ? after : after.slice(0, end);
}
