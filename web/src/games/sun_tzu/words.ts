// What stands on the cards, as the terminal and the log say it too.
import { m, t } from "../../frame/texts";
import type { SunTzuState } from "./types";

export interface General {
  id: string;
  name: string;
  text: string;
  time: string;
}

/** When the generals act that are bound to no card. */
export const ANY_PHASE = m("in the orders or after the last battle, up to round 6");

export const GENERALS: readonly General[] = [
  { id: "B1", name: m("March"), text: m("Move 1 of your armies to an adjacent province that is neutral or yours."), time: ANY_PHASE },
  { id: "B2", name: m("Feint"), text: m("Your revealed 7, 8, 9 or 10 counts as a 6 and puts no marker army."), time: m("at a reveal") },
  { id: "B3", name: m("Vanguard"), text: m("Shown by itself before round 1: you start with 1 point."), time: m("before the game") },
  { id: "B4", name: m("Regrouping"), text: m("Your revealed -1 goes under your deck, and the top card of your deck leaves the game."), time: m("at a reveal") },
  { id: "B5", name: m("Levy"), text: m("Put 1 army from your pool into a province of yours."), time: ANY_PHASE },
  { id: "R1", name: m("Second siege"), text: m("Your 6 may go where you already used it, and puts another marker army; it is shown with the card."), time: m("by itself, when the 6 is revealed") },
  { id: "R2", name: m("Strike"), text: m("Return 1 enemy army from a province to its pool."), time: ANY_PHASE },
  { id: "R3", name: m("Physician"), text: m("A Plague revealed now counts as the number 0; not if both revealed one."), time: m("at a reveal") },
  { id: "R4", name: m("Pestilence"), text: m("In this round every Plague leaves only 1 army."), time: m("in the orders") },
  { id: "R5", name: m("Contagion"), text: m("Your revealed Plague goes under your deck, and the top card of your deck leaves the game."), time: m("at a reveal") },
];

export const generalOf = (id: string): General => GENERALS.find((one) => one.id === id)!;

export const EVENTS: Readonly<Record<string, { name: string; text: string }>> = {
  Pandemic: { name: m("Pandemic"), text: m("Once 4 Plagues were revealed: each side moves 1 army from its pool (if empty, from a province) to reinforcements.") },
  "War chariot": { name: m("War chariot"), text: m("Whoever used the 6 in 3 provinces may take another of their generals laid aside.") },
  Champion: { name: m("Champion"), text: m("A player whose 9 did not win moves 1 army from pool or provinces to reinforcements.") },
  Hero: { name: m("Hero"), text: m("A player whose 10 did not win moves 2 armies from pool or provinces to reinforcements.") },
  "Light infantry": { name: m("Light infantry"), text: m("Once both played a 1 in the same province: the side with fewer points gains 1.") },
};

export const eventName = (id: string): string => t(EVENTS[id]?.name ?? id);
/** With the option `army` that event gives a win instead of a point. */
const INFANTRY_WINS = m("Once both played a 1 in the same province: the side with fewer points may win there by 1.");
export const eventText = (id: string, infantry: SunTzuState["light_infantry"]): string =>
  t(id === "Light infantry" && infantry === "army" ? INFANTRY_WINS : (EVENTS[id]?.text ?? ""));

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
