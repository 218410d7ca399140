// What is said of cards beside what the page brings along for generals and events.
import { m, t } from "../../frame/texts";

/** What a card does besides its number; empty for a plain one. */
const CARDS: Record<string, string> = {
  "1": m("You draw 3 cards and keep 2 at the end of the round."),
  "6": m("One of your armies becomes a marker on the name field for good; no second 6 of yours there, but for Second siege."),
  "-1": m("Loses by 1 to any number; counts 0 against a +."),
  "+1": m("Wins by 1 against a number or −1."),
  "+2": m("Wins by 2 against a number or −1; costs 1 army to reinforcements, won or not, but nothing against +2."),
  "+3": m("Wins by 3 against a number or −1; costs 2 armies to reinforcements, won or not, but nothing against +3."),
  Plague: m("No battle: half of the armies there leave, rounded down, and the other card does nothing."),
};

export const cardText = (kind: string): string => {
  const own = CARDS[kind];
  return own ? t(own) : t("The higher number wins by the difference.");
};
export const SPECIAL = Object.keys(CARDS);

export const sideName = (seat: number): string => (seat === 0 ? t("Sun Tzu") : t("King Shao"));
