// What things are called, as the log and the prompts call them too. The cards' own words come with the page, from the deck.
import { m, t, wordsOf } from "../../frame/texts";
import type { Colour, Lie, Space, Standing, WagonType } from "./state";

const COLOUR_NAMES: Record<Colour, string> = { blue: m("blue"), red: m("red"), green: m("green"), black: m("black"), yellow: m("yellow") };
const GOOD_NAMES: Record<Colour, string> = {
  blue: m("blue good"),
  red: m("red good"),
  green: m("green good"),
  black: m("black good"),
  yellow: m("yellow good"),
};
const DIE_NAMES: Record<Colour, string> = {
  blue: m("blue die"),
  red: m("red die"),
  green: m("green die"),
  black: m("black die"),
  yellow: m("yellow die"),
};
const DECK_NAMES: Record<Colour, string> = {
  blue: m("Equipment"),
  red: m("Raids"),
  green: m("Mercenaries"),
  black: m("Curses"),
  yellow: m("Treasures"),
};
const TYPE_NAMES: Record<WagonType, string> = {
  violet: m("violet wagon"),
  orange: m("orange wagon"),
  green: m("green wagon"),
  blue: m("blue wagon"),
};
const KINGS = [m("Attila"), m("Bleda"), m("Rua"), m("Octar")];
const LIES: Record<Lie, string> = { up: "", full: m("full"), used: m("used"), fled: m("fled, face down"), over: m("full: over") };

export const colourName = (colour: Colour): string => t(COLOUR_NAMES[colour]);
export const goodName = (colour: Colour): string => t(GOOD_NAMES[colour]);
export const dieName = (colour: Colour): string => t(DIE_NAMES[colour]);
export const deckName = (colour: Colour): string => t(DECK_NAMES[colour]);
export const typeName = (type: WagonType): string => t(TYPE_NAMES[type]);
export const kingName = (seat: number): string => t(KINGS[seat] ?? "");
export const lieName = (lie: Lie): string => t(LIES[lie]);

export const cardName = (card: string): string => wordsOf(card).name;

/** Goods one after the other, as the screen reader says them. */
export const listed = (goods: readonly Colour[]): string => goods.map(goodName).join(", ");

const spaceName = ({ colour, good }: Space): string =>
  good === null
    ? t("{colour} space empty", { colour: colourName(colour) })
    : good === colour
      ? t("{colour} space filled", { colour: colourName(colour) })
      : t("{colour} space: {good}", { colour: colourName(colour), good: goodName(good) });

export const wagonName = (type: WagonType, spaces: readonly Space[]): string =>
  `${typeName(type)}: ${spaces.map(spaceName).join(", ")}`;

export const standingName = ({ slot, spaces }: Standing, type: WagonType): string =>
  t("Wagon {slot}, {wagon}", { slot, wagon: wagonName(type, spaces) });
