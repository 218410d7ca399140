// What the page reads of the record, as the field table names it.
import { oneByOne, orNull, total } from "../../frame/values";
import type { TableView } from "../../types";
import { HunsFacts, HunsKinds, type HunsCard, type HunsKind, type HunsQuestion, type HunsState } from "./types";

export const stateOf = (view: TableView): HunsState => view.state as unknown as HunsState;

export const COLOURS = HunsKinds;
export type Colour = HunsKind;
export type Card = HunsCard;
export type Wagon = Exclude<HunsState["display"][number], "none">;
export type WagonType = HunsState["type"][number];
export type Asked = HunsQuestion | { kind: "over" };

export const { wagon_types: TYPES, in_bags: BAGS } = HunsFacts;

/** What is to be decided next, with its arguments by name. */
export const askedOf = (view: TableView): Asked => (view.asked as HunsQuestion | null) ?? { kind: "over" };
export const asksOf = (view: TableView): Asked["kind"] => askedOf(view).kind;

export const colourAt = (label: "none" | Colour): Colour | null => orNull(label);

const BY_LETTER: Record<string, Colour> = { E: "blue", R: "red", M: "green", C: "black", T: "yellow" };
export const colourOf = (card: string): Colour => BY_LETTER[card[0]!]!;

/** Each good of a list of counts by colour, one by one. */
export const goodsOf = (counts: readonly number[] | undefined): Colour[] => oneByOne(COLOURS, counts);

/** Mercenaries and Curses have spaces for goods; the lists of those begin with the Mercenaries. */
const holderIndex = (card: string): number => (card[0] === "M" ? 0 : 12) + Number(card.slice(1)) - 1;
export const isHolder = (card: string): boolean => card[0] === "M" || card[0] === "C";
export const spacesOn = (state: HunsState, card: string): number => (isHolder(card) ? (state.spaces[holderIndex(card)] ?? 0) : 0);
export const goodsOn = (state: HunsState, card: string): Colour[] => goodsOf(state.goods_on[holderIndex(card)]);
export const cursedBy = (state: HunsState, card: string): number => state.cursed_by[holderIndex(card) - 12] ?? -1;

export const wagonIndex = (wagon: Wagon): number => Number(wagon.slice(1)) - 1;
export const typeOf = (state: HunsState, wagon: Wagon): WagonType => state.type[wagonIndex(wagon)]!;

/** A space of a wagon: its printed colour, and the good that lies there. */
export interface Space {
  colour: Colour;
  good: Colour | null;
}

/** The spaces of a wagon in colour order, filled as `load` tells: for each colour of space how many goods of each colour. */
export function spacesOf(state: HunsState, wagon: Wagon, load?: readonly (readonly number[])[]): Space[] {
  return (state.need[wagonIndex(wagon)] ?? []).flatMap((count, i) => {
    const goods = goodsOf(load?.[i]);
    return Array.from({ length: count }, (_, at) => ({ colour: COLOURS[i]!, good: goods[at] ?? null }));
  });
}

export interface Standing {
  seat: number;
  slot: number; // from 1, as the actions count
  wagon: Wagon;
  spaces: Space[];
}

/** The wagons in a camp, by slot. */
export const wagonsOf = (state: HunsState, seat: number): Standing[] =>
  (state.wagons[seat] ?? []).flatMap((wagon, at) =>
    wagon === "none" ? [] : [{ seat, slot: at + 1, wagon, spaces: spacesOf(state, wagon, state.load[seat]?.[at]) }],
  );

/** Number of sent wagons of each type, if the viewer may know them. */
export function sentTypes(state: HunsState, seat: number): { type: WagonType; count: number }[] | null {
  const types = state.sent[seat]?.flatMap((wagon) => (wagon === "none" ? [] : [typeOf(state, wagon)]));
  if (!types) return null;
  return TYPES.map((type) => ({ type, count: types.filter((one) => one === type).length })).filter(({ count }) => count > 0);
}

/** Points if the game ended now; `least`: without what depends on the types of wagons that lie face down. */
export const pointsOf = (state: HunsState, seat: number): { points: number; least: boolean } => ({
  points: total(state.standing[seat]),
  least: state.sent[seat] === null && (state.sent_size[seat] ?? 0) > 0,
});

/** How a card lies in a camp. */
export type Lie = "up" | "full" | "used" | "fled" | "over";

export function lieOf(state: HunsState, card: Card): Lie {
  if (state.fled.includes(card)) return "fled";
  if (state.used.includes(card)) return "used";
  if (state.full.includes(card)) return colourOf(card) === "black" ? "over" : "full";
  return "up";
}

/** Whether a card should work but another keeps it from that: Rust, Mutiny. */
export const isStopped = (state: HunsState, seat: number, card: Card): boolean =>
  (card[0] === "E" || lieOf(state, card) === "full") && !state.works[seat]?.includes(card);

export interface Group {
  colour: Colour;
  cards: Card[];
}

/** The cards of a camp by colour; apart from them those that are over: used, fled from, full. */
export function cardsOf(state: HunsState, seat: number): { groups: Group[]; over: Card[] } {
  const isOver = (card: Card) => ["used", "fled", "over"].includes(lieOf(state, card));
  const cards = COLOURS.flatMap((colour) => (state.camp[seat] ?? []).filter((card) => colourOf(card) === colour));
  const of = (colour: Colour) => cards.filter((card) => colourOf(card) === colour && !isOver(card));
  return { groups: COLOURS.map((colour) => ({ colour, cards: of(colour) })).filter(({ cards: some }) => some.length > 0), over: cards.filter(isOver) };
}
