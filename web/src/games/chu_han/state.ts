// What the page reads of the record, as the field table names it. Hidden values are null.
import type { TableView } from "../../types";
import { ChuHanFacts, type ChuHanState } from "./types";

export const stateOf = (view: TableView): ChuHanState => view.state as unknown as ChuHanState;

export const HAN = 0;
export const { pile: PILE, undrawable: UNDRAWABLE } = ChuHanFacts;

/** One play that lies in the trick. */
export interface Play {
  seat: number;
  ability: string;
  cards: readonly string[];
}

export function trickOf(state: ChuHanState): Play[] {
  return state.trick_cards.map((cards, row) => ({
    seat: state.trick_seat[row]!,
    ability: state.trick_ability[row]!,
    cards,
  }));
}
