// Keys of the page. Single letters act only when no field has the focus and the setting allows it.
import { useLayoutEffect, useState } from "preact/hooks";
import { skipFlights } from "./flights";
import { settings } from "./settings";
import type { Store } from "./store";
import { m, t } from "./texts";

export const KEYS: readonly { keys: string[]; does: string }[] = [
  { keys: ["Tab"], does: m("next part of the page") },
  { keys: ["←", "→"], does: m("move within the hand") },
  { keys: ["↑", "↓"], does: m("next value or colour in the hand") },
  { keys: ["Enter", "Space"], does: m("choose or press what is marked") },
  { keys: ["p"], does: m("play what is chosen") },
  { keys: ["Esc"], does: m("clear the selection") },
  { keys: ["h"], does: m("to the hand") },
  { keys: ["b"], does: m("to what is lit on the board") },
  { keys: ["a"], does: m("to the actions") },
  { keys: ["l"], does: m("to the log") },
  { keys: ["u"], does: m("undo") },
  { keys: ["i"], does: m("a hint, against bots") },
  { keys: [",", "."], does: m("look back, and on again; the arrows do too where nothing else needs them") },
  { keys: ["s"], does: m("skip the animation") },
  { keys: ["m"], does: m("sound off, and on again") },
  { keys: ["?"], does: m("this list") },
];

const IN_HAND = '.hand [tabindex="0"]';
const LIT = '.board :is(button, [tabindex])[data-lit="true"]';
const USABLE = '#actions button:not([aria-disabled="true"], :disabled, .ask-hint)';

/** Whether it is there and can have the focus. */
function focusFirst(selector: string): boolean {
  const one = document.querySelector<HTMLElement>(selector);
  one?.focus();
  return one !== null && one === document.activeElement;
}

/** Where who uses the keyboard goes on when what had the focus is gone: at the end, in the hand, on the board, in the bar. */
export function goOn(): void {
  const places = [".end .main", '#actions [data-way="before"]', IN_HAND, LIT, USABLE, "#actions button"]; // looking back, the arrows do
  const place = places.map((one) => document.querySelector<HTMLElement>(one)).find(Boolean);
  place?.focus({ preventScroll: true });
  if (place?.matches(":focus-visible")) place.scrollIntoView({ block: "nearest" }); // not under a finger or the mouse
}

/** Where the focus waits while what was pressed is on its way. */
export const park = (): void => document.getElementById("actions")?.focus({ preventScroll: true });

/**
 * The key of a shortcut: a letter small, with Caps Lock and Shift too, and by its place where the layout is of another
 * script. Nothing with a key that makes another sign of it, as AltGr does of `l`.
 */
export function shortcut(event: KeyboardEvent): string {
  const { key, code } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.getModifierState("AltGraph")) return "";
  if (key.length > 1) return key;
  const foreign = /\p{Letter}/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return foreign && code.startsWith("Key") ? code.slice("Key".length).toLowerCase() : key.toLowerCase();
}

function playChosen(store: Store): void {
  const { exact } = store.fit;
  if (exact.length === 1 && exact[0]) store.play(exact[0]);
  else focusFirst(USABLE);
}

/** Listens before the paint: what is seen can be used. */
export function useKeyboard(store: Store, openHelp: () => void, openSide: () => void): void {
  useLayoutEffect(() => {
    const acts: Record<string, () => void> = {
      p: () => playChosen(store),
      h: () => focusFirst(IN_HAND),
      b: () => focusFirst(LIT),
      a: () => focusFirst(USABLE),
      l: () => focusFirst("#log") || (openSide(), window.setTimeout(() => focusFirst("#log"))), // once it is there
      i: () => store.hint(),
      u: () => !store.pending && !store.telling && store.undo(t("Undo")),
      ",": () => store.past.back(),
      ".": () => store.past.on(),
      ArrowLeft: () => store.past.back(),
      ArrowRight: () => store.past.on(),
      s: skipFlights,
      m: () => (settings.sound = settings.sound === "on" ? "off" : "on"),
      "?": openHelp,
    };
    if (store.replay) for (const key of ["p", "a", "u", "i", ",", ".", "ArrowLeft", "ArrowRight"]) delete acts[key]; // nothing is played there
    const onKey = (event: KeyboardEvent) => {
      const key = shortcut(event);
      if (!key || event.repeat || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (key === "Escape") {
        skipFlights();
        if (store.past.wanted !== null) store.past.leave();
        else store.clear();
        return;
      }
      const target = event.target as HTMLElement;
      if ((settings.keys === "off" && !key.startsWith("Arrow")) || target.closest("input, textarea, select, [contenteditable]")) return;
      const act = acts[key];
      if (act) {
        event.preventDefault();
        act();
      }
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", skipFlights);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", skipFlights);
    };
  }, [store]);
}

/** In a row of buttons one is a stop of the Tab key: the one that had the focus last, or the first. Takes the row, then each of it. */
export function useStops() {
  const [focused, setFocused] = useState("");
  return (ids: readonly string[]) => {
    const stop = ids.includes(focused) ? focused : ids[0];
    return (id: string) => ({ tabIndex: id === stop ? 0 : -1, onFocus: () => setFocused(id) });
  };
}

/** Arrow keys within a row of buttons that is one stop of the Tab key; up and down go by `data-value`. */
export function moveFocus(event: KeyboardEvent): void {
  const row = event.currentTarget as HTMLElement;
  const stops = [...row.querySelectorAll<HTMLElement>("button")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const here = stops[at]?.dataset.value;
  let next: HTMLElement | undefined;
  switch (event.key) {
    case "ArrowRight":
      next = stops[at + 1];
      break;
    case "ArrowLeft":
      next = stops[at - 1];
      break;
    case "ArrowUp":
      next = stops.slice(at).find((stop) => stop.dataset.value !== here);
      break;
    case "ArrowDown": {
      const before = stops.slice(0, Math.max(at, 0)).filter((stop) => stop.dataset.value !== here);
      const value = before[before.length - 1]?.dataset.value;
      next = before.find((stop) => stop.dataset.value === value);
      break;
    }
    case "Home":
      next = stops[0];
      break;
    case "End":
      next = stops[stops.length - 1];
      break;
    default:
      return;
  }
  event.preventDefault();
  next?.focus();
}

/** Arrow keys from one thing that can be used to the next, in the order of the page: for boards without a hand. */
export function moveLit(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const here = document.activeElement;
  if (!step || !(here instanceof HTMLButtonElement)) return;
  const stops = [...document.querySelectorAll<HTMLButtonElement>(".board button, .tray button")].filter((stop) => stop === here || stop.dataset.lit === "true");
  event.preventDefault();
  stops[stops.indexOf(here) + step]?.focus();
}
