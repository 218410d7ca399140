// Tapping. With the mouse the second tap acts, as far as it can be undone; a finger shows first and acts with one tap more.
import { family, type Slot } from "../../frame/selection";
import type { Store } from "../../frame/store";
import { act, chosen, select } from "../../frame/tapping";

const fits = (store: Store, slots: readonly Slot[]): boolean =>
  store.legal.some(
    ({ parts }) =>
      parts.length >= slots.length &&
      slots.every(({ part }) => parts.filter((one) => one === part).length >= slots.filter((slot) => slot.part === part).length),
  );

const isHex = (part: string): boolean => family(part) === "hex:";

/** The hexes that may be chosen now, also in place of the one that is; where a piece goes only once it is chosen. */
export function places(store: Store): ReadonlySet<string> {
  const rest = store.selection.map(({ part }) => part).filter((part) => !isHex(part));
  const fitting = store.legal.filter(({ parts }) => rest.every((part) => parts.includes(part)) && parts.every((part) => isHex(part) || rest.includes(part)));
  return new Set(fitting.flatMap(({ parts }) => parts.filter(isHex)));
}

/** Why the choice cannot be played; what was chosen last is taken back, so that another can take its place. */
function refuse(store: Store, others: readonly Slot[], last: Slot): void {
  select(store, [...others, last]);
  store.why();
  select(store, others);
}

/** The part of a payment or of a mode is added by itself where nothing else is possible. */
function complete(store: Store): void {
  const { exact, more } = store.fit;
  if (exact.length > 0 || more.length !== 1) return;
  const have = store.selection.map(({ part }) => part);
  const missing = more[0]!.parts.filter((part) => !have.includes(part));
  if (missing.length === 1 && !missing[0]!.includes(":") && missing[0] !== "screen") store.tap(missing[0]!, 0);
}

/** `byFinger`: what would be done is shown first. */
export function tap(store: Store, part: string, index = 0, byFinger = false): void {
  const again = store.isSelected(part, index);
  if (again && byFinger && chosen(store)) {
    act(store);
    return;
  }
  if (again) {
    store.tap(part, index);
    return;
  }
  const slot = { part, index };
  const replacing = store.legal.some(({ kind }) => kind === "draw") && family(part) === "hand:";
  const others = store.selection.filter((one) => family(one.part) !== family(part));
  const mode = { part: "replace", index: 0 };
  const alone = isHex(part) ? [] : [[slot]]; // a hex without the piece that goes there is no choice
  const ways = [[...store.selection, slot], ...(replacing ? [[mode, slot]] : []), [...others, slot], ...alone];
  const way = ways.find((slots) => fits(store, slots));
  if (!way) {
    if (store.legal.length > 0 && others.length > 0) refuse(store, others, slot);
    else select(store, [...others, slot]); // ahead of the own turn
    return;
  }
  select(store, way);
  complete(store);
  if (!byFinger) act(store);
}

/** Something was dropped on a hex, or off the board. */
export function drop(store: Store, from: string, onto: string): void {
  const [thing, place] = [
    { part: from, index: 0 },
    { part: onto, index: 0 },
  ];
  select(store, [thing, place]);
  if (chosen(store)) act(store);
  else refuse(store, [thing], place);
}
