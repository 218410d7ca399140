// What the page reads of the record, as the field table names it. Hidden values are null.
import { oneByOne, orNull } from "../../frame/values";
import type { TableView } from "../../types";
import { GRID, indexOf, near } from "./geometry";
import { HuangFacts, HuangKinds, type HuangHex, type HuangKind, type HuangState } from "./types";

export const stateOf = (view: TableView): HuangState => view.state as unknown as HuangState;

export const COLOURS = HuangKinds;
export type Colour = HuangKind;
export type Hex = HuangHex;

export const at = orNull;
export const tilesOf = (counts: readonly number[] | null | undefined): Colour[] => oneByOne(COLOURS, counts);

export interface Leader {
  seat: number;
  colour: Colour;
}

/** What stands where, looked up by the name of the hex. */
export interface Things {
  tile: ReadonlyMap<string, Colour>;
  leader: ReadonlyMap<string, Leader>;
  /** Numbers of bandits by the hexes that they cover. */
  bandits: ReadonlyMap<string, number>;
  capitals: ReadonlySet<string>;
  granaries: ReadonlySet<string>;
  river: ReadonlySet<string>;
}

export function thingsOf(state: HuangState): Things {
  const tile = new Map<string, Colour>();
  state.tiles.forEach((hexes, i) => hexes.forEach((hex) => tile.set(hex, COLOURS[i]!)));
  const leader = new Map<string, Leader>();
  for (let seat = 0; seat < state.players; seat++) {
    state.leaders[seat]?.forEach((hex, i) => hex !== "none" && leader.set(hex, { seat, colour: COLOURS[i]! }));
  }
  const bandits = new Map<string, number>();
  bandsOf(state).forEach(({ hexes, count }) => hexes.forEach((hex) => bandits.set(hex, count)));
  return {
    tile,
    leader,
    bandits,
    capitals: new Set(state.capitals),
    granaries: new Set(state.granaries),
    river: new Set(state.river),
  };
}

export const bandsOf = (state: HuangState): { hexes: Hex[]; count: number }[] =>
  state.bandit_tiles.flatMap((tile, location) =>
    tile > 0 ? [{ hexes: state.locations[location]!.filter((hex) => hex !== "none") as Hex[], count: HuangFacts.bandits[tile - 1]! }] : [],
  );

/** The colours of the pagodas in the box. */
export const PAGODAS: readonly Colour[] = HuangFacts.pagodas;

export interface State {
  hexes: Hex[];
  leaders: Leader[];
  /** How many tiles of each colour. */
  tiles: number[];
}

/** The states: linked groups with at least one leader, by the first hex of the group. */
export function statesOf(state: HuangState, things: Things): Map<string, State> {
  const found = new Map<string, State>();
  state.group.forEach((group, i) => {
    if (group === "none" || state.realm[indexOf(group) + 1] === "none") return;
    const one = found.get(group) ?? { hexes: [], leaders: [], tiles: [0, 0, 0, 0, 0] };
    const hex = NAMES[i]!;
    one.hexes.push(hex);
    const colour = things.tile.get(hex);
    if (colour) one.tiles[COLOURS.indexOf(colour)]!++;
    const leader = things.leader.get(hex);
    if (leader) one.leaders.push(leader);
    found.set(group, one);
  });
  return found;
}

export const NAMES = GRID as readonly Hex[];

/** Tiles of a colour that touch a hex. */
export const besides = (things: Things, hex: string, colour: Colour): number =>
  near(hex).filter((other) => things.tile.get(other) === colour).length;
