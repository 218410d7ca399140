// What the page reads of the record, as the field table names it. Hidden values are null.
import { SunTzuKinds, type SunTzuKind, type SunTzuState, type TableView } from "../../types";

export const stateOf = (view: TableView): SunTzuState => view.state as unknown as SunTzuState;

export const BLUE = 0;
export const RED = 1;
export const SEATS = [BLUE, RED] as const;
export const PROVINCES = ["QIN", "CHU", "JIN-YAN", "HAN-QI", "WU"] as const;
export type Province = (typeof PROVINCES)[number];
export const ROUNDS = 9;
export const SCORING = [3, 6, 9] as const;
export const TRACK = 9;
const FRAMED = 6;

/** Copies of each kind that a side has; without +2 and +3 in the game of beginners. */
const COPIES = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 1, 1, 2];
export const copiesOf = (kind: SunTzuKind, beginner: boolean): number =>
  beginner && (kind === "+2" || kind === "+3") ? 0 : (COPIES[SunTzuKinds.indexOf(kind)] ?? 0);

export const isFramed = (kind: string): boolean => {
  const at = SunTzuKinds.indexOf(kind as SunTzuKind);
  return at >= 0 && at < FRAMED;
};
export const UNFRAMED = SunTzuKinds.slice(FRAMED);

/** Each card of a list of counts by kind, one by one. */
export const cardsOf = (counts: readonly number[] | null | undefined): SunTzuKind[] =>
  (counts ?? []).flatMap((copies, i) => Array<SunTzuKind>(copies).fill(SunTzuKinds[i]!));

export const isNone = (label: string | null | undefined): boolean => !label || label === "none";

/** Which of the three steps of the displays counts next. */
export const nextScoring = (round: number): number => SCORING.findIndex((scoring) => round <= scoring);

/** The armies on the board: who has fewer is the holder. */
export const onBoard = (armies: readonly number[] | undefined): number => (armies ?? []).reduce((sum, n) => sum + n, 0);

export function controller(armies: readonly (readonly number[])[], at: number): number | null {
  return (armies[BLUE]?.[at] ?? 0) > 0 ? BLUE : (armies[RED]?.[at] ?? 0) > 0 ? RED : null;
}
