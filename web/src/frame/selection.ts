// What is tapped, against what the legal actions name. An action is a multiset of parts; nothing here knows a rule.
import type { LegalAction } from "../types";

/** One tapped thing: the part's name in the actions, and which of the equal things on the table it is. */
export interface Slot {
  part: string;
  index: number;
}

/** The kind of thing that a part is: `hand:` for all cards of the hand, the part itself where there is only one. */
export const family = (part: string): string => part.slice(0, part.indexOf(":") + 1) || part;

export type Counts = ReadonlyMap<string, number>;

export function count(parts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return counts;
}

export const partsOf = (selection: readonly Slot[]): string[] => selection.map((slot) => slot.part);

/** Whether the action uses everything that is selected. */
function uses(action: LegalAction, selected: Counts): boolean {
  const parts = count(action.parts);
  for (const [part, wanted] of selected) if ((parts.get(part) ?? 0) < wanted) return false;
  return true;
}

export interface Fit {
  /** Actions made of exactly what is selected. */
  exact: LegalAction[];
  /** Actions that need more than what is selected. */
  more: LegalAction[];
  /** Parts that can be added to the selection; of a stray one those that can take its place. */
  lit: ReadonlySet<string>;
  /** Something is selected that no legal action names: it leaves the choice as it is without a selection. */
  stray: boolean;
}

/** What is selected and no legal action names; nothing where there is nothing to choose. */
export function strays(legal: readonly LegalAction[], selection: readonly Slot[]): readonly Slot[] {
  if (selection.length === 0) return selection;
  const named = new Set(legal.flatMap(({ parts }) => parts));
  return named.size > 0 ? selection.filter(({ part }) => !named.has(part)) : [];
}

/** How the legal actions fit to a selection. Actions without parts are buttons and take no part in it. */
export function fit(legal: readonly LegalAction[], tapped: readonly Slot[]): Fit {
  const stray = strays(legal, tapped).length > 0;
  const selection = stray ? [] : tapped;
  const selected = count(partsOf(selection));
  const result = { exact: [] as LegalAction[], more: [] as LegalAction[], lit: new Set<string>(), stray };
  for (const action of legal) {
    if (action.parts.length === 0 || !uses(action, selected)) continue;
    (action.parts.length === selection.length ? result.exact : result.more).push(action);
    for (const [part, wanted] of count(action.parts)) {
      if (wanted > (selected.get(part) ?? 0)) result.lit.add(part);
    }
  }
  return { ...result, exact: asTapped(result.exact, selection), more: asTapped(result.more, selection) };
}

/** The order of the taps tells actions of a kind apart that name the same parts in another order: first from, then to. */
function asTapped(actions: LegalAction[], selection: readonly Slot[]): LegalAction[] {
  if (selection.length === 0) return actions;
  const key = ({ kind, parts }: LegalAction) => [kind, ...[...parts].sort()].join();
  const least = new Map<string, number>();
  for (const action of actions) least.set(key(action), Math.min(turned(action, selection), least.get(key(action)) ?? Infinity));
  return actions.filter((action) => turned(action, selection) === least.get(key(action)));
}

/** How many pairs of its parts were tapped the other way round; what is not tapped yet comes last. */
function turned({ parts }: LegalAction, selection: readonly Slot[]): number {
  const tapped = partsOf(selection);
  const places = [...tapped, ...parts.filter((part) => !tapped.includes(part))].map((part) => parts.indexOf(part));
  return places.reduce((sum, place, i) => sum + places.slice(i).filter((later) => later < place).length, 0);
}

/** The selection that is still there: what left the table is dropped, what moved within equal things stays selected. */
export function keep(selection: readonly Slot[], available: Counts): Slot[] {
  const kept: Slot[] = [];
  for (const slot of selection) {
    const there = available.get(slot.part) ?? 0;
    const free = freeSlot(kept, slot.part, there, slot.index);
    if (free) kept.push(free);
  }
  return kept.length === selection.length && kept.every((slot, i) => slot.index === selection[i]?.index)
    ? (selection as Slot[])
    : kept;
}

function freeSlot(taken: readonly Slot[], part: string, there: number, wish: number): Slot | null {
  const used = new Set(taken.filter((slot) => slot.part === part).map((slot) => slot.index));
  if (wish < there && !used.has(wish)) return { part, index: wish };
  for (let index = 0; index < there; index++) if (!used.has(index)) return { part, index };
  return null;
}

export function toggle(selection: readonly Slot[], slot: Slot): Slot[] {
  const rest = selection.filter((other) => other.part !== slot.part || other.index !== slot.index);
  return rest.length < selection.length ? rest : [...selection, slot];
}

/** A selection of exactly these parts, in this order, of the things already tapped where there are such. */
export function select(parts: readonly string[], before: readonly Slot[], available: Counts): Slot[] {
  const chosen: Slot[] = [];
  for (const part of parts) {
    const tapped = before.find((slot) => slot.part === part && !chosen.includes(slot));
    const slot = tapped ?? freeSlot(chosen, part, available.get(part) ?? 0, 0);
    if (slot) chosen.push(slot);
  }
  return chosen;
}
