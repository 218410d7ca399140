// What the page reads of the record, as the field table names it. Hidden values are null.
import type { GameEvent, TableView } from "../../types";

export interface ChuHanState {
  hand: (number[] | null)[];
  hand_size: number[];
  opened: number[];
  shown: number[][];
  building: (number[] | null)[];
  building_ability: (string | null)[];
  pile_size: number;
  seen: (string[] | null)[];
  discard: number[];
  decrees_left: number;
  decrees_taken: number[];
  score: number[];
  doubled: number;
  stage: "lead" | "respond" | "cancel" | "restore" | "over";
  turn: number;
  actor: number;
  leader: number;
  plays: number;
  trick_seat: number[];
  trick_ability: string[];
  trick_size: number[];
  trick_cards: number[][];
  declared_ability: string;
  declared_cards: number[];
  declared_target: string;
  to_beat_value: number;
  to_beat_size: number;
  hand_number: number;
  winner: number;
}

export const stateOf = (view: TableView): ChuHanState => view.state as ChuHanState;

export const HAN = 0;
export const DECREES = 6;
export const PILE = 16;
export const UNDRAWABLE = 4;
export const GOAL = 31;

/** The kinds of a list of counts, each as often as it is counted. */
export function kindsIn(counts: readonly number[] | null | undefined, kinds: readonly string[]): string[] {
  return (counts ?? []).flatMap((times, i) => Array<string>(times).fill(kinds[i]!));
}

/** One play that lies in the trick. */
export interface Play {
  seat: number;
  ability: string;
  cards: string[];
}

export function trickOf(state: ChuHanState, kinds: readonly string[]): Play[] {
  return Array.from({ length: state.plays }, (_, row) => ({
    seat: state.trick_seat[row]!,
    ability: state.trick_ability[row]!,
    cards: kindsIn(state.trick_cards[row], kinds),
  }));
}

export const text = (event: GameEvent, field: string): string => String(event[field] ?? "");
export const number = (event: GameEvent, field: string): number => Number(event[field] ?? 0);
