// What the pointer, a finger or the keyboard rests on, for all that tell about it; not part of the table's state.
import { useLayoutEffect, useReducer } from "preact/hooks";
import { keep, kept } from "../../frame/kept";
import type { Store } from "../../frame/store";
import { chosen, perStore } from "../../frame/tapping";
import type { LegalAction } from "../../types";

export class Sight {
  /** A hex by its name, or the place of a building by its hexes. */
  at: string | null = null;
  /** What was set with the stepper. */
  meant: LegalAction | null = null;
  /** Off until they are switched on, but in a lesson, whose moves and sides are called by them. */
  coordinates: boolean;
  /** Whether every state shows how strong it is, not only the one that is pointed at. */
  strengths = kept("tianxia.huang.strengths") === "on";
  private readonly listeners = new Set<() => void>();

  constructor(taught: boolean) {
    this.coordinates = (kept("tianxia.huang.coordinates") ?? (taught ? "on" : "off")) === "on";
  }

  look(at: string | null): void {
    if (at === this.at) return;
    this.at = at;
    this.changed();
  }

  mean(action: LegalAction | null): void {
    if (action?.id === this.meant?.id) return;
    this.meant = action;
    this.changed();
  }

  switchCoordinates = (): void => {
    this.coordinates = !this.coordinates;
    keep("tianxia.huang.coordinates", this.coordinates ? "on" : "off");
    this.changed();
  };

  switchStrengths = (): void => {
    this.strengths = !this.strengths;
    keep("tianxia.huang.strengths", this.strengths ? "on" : "off");
    this.changed();
  };

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}

export const sightOf = perStore((store) => new Sight(Boolean(store.now?.guide)));

export function useSight(store: Store): Sight {
  const sight = sightOf(store);
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => sight.subscribe(() => refresh(undefined)), [sight]);
  return sight;
}

/** What is looked at, whatever changes it. */
export function useLookedAt(store: Store): LegalAction | null {
  const sight = useSight(store);
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const action = lookedAt(store, sight);
  useLayoutEffect(() => store.subscribe(() => lookedAt(store, sight)?.id !== action?.id && refresh(undefined)), [store, sight, action?.id]);
  return action;
}

/**
 * The action that is looked at: of the button or place under the pointer, else the one that is chosen or the only one; in a war
 * where nothing is chosen, what comes of giving nothing.
 */
function lookedAt(store: Store, sight: Sight): LegalAction | null {
  if (store.pointed) return store.pointed;
  const hexes = sight.at?.split("+").map((hex) => `hex:${hex}`) ?? [];
  if (hexes.length > 0) {
    const others = store.selection.map(({ part }) => part).filter((part) => !part.startsWith("hex:"));
    const parts = [...others, ...hexes];
    const fitting = store.legal.filter((action) => action.parts.length === parts.length && parts.every((part) => action.parts.includes(part)));
    if (fitting.length === 1) return fitting[0]!;
  }
  const only = store.legal.length === 1 ? store.legal[0]! : null;
  return chosen(store) ?? sight.meant ?? only ?? store.legal.find(({ kind }) => kind === "nothing") ?? null;
}
