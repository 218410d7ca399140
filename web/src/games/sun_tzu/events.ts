// What the events say: the battles of a round with their arithmetic, and the table as it was before the last of them.
import { decider, seatOf } from "../../frame/events";
import type { GameEvent } from "../../types";
import { t } from "../../frame/texts";
import { BLUE, PROVINCES, RED, controller, nextScoring, type Province } from "./state";
import type { SunTzuEvent, SunTzuKind, SunTzuState } from "./types";

/** The event with the fields of its kind. */
export const told = (event: GameEvent): SunTzuEvent => event as unknown as SunTzuEvent;

export const about = seatOf;
export const decidedBy = decider(["chose", "confirmed", "discarded", "general_shown", "took_general", "put_under"]);

/** One battle as it was fought so far. */
export interface Battle {
  province: Province;
  cards: readonly [SunTzuKind, SunTzuKind];
  feint: boolean;
  physician: boolean;
  pestilence: boolean;
  outcome: "open" | "won" | "level" | "plague";
  winner: number | null;
  margin: number;
  /** The lines of the log about it, after the cards. */
  lines: GameEvent[];
}

export interface Fought {
  round: number;
  sealed: boolean;
  battles: Battle[];
  scoring: GameEvent | null;
}

const ENDS_BATTLES: readonly string[] = ["drew", "put_under", "scored", "discarded", "over", "round_began"];

/** The round that is shown after so many events: its battles, as far as they were revealed. */
export function fought(events: readonly GameEvent[], head: number): Fought {
  const start = events.slice(0, head).findLastIndex(({ kind }) => kind === "round_began");
  const result: Fought = { round: 0, sealed: false, battles: [], scoring: null };
  let pestilence = false;
  let battle: Battle | null = null;
  for (const event of events.slice(Math.max(0, start), head)) {
    const what = told(event);
    if (ENDS_BATTLES.includes(what.kind) && what.kind !== "discarded") battle = null;
    if (what.kind === "general_shown" && what.general === "R4") pestilence = true;
    switch (what.kind) {
      case "round_began":
        result.round = what.round;
        break;
      case "sealed":
        result.sealed = true;
        break;
      case "scored":
        result.scoring = event;
        break;
      case "revealed":
        battle = {
          province: what.province,
          cards: [what.blue, what.red],
          feint: false,
          physician: false,
          pestilence,
          outcome: "open",
          winner: null,
          margin: 0,
          lines: [],
        };
        result.battles.push(battle);
        break;
      default:
        if (battle) follow(battle, what, event);
    }
  }
  return result;
}

/** The cards of the battles among these events, by province. */
export function revealed(events: readonly GameEvent[]): ReadonlyMap<string, readonly [SunTzuKind, SunTzuKind]> {
  const cards = new Map<string, readonly [SunTzuKind, SunTzuKind]>();
  for (const what of events.map(told)) {
    if (what.kind === "round_began") break;
    if (what.kind === "revealed") cards.set(what.province, [what.blue, what.red]);
  }
  return cards;
}

function follow(battle: Battle, what: SunTzuEvent, event: GameEvent): void {
  battle.lines.push(event);
  if (what.kind === "general_shown" && what.general === "B2") battle.feint = true;
  if (what.kind === "general_shown" && what.general === "R3") battle.physician = true;
  if (what.kind === "plague") battle.outcome = "plague";
  if (what.kind === "nobody_won") battle.outcome = "level";
  if (what.kind === "won") {
    battle.outcome = "won";
    battle.winner = what.seat;
    battle.margin = what.margin;
  }
}

/** What a card of the battle counts as: blue's feint a 6, a Plague under the physician 0. */
export function countsAs({ cards, feint, physician }: Battle, seat: number): string {
  const card = cards[seat]!;
  if (feint && seat === BLUE) return "6";
  return physician && card === "Plague" ? "0" : card;
}

export const shown = (card: string): string => (card === "Plague" ? t("Plague") : card.replace("-", "−"));

