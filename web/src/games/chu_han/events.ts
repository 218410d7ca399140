// What the events say, for the strip, the last trick and the travelling cards. The sentences come from the server.
import { decider, seatOf } from "../../frame/events";
import type { GameEvent } from "../../types";
import { ChuHanFacts, type ChuHanEvent, type ChuHanKind, type ChuHanState } from "./types";

/** The event with the fields of its kind. */
export const told = (event: GameEvent): ChuHanEvent => event as unknown as ChuHanEvent;

export const about = seatOf;
export const decidedBy = decider(["drew", "declared", "played", "passed", "cancelled", "restored", "swapped", "placed", "gave", "picked"]);

/** Where on the table an event has changed something, besides where cards are seen to go. */
export function places(event: GameEvent): string[] {
  const what = told(event);
  switch (what.kind) {
    case "drew":
      return ["decrees"];
    case "looked":
      return ["pile"];
    case "scored":
    case "went_out":
      return [`score:${what.seat}`];
    case "hand_opened":
      return [`seat:${what.seat}`];
    case "event_revealed":
    case "lent":
    case "swapped":
    case "placed":
      return ["event"];
    case "passed":
    case "cancelled":
    case "restored":
    case "returned":
      return ["trick"];
    default:
      return [];
  }
}

/** The places where something has changed since the viewer decided anything. */
export function news(events: readonly GameEvent[], viewer: number | null): string[] {
  if (viewer === null) return [];
  const own = events.findLastIndex((event) => decidedBy(event) === viewer);
  const first = events.slice(own + 1).findIndex((event) => decidedBy(event) !== null); // what follows the own act is no news
  return first < 0 ? [] : [...new Set(events.slice(own + 1 + first).flatMap(places))];
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

/** The cards that have come to a seat's hand since it last decided anything else, by kind: how many of each. */
export function newcomers(events: readonly GameEvent[], seat: number): Map<string, number> {
  const found = new Map<string, number>();
  const count = (kind: string | null, change: number) => {
    if (kind !== null && kind !== "none") found.set(kind, (found.get(kind) ?? 0) + change);
  };
  for (let i = events.length - 1; i >= 0; i--) {
    const what = told(events[i]!);
    if (what.kind === "dealt" || ((what.kind === "played" || what.kind === "passed" || what.kind === "declared") && what.seat === seat)) {
      if (what.kind !== "declared" || what.ability !== "ying_bu") break;
    } else if ("seat" in what && what.seat === seat) {
      if (what.kind === "drew") [what.first, what.second].forEach((kind) => count(kind, 1));
      else if (what.kind === "gave") count(what.card, -1);
      else if (what.kind === "received" || what.kind === "picked") count(what.card, 1);
      else if (what.kind === "swapped") count(what.taken, 1);
      else if (what.kind === "used" && what.ability === "ying_bu") count(what.target, 1);
    }
  }
  return found;
}

type Told<K extends ChuHanEvent["kind"]> = Extract<ChuHanEvent, { kind: K }>;

/** What a seat gained in the middle of a hand, and for what. */
export interface Gain {
  seat: number;
  reason: Told<"scored">["reason"];
  points: number;
}

/** What a hand was worth, for the note after it and for the table at the end. */
export interface HandScore {
  hand: number;
  /** Of a campaign, from 1; else 1. */
  match: number;
  event: string;
  gains: Gain[];
  decrees: [number, number];
  out: Told<"went_out"> | null;
  /** What the totals have changed by: a loss ends at 0. */
  points: [number, number];
  /** The totals before it. */
  from: [number, number];
  /** Restraint took more than there was. */
  floored: boolean;
  /** What followed from it, in words: a match won, and the next. */
  follows: string[];
}

/** The hands in the order in which they were dealt; the first is dealt before the first event. */
export function handScores(events: readonly GameEvent[], state: ChuHanState): HandScore[] {
  const begun = (hand: number, match: number, from: [number, number]): HandScore => ({
    hand,
    match,
    event: state.events === 1 ? ChuHanFacts.first_event : "none", // later ones are revealed
    gains: [],
    decrees: [0, 0],
    out: null,
    points: [0, 0],
    from,
    floored: false,
    follows: [],
  });
  const hands = [begun(1, 1, [...ChuHanFacts.start])];
  let next: { match: number; from: [number, number] } | null = null;
  for (const event of events.map(told)) {
    const hand = hands[hands.length - 1]!;
    const total = (seat: number) => hand.from[seat]! + hand.points[seat]!;
    switch (event.kind) {
      case "drew":
        hand.decrees[event.seat]! += 1;
        break;
      case "scored": {
        const known = hand.gains.find(({ seat, reason }) => seat === event.seat && reason === event.reason);
        if (known) known.points += event.points;
        else hand.gains.push({ seat: event.seat, reason: event.reason, points: event.points });
        hand.points[event.seat]! += event.points;
        break;
      }
      case "went_out":
        hand.out = event;
        hand.floored = event.spared > 0;
        hand.points[event.seat]! += event.points;
        break;
      case "match_won":
        hand.follows.push(event.text);
        break;
      case "match_began":
        hand.follows.push(event.text);
        next = { match: event.match_number, from: event.leader === 0 ? [0, event.spoils] : [event.spoils, 0] };
        break;
      case "dealt":
        hands.push(begun(event.hand_number, next?.match ?? hand.match, next?.from ?? [total(0), total(1)]));
        next = null;
        break;
      case "event_revealed":
        hand.event = event.event;
        break;
    }
  }
  return hands;
}
