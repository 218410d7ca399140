// What things are called, as the log and the terminal call them too.
import { m, t } from "../../frame/texts";
import { besides, type Colour, type Leader, type State, type Things } from "./state";

const COLOUR_NAMES: Record<Colour, string> = { yellow: m("yellow"), red: m("red"), blue: m("blue"), green: m("green"), white: m("white") };
const KIND_NAMES: Record<Colour, string> = {
  yellow: m("Governor"),
  red: m("Soldier"),
  blue: m("Farmer"),
  green: m("Trader"),
  white: m("Artisan"),
};
const DYNASTIES = [m("Tiger"), m("Rabbit"), m("Rat"), m("Goat"), m("Dragon")];

export const colourName = (colour: Colour): string => t(COLOUR_NAMES[colour]);
export const kindName = (colour: Colour): string => t(KIND_NAMES[colour]);
export const dynasty = (seat: number): string => t(DYNASTIES[seat] ?? "");
export const leaderName = ({ seat, colour }: Leader): string =>
  t("{dynasty}'s {leader}", { dynasty: dynasty(seat), leader: kindName(colour) });
export const tileName = (colour: Colour): string =>
  t("{colour} {kind} tile", { colour: colourName(colour), kind: kindName(colour) });

export const leadersIn = (state: State): string => state.leaders.map(leaderName).join(", ");

/** What lies on a hex, as the screen reader says it. */
function lying(hex: string, things: Things): string {
  const leader = things.leader.get(hex);
  const tile = things.tile.get(hex);
  const bandits = things.bandits.get(hex);
  if (leader) return leaderName(leader);
  if (tile) return tileName(tile);
  return bandits ? t("bandits: {count}", { count: bandits }) : t("empty");
}

export function spoken(hex: string, things: Things, state: State | undefined, buildings: string): string {
  return [
    hex,
    things.river.has(hex) ? t("river") : things.capitals.has(hex) ? t("capital") : t("land"),
    lying(hex, things),
    things.granaries.has(hex) ? t("granary") : "",
    buildings,
    state ? t("in the state of {leaders}", { leaders: leadersIn(state) }) : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** How strong a leader is in a revolt, and its state in a war, before anything is committed. */
export function strengths(hex: string, things: Things, state: State | undefined): string {
  const leader = things.leader.get(hex);
  const texts: string[] = [];
  if (leader) texts.push(t("Revolt: {count}", { count: besides(things, hex, "yellow") }));
  if (state) texts.push(t("War: {count}", { count: state.tiles[1] ?? 0 }));
  return texts.join(" · ");
}

