// What the page reads of the record, as the field table names it. Hidden values are null.
import { oneByOne } from "../../frame/values";
import type { TableView } from "../../types";
import { SunTzuFacts, SunTzuKinds, type SunTzuKind, type SunTzuState } from "./types";

export const stateOf = (view: TableView): SunTzuState => view.state as unknown as SunTzuState;

export const BLUE = 0;
export const RED = 1;
export const SEATS = [BLUE, RED] as const;
export const PROVINCES = SunTzuFacts.provinces;
export type Province = (typeof PROVINCES)[number];
export const ROUNDS = SunTzuFacts.rounds;
export const SCORING = SunTzuFacts.scoring_rounds;
export const TRACK = SunTzuFacts.track;
export const FRAMED: readonly string[] = SunTzuFacts.framed;

/** Copies of a kind that a side has. */
export const copiesOf = (kind: SunTzuKind, beginner: boolean): number =>
  (beginner ? SunTzuFacts.beginner_copies : SunTzuFacts.copies)[SunTzuKinds.indexOf(kind)] ?? 0;

export const isFramed = (kind: string): boolean => FRAMED.includes(kind);
export const UNFRAMED = SunTzuKinds.filter((kind) => !isFramed(kind));

export const cardsOf = (counts: readonly number[] | null | undefined): SunTzuKind[] => oneByOne(SunTzuKinds, counts);

/** Which of the three steps of the displays counts next. */
export const nextScoring = (round: number): number => SCORING.findIndex((scoring) => round <= scoring);

export function controller(armies: readonly (readonly number[])[], at: number): number | null {
  return (armies[BLUE]?.[at] ?? 0) > 0 ? BLUE : (armies[RED]?.[at] ?? 0) > 0 ? RED : null;
}
