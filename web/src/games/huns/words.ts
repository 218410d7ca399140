// What things are called, as the log and the prompts call them too. The cards' own words come with the page, from the deck.
import { m, n, t, wordsOf } from "../../frame/texts";
import type { Colour, Lie, Space, Standing, WagonType } from "./state";

const SPACE_NAMES: Record<Colour, string> = {
  blue: m("blue space"),
  red: m("red space"),
  green: m("green space"),
  black: m("black space"),
  yellow: m("yellow space"),
};
const GOODS_NAMES: Record<Colour, (count: number) => string> = {
  blue: (count) => n("blue good", "blue goods", count),
  red: (count) => n("red good", "red goods", count),
  green: (count) => n("green good", "green goods", count),
  black: (count) => n("black good", "black goods", count),
  yellow: (count) => n("yellow good", "yellow goods", count),
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

export const spaceName = (colour: Colour): string => t(SPACE_NAMES[colour]);
/** What so many goods are called, without the number. */
export const goodsName = (colour: Colour, count: number): string => GOODS_NAMES[colour](count);
export const goodName = (colour: Colour): string => goodsName(colour, 1);
export const dieName = (colour: Colour): string => t(DIE_NAMES[colour]);
export const deckName = (colour: Colour): string => t(DECK_NAMES[colour]);
export const typeName = (type: WagonType): string => t(TYPE_NAMES[type]);
export const kingName = (seat: number): string => t(KINGS[seat] ?? "");
export const lieName = (lie: Lie): string => t(LIES[lie]);

export const cardName = (card: string): string => wordsOf(card).name;

/** Goods one after the other, as the screen reader says them. */
export const listed = (goods: readonly Colour[]): string => goods.map(goodName).join(", ");

/** What points are counted for, in the order of the account [N7.1]. */
const ITEMS = [m("Raids"), m("Mercenaries"), m("Treasures"), m("Curses fled from"), m("Sent wagons"), m("Types of wagons, or the most of one")];

export const itemNames = (): string[] => ITEMS.map((item) => t(item));

export const signed = (points: number): string => String(points).replace("-", "−");

const holds = ({ colour, good }: Space): string => {
  const space = spaceName(colour);
  if (good === null) return t("{space} empty", { space });
  return good === colour ? t("{space} filled", { space }) : t("{space}: {good}", { space, good: goodName(good) });
};

export const wagonName = (type: WagonType, spaces: readonly Space[]): string =>
  `${typeName(type)}: ${spaces.map(holds).join(", ")}`;

export const standingName = ({ slot, spaces }: Standing, type: WagonType): string =>
  t("Wagon {slot}, {wagon}", { slot, wagon: wagonName(type, spaces) });
