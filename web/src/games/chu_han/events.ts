// What the events say, for the strip, the last trick and the travelling cards. The sentences come from the server.
import type { GameEvent } from "../../types";
import { kindOf } from "./kinds";
import { number, text } from "./state";

const DECISIONS = new Set(["drew", "declared", "played", "passed", "cancelled", "restored"]);

export function decidedBy(event: GameEvent): number | null {
  return DECISIONS.has(event.kind) ? number(event, "seat") : null;
}

export function about(event: GameEvent): number | null {
  return event.seat === undefined || event.seat === null ? null : number(event, "seat");
}

/** All cards of a set: persons and the joker lie there once; one plain kind fills the rest, several are one each. */
export function cardsOfSet(event: GameEvent): string[] {
  const kinds = (event.kinds as string[] | undefined) ?? [];
  const isSingle = (id: string) => kindOf(id).use !== "plain" || id === "0";
  const singles = kinds.filter(isSingle);
  const plain = kinds.filter((id) => !isSingle(id));
  const [only] = plain;
  return only !== undefined && plain.length === 1
    ? [...Array<string>(number(event, "size") - singles.length).fill(only), ...singles]
    : [...plain, ...singles];
}

/** The ability that an event is about, or an empty text. */
export function abilityOf(event: GameEvent): string {
  const ability = text(event, "ability");
  return ability === "none" ? "" : ability;
}

export interface TrickLine {
  seat: number;
  ability: string;
  cards: string[];
  passed: boolean;
}

/** The lines of the trick before the current one, and who leads since; null in the first trick. */
export function lastTrick(events: readonly GameEvent[]): { lines: TrickLine[]; leader: number } | null {
  let end = events.length - 1;
  while (end >= 0 && events[end]!.kind !== "trick_ended" && events[end]!.kind !== "went_out") end--;
  if (end < 0) return null;
  let start = end - 1;
  while (start >= 0 && events[start]!.kind !== "trick_ended" && events[start]!.kind !== "dealt") start--;
  const lines = events.slice(start + 1, end).flatMap((event): TrickLine[] => {
    const seat = number(event, "seat");
    const ability = abilityOf(event);
    switch (event.kind) {
      case "played":
        return [{ seat, ability, cards: cardsOfSet(event), passed: false }];
      case "used":
        return [{ seat, ability, cards: [], passed: false }];
      case "passed":
        return [{ seat, ability: "", cards: [], passed: true }];
      default:
        return [];
    }
  });
  return { lines, leader: number(events[end]!, events[end]!.kind === "trick_ended" ? "leader" : "seat") };
}

export interface HandScore {
  hand: number;
  points: number[];
}

/** Points of each hand by seat, for the table at the end; the first hand is dealt before the first event. */
export function handScores(events: readonly GameEvent[]): HandScore[] {
  const hands: HandScore[] = [{ hand: 1, points: [0, 0] }];
  for (const event of events) {
    if (event.kind === "dealt") hands.push({ hand: number(event, "hand_number"), points: [0, 0] });
    const points = hands[hands.length - 1]?.points;
    if (!points) continue;
    if (event.kind === "scored" || event.kind === "went_out") {
      points[number(event, "seat")]! += number(event, "points");
    }
  }
  return hands;
}
