// What an action would bring, told by the server when the pointer rests on it or it is chosen.
import { useEffect, useLayoutEffect, useReducer } from "preact/hooks";
import type { LegalAction } from "../types";
import type { Store } from "./store";

const REST = 110; // milliseconds; passing over something asks nothing

/**
 * The text about an action, empty until it is known; asked for once the same action was meant for a moment. Listens before the
 * paint: another part of the page may have asked, and the answer comes but once.
 */
export function usePreview(store: Store, action: LegalAction | null): string {
  const number = store.view?.number;
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const told = store.answers.preview(action);
  useLayoutEffect(() => store.subscribe(() => store.answers.preview(action) !== told && refresh(undefined)), [store, action?.id, told]);
  useEffect(() => {
    if (!action) return;
    const timer = window.setTimeout(() => store.answers.askPreview(action), REST);
    return () => window.clearTimeout(timer);
  }, [store, action?.id, number]);
  return told;
}
