// What boards do with taps of their own: choose several things at once, and act where one action is left.
import type { LegalAction } from "../types";
import type { Slot } from "./selection";
import type { Store } from "./store";

/** A finger shows first what it would do, and does it with one tap more. */
export const byFinger = (click: Event): boolean => (click as PointerEvent).pointerType === "touch";

/** Chooses these, one after the other, instead of what was chosen. */
export function select(store: Store, slots: readonly Slot[]): void {
  store.clear();
  for (const { part, index } of slots) store.tap(part, index);
}

/** What the selection would do, if it is one action only. */
export function chosen(store: Store): LegalAction | null {
  const { exact, more } = store.fit;
  return exact.length === 1 && more.length === 0 ? exact[0]! : null;
}

/** Plays what is chosen, if it can be taken back; what cannot waits for its button. */
export function act(store: Store): void {
  const action = chosen(store);
  if (action && !action.irreversible) store.play(action);
}

/** What a board keeps beside the table: one for each store, made when it is first asked for. */
export function perStore<Thing>(make: (store: Store) => Thing): (store: Store) => Thing {
  const made = new WeakMap<Store, { thing: Thing }>();
  return (store) => {
    let one = made.get(store);
    if (!one) made.set(store, (one = { thing: make(store) }));
    return one.thing;
  };
}
