// Tapping and dragging. What can be undone is done with the second tap, by a finger with one more; what cannot waits for its
// button. An order is moved by taking it back and putting it down again: the steps still to come wait here until the table is
// there.
import { useEffect } from "preact/hooks";
import { family, type Slot } from "../../frame/selection";
import type { Store } from "../../frame/store";
import { act, perStore, select } from "../../frame/tapping";
import type { LegalAction } from "../../types";

/** A step that follows once the one before it is stored. */
interface Step {
  parts: readonly string[];
}

const matches = (action: LegalAction, parts: readonly string[]): boolean =>
  action.parts.length === parts.length && parts.every((part) => action.parts.includes(part));

const find = (store: Store, parts: readonly string[]): LegalAction | undefined =>
  store.legal.find((action) => matches(action, parts));

const fits = (store: Store, slots: readonly Slot[]): boolean =>
  store.legal.some((action) => slots.every(({ part }) => action.parts.includes(part)));

export class Hands {
  private steps: Step[] = [];
  /** The card that was picked up by its order: chosen again as soon as it is back in the hand. */
  private pick = "";
  /** A finger has shown an order and has not tapped again. */
  private shows = false;

  constructor(private readonly store: Store) {}

  /** The own order of a province, as the page shows it. */
  orderAt: (province: string) => string | null = () => null;

  tap = (part: string, index = 0, finger = false): void => {
    const { store } = this;
    const again = finger && this.shows && store.isSelected(part, index);
    const card = store.selection.find((slot) => slot.part.startsWith("hand:"));
    this.shows = finger && !again && card !== undefined && find(store, [card.part, part])?.kind === "order";
    if (again) {
      act(store);
      return;
    }
    if (part.startsWith("order:")) {
      this.tapOrder(part);
      return;
    }
    if (store.isSelected(part, index)) {
      store.tap(part, index);
      return;
    }
    const slot = { part, index };
    const others = store.selection.filter((one) => family(one.part) !== family(part));
    const ways = [[...store.selection, slot], [...others, slot], [slot]];
    const chosen = store.pending ? ways[1]! : (ways.find((slots) => fits(store, slots)) ?? null);
    if (chosen) {
      select(store, chosen);
      if (!this.shows) act(store);
    } else if (!this.replace(slot)) {
      select(store, [...others, slot]);
      if (!store.pending && store.legal.length > 0) store.why();
    }
  };

  /** What a tap on this part would do at once, with what is chosen. */
  means = (part: string): LegalAction | null => find(this.store, [...this.store.selection.map((slot) => slot.part), part]) ?? null;

  /** A chosen card on a province with an order: that order gives way. */
  private replace({ part }: Slot): boolean {
    const card = this.store.selection.find((slot) => slot.part.startsWith("hand:"));
    const province = part.startsWith("province:") ? part.slice(9) : "";
    if (!card || !province || this.orderAt(province) === null) return false;
    return this.run([{ parts: [`order:${province}`] }, { parts: [card.part, part] }]);
  }

  private tapOrder(part: string): void {
    const province = part.slice(6);
    const card = this.store.selection.find((slot) => slot.part.startsWith("hand:"));
    if (card) {
      this.replace({ part: `province:${province}`, index: 0 });
      return;
    }
    const order = this.orderAt(province);
    if (this.run([{ parts: [part] }])) this.pick = order ? `hand:${order}` : "";
  }

  /** A card or an order dropped on a province; an order dropped elsewhere comes back to the hand. */
  drop = (from: string, province: string): void => {
    const moved = from.startsWith("order:") ? from.slice(6) : null;
    const card = moved ? this.orderAt(moved) : from.slice(5);
    if (card === null || province === moved) return;
    if (!province) {
      if (moved) this.run([{ parts: [from] }]);
      return;
    }
    const there = this.orderAt(province);
    const steps: Step[] = [];
    if (moved) steps.push({ parts: [from] });
    if (there !== null) steps.push({ parts: [`order:${province}`] });
    steps.push({ parts: [`hand:${card}`, `province:${province}`] });
    if (moved && there !== null) steps.push({ parts: [`hand:${there}`, `province:${moved}`] });
    if (this.run(steps)) return;
    select(this.store, [
      { part: `hand:${card}`, index: 0 },
      { part: `province:${province}`, index: 0 },
    ]);
    this.store.why();
  };

  private run(steps: Step[]): boolean {
    if (this.store.pending || !find(this.store, steps[0]!.parts)) return false;
    this.steps = steps;
    this.pick = "";
    this.store.clear();
    this.go();
    return true;
  }

  /** Called whenever the table changed: the next step, if there is one and it is possible. */
  go = (): void => {
    const { store } = this;
    if (store.pending || !store.view) return;
    const step = this.steps.shift();
    if (step) {
      const action = find(store, step.parts);
      if (action) {
        store.play(action);
        return;
      }
      this.steps = [];
      select(
        store,
        step.parts.map((part) => ({ part, index: 0 })),
      );
      store.why();
      return;
    }
    if (this.pick) {
      const part = this.pick;
      this.pick = "";
      if (store.legal.some((action) => action.parts.includes(part))) select(store, [{ part, index: 0 }]);
      return;
    }
    // chosen while the last order was on its way
    if (!this.shows && store.selection.length === 2 && store.fit.exact[0]?.kind === "order") act(store);
  };
}

export const handsOf = perStore((store) => new Hands(store));

/** Goes on with what was begun, whenever the table or what is on its way changed. */
export function useHands(store: Store): Hands {
  const hands = handsOf(store);
  useEffect(hands.go, [store.view, store.pending]);
  return hands;
}
