// Tapping. What is one action only is done at once, as far as it can be undone; where it is irreversible, or a card is given away for it,
// the first tap chooses and the second one acts.
import { pointing as pointingAt } from "../../frame/actions";
import { useDrag } from "../../frame/drag";
import { family } from "../../frame/selection";
import type { Store } from "../../frame/store";
import { select as choose } from "../../frame/tapping";
import type { LegalAction } from "../../types";

const has = (action: LegalAction, parts: readonly string[]): boolean => parts.every((part) => action.parts.includes(part));
const selected = (store: Store): string[] => store.selection.map(({ part }) => part);

/** Whether an action takes a part, if need be with others. */
const named = (store: Store, part: string): boolean => store.legal.some((action) => action.parts.includes(part));

/** What is chosen besides parts of the same families, which would be replaced, and besides what no action takes. */
const others = (store: Store, parts: readonly string[]): string[] =>
  selected(store).filter((part) => !parts.some((one) => family(one) === family(part)) && named(store, part));

/** Whether an action takes these parts with what is chosen besides. */
export const offered = (store: Store, ...parts: string[]): boolean =>
  store.legal.some((action) => has(action, [...others(store, parts), ...parts]));

export const isChosen = (store: Store, ...parts: string[]): boolean => parts.every((part) => selected(store).includes(part));

/** What the selection does, if it is one action only. Other ways that need a further part do not count: branding does. */
function meant(store: Store): LegalAction | null {
  const fitting = store.legal.filter((action) => action.parts.length > 0 && has(action, selected(store)));
  const least = Math.min(...fitting.map(({ parts }) => parts.length));
  const simple = fitting.filter(({ parts }) => parts.length === least);
  return simple.length === 1 ? simple[0]! : null;
}

const select = (store: Store, parts: readonly string[]): void =>
  choose(
    store,
    [...new Set(parts)].map((part) => ({ part, index: 0 })),
  );

/** Kinds that should not follow from a single tap although they could be taken back. */
const WEIGHTY: readonly string[] = ["play", "use", "wagon", "swap", "victim"];
/** Parts from which something is taken: the place where it goes is the player's to say, even if there is only one. */
const SOURCES: readonly string[] = ["hand:", "brand"];

function act(store: Store, last: string): void {
  const action = meant(store);
  if (!action || SOURCES.includes(family(last))) return;
  select(store, action.parts);
  if (!action.irreversible && !WEIGHTY.includes(action.kind)) store.play(action);
}

/** Whether actions take a part together with something like these. */
const goesWith = (store: Store, part: string, parts: readonly string[]): boolean =>
  store.legal.some((action) => action.parts.includes(part) && action.parts.some((other) => parts.some((one) => family(one) === family(other))));

/** The server says why not; what was chosen as a part of the same, as the own wagon of a swap, belongs to the wish. */
function wish(store: Store, parts: readonly string[]): void {
  const wished = [...others(store, parts).filter((part) => goesWith(store, part, parts)), ...parts];
  // what cannot be used comes last: it gives way to what can
  select(store, [...wished.filter((part) => named(store, part)), ...wished.filter((part) => !named(store, part))]);
  if (store.legal.length > 0) store.why();
}

/** The handlers by which it is told what a part would bring before it is tapped, where it is one action only. */
export function pointing(store: Store, ...parts: string[]) {
  const wanted = [...others(store, parts), ...parts];
  const fitting = store.legal.filter((action) => action.parts.length === wanted.length && has(action, wanted));
  return fitting.length === 1 ? pointingAt(store, fitting[0]!) : {};
}

/** Chooses a part, or acts with it; what no action takes now is a wish, and the server says why not. */
export function tap(store: Store, ...parts: string[]): void {
  if (store.pending) return;
  const before = selected(store);
  if (isChosen(store, ...parts)) {
    const [action] = store.fit.exact;
    if (action && !SOURCES.includes(family(parts[0]!))) store.play(action);
    else
      select(
        store,
        before.filter((part) => !parts.includes(part)),
      );
    return;
  }
  const way = [[...before, ...parts], [...others(store, parts), ...parts], parts].find((some) => store.legal.some((action) => has(action, some)));
  if (!way) {
    wish(store, parts);
    return;
  }
  select(store, way);
  act(store, parts[parts.length - 1]!);
}

/** The area of goods that can be dragged onto an own wagon or card, from wherever they lie. */
export const useGoods = (store: Store) =>
  useDrag({
    may: (part) => part.startsWith("hand:") && !part.includes(" ") && !store.pending,
    places: "[data-drop]",
    drop: (part, place) => place && drop(store, part, place.dataset.drop!),
  });

/** A good was dropped on a wagon, or on a card, where the whole batch goes. */
function drop(store: Store, from: string, onto: string): void {
  select(store, onto.startsWith("onto:") ? [onto] : [from, onto]);
  const [action] = store.fit.exact;
  if (!action) store.why();
  else if (!action.irreversible) store.play(action);
}

export const legalOf = (store: Store, kind: string): LegalAction | undefined => store.legal.find((action) => action.kind === kind);

/** Buttons for what has no part: it is done at once, and the button says so where it cannot be taken back. */
export const play = (store: Store, action: LegalAction | undefined): void => void (action && !store.pending && store.play(action));
