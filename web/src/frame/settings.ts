// Choices of this browser: how fast events are shown, which theme, whether single keys act.
import { keep, kept } from "./kept";

export type Speed = "off" | "fast" | "normal" | "slow";
export type Theme = "auto" | "light" | "dark";
export type Switch = "on" | "off";
export type Side = "open" | "folded";

function stored<T extends string>(key: string, allowed: readonly T[], otherwise: T): T {
  const value = kept(key) as T | null;
  return value !== null && allowed.includes(value) ? value : otherwise;
}

export const SPEEDS: readonly Speed[] = ["off", "fast", "normal", "slow"];
export const THEMES: readonly Theme[] = ["auto", "light", "dark"];

/** How long one event is shown, in milliseconds. */
const PACE: Record<Speed, number> = { off: 0, fast: 220, normal: 520, slow: 1100 };

const calm = matchMedia("(prefers-reduced-motion: reduce)");

const switched = new Set<() => void>();

/** Tells when the sound goes off or on again, until what it gives back is called. */
export function onSound(heard: () => void): () => void {
  switched.add(heard);
  return () => void switched.delete(heard);
}

export const settings = {
  get speed(): Speed {
    return stored("tianxia.speed", SPEEDS, calm.matches ? "off" : "normal");
  },
  set speed(value: Speed) {
    keep("tianxia.speed", value);
  },
  get theme(): Theme {
    return stored("theme", THEMES, "auto");
  },
  set theme(value: Theme) {
    keep("theme", value);
    applyTheme();
  },
  get keys(): Switch {
    return stored("tianxia.keys", ["on", "off"], "on");
  },
  set keys(value: Switch) {
    keep("tianxia.keys", value);
  },
  get sound(): Switch {
    return stored("tianxia.sound", ["on", "off"], calm.matches ? "off" : "on");
  },
  set sound(value: Switch) {
    keep("tianxia.sound", value);
    for (const heard of switched) heard();
  },
  /** Whether the column of players and log is open, where there is room for one. */
  get side(): Side {
    return stored("tianxia.side", ["open", "folded"], "open");
  },
  set side(value: Side) {
    keep("tianxia.side", value);
  },
  /** Milliseconds for one event; 0 shows everything at once. */
  get pace(): number {
    return calm.matches ? 0 : PACE[this.speed];
  },
};

/** When a page opens, the site's theme.js has done this already. */
function applyTheme(): void {
  const root = document.documentElement;
  const theme = settings.theme;
  if (theme === "auto") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", theme);
}
