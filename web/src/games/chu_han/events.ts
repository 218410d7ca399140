// What the events say, for the strip, the last trick and the travelling cards. The sentences come from the server.
import type { ChuHanEvent, ChuHanKind, GameEvent } from "../../types";

/** The event with the fields of its kind. */
export const told = (event: GameEvent): ChuHanEvent => event as unknown as ChuHanEvent;

const DECISIONS: readonly string[] = ["drew", "declared", "played", "passed", "cancelled", "restored", "swapped", "placed", "gave", "picked"];

export function decidedBy(event: GameEvent): number | null {
  return DECISIONS.includes(event.kind) ? about(event) : null;
}

export function about(event: GameEvent): number | null {
  return typeof event.seat === "number" ? event.seat : null;
}

export interface TrickLine {
  seat: number;
  ability: "none" | ChuHanKind;
  cards: readonly ChuHanKind[];
  passed: boolean;
}

const endsTrick = ({ kind }: GameEvent): boolean => kind === "trick_ended" || kind === "went_out";
const startsTrick = ({ kind }: GameEvent): boolean => kind === "trick_ended" || kind === "dealt";

/** The lines of the trick before the current one; null in the first trick. */
export function lastTrick(events: readonly GameEvent[]): TrickLine[] | null {
  const end = events.findLastIndex(endsTrick);
  if (end < 0) return null;
  const start = events.slice(0, end).findLastIndex(startsTrick);
  return events.slice(start + 1, end).flatMap((event): TrickLine[] => {
    const what = told(event);
    switch (what.kind) {
      case "played":
        return [{ seat: what.seat, ability: what.ability, cards: what.set_cards, passed: false }];
      case "used":
        return [{ seat: what.seat, ability: what.ability, cards: [], passed: false }];
      case "passed":
        return [{ seat: what.seat, ability: "none", cards: [], passed: true }];
      default:
        return [];
    }
  });
}

export interface HandScore {
  hand: number;
  points: number[];
}

/** Points of each hand by seat, for the table at the end; the first hand is dealt before the first event. */
export function handScores(events: readonly GameEvent[]): HandScore[] {
  const hands: HandScore[] = [{ hand: 1, points: [0, 0] }];
  for (const event of events.map(told)) {
    if (event.kind === "dealt") hands.push({ hand: event.hand_number, points: [0, 0] });
    if (event.kind === "scored" || event.kind === "went_out") {
      hands[hands.length - 1]!.points[event.seat]! += event.points;
    }
  }
  return hands;
}