/** Why the battle ended as it did, in a few words or as a sum. */
export function arithmetic(battle: Battle): string {
  const [blue, red] = [countsAs(battle, BLUE), countsAs(battle, RED)];
  if (blue === "Plague" || red === "Plague") {
    return battle.pestilence ? t("Plague: no battle, only 1 army stays") : t("Plague: no battle, half of the armies leave, rounded down");
  }
  if (battle.outcome === "open") return "";
  const high = battle.winner === RED ? red : blue;
  const low = battle.winner === RED ? blue : red;
  const pluses = [high, low].filter((card) => card.startsWith("+")).length;
  if (pluses === 2) return high === low ? t("Equal + cards cancel each other") : `${high} − ${low} = ${battle.margin}`;
  if (pluses === 1) return t("{card} wins by {count} against anything without a +", { card: high, count: battle.margin });
  if (high === "-1") return t("−1 against −1: nothing happens");
  if (low === "-1") return t("−1 loses by 1 to any number");
  return high === low ? `${high} − ${low} = 0` : `${high} − ${low} = ${battle.margin}`;
}

/** What lies on the board after the first `head` events: the newest table, with the later events taken back. */
export interface Shown {
  armies: number[][];
  markers: number[][];
  pool: number[];
  reinforcements: number[];
  figure: number;
}

export function shownAt(state: SunTzuState, events: readonly GameEvent[], head: number): Shown {
  const table: Shown = {
    armies: state.armies.map((row) => [...row]),
    markers: state.markers.map((row) => [...row]),
    pool: [...state.pool],
    reinforcements: [...state.reinforcements],
    figure: state.figure,
  };
  if (head >= events.length) return table;
  for (let i = events.length - 1; i >= head; i--) takeBack(table, told(events[i]!));
  table.figure = figureAt(events, head);
  return table;
}

function figureAt(events: readonly GameEvent[], head: number): number {
  const last = events.slice(0, head).findLast(({ figure }) => typeof figure === "number");
  return last ? (last.figure as number) : 0;
}

function takeBack(table: Shown, what: SunTzuEvent): void {
  if (what.kind === "moved") {
    add(table, what.seat, what.end, what.province, -what.count);
    add(table, what.seat, what.start, what.province, what.count);
  } else if (what.kind === "plague") {
    const at = PROVINCES.indexOf(what.province);
    [what.blue, what.red].forEach((count, seat) => {
      table.armies[seat]![at]! += count;
      table.pool[seat]! -= count;
    });
  } else if (what.kind === "discarded") {
    table.reinforcements[what.seat]! += 1;
    table.pool[what.seat]! -= 1;
  }
}

function add(table: Shown, seat: number, place: string, province: string, count: number): void {
  if (place === "pool") table.pool[seat]! += count;
  else if (place === "reinforcements") table.reinforcements[seat]! += count;
  else if (place === "marker") table.markers[seat]![PROVINCES.indexOf(province as Province)]! += count;
  else table.armies[seat]![PROVINCES.indexOf(place as Province)]! += count;
}

/** Something that moved the figure, for the table at the end. */
export interface Gain {
  /** The round of a scoring, or null where a general or an event gave the point. */
  round: number | null;
  /** What gave the point; empty for a scoring. */
  by: string;
  /** What each side scored. */
  points: readonly [number, number];
  /** The provinces that were worth it, each with its points. */
  provinces: readonly [readonly string[], readonly string[]];
  figure: number;
}

/** What each side's provinces are worth at a scoring, by their steps: the points of each province, with its name. */
export function worths(state: SunTzuState, armies: readonly (readonly number[])[], step: number): [Worth[], Worth[]] {
  const worth = (seat: number) =>
    PROVINCES.flatMap((province, at) => (controller(armies, at) === seat ? [{ province, points: Number(state.displays[at]!.split("/")[step]) }] : []));
  return [worth(BLUE), worth(RED)];
}

export interface Worth {
  province: Province;
  points: number;
}

/** Each scoring with its provinces, and each single point. */
export function gains(state: SunTzuState, events: readonly GameEvent[]): Gain[] {
  const found: Gain[] = [];
  let giver = "";
  events.map(told).forEach((event, i) => {
    if (event.kind === "general_shown") giver = event.general;
    if (event.kind === "event_fired") giver = event.event;
    if (event.kind === "gained") {
      const points = [Number(event.seat === BLUE), Number(event.seat === RED)] as const;
      found.push({ round: null, by: giver, points, provinces: [[], []], figure: event.figure });
    }
    if (event.kind === "scored") {
      const { armies } = shownAt(state, events, i);
      const [ofBlue, ofRed] = worths(state, armies, nextScoring(event.round)).map((side) => side.map(({ province, points }) => `${province} ${points}`));
      const { round, blue, red, figure } = event;
      found.push({ round, by: "", points: [blue, red], provinces: [ofBlue!, ofRed!], figure });
    }
  });
  return found;
}
