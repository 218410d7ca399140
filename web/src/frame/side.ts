// What lies beside the table: a column that folds, and stays as it was left; where there is no room for one, a drawer over the
// table, which is shut until it is asked for.
import { useLayoutEffect, useState } from "preact/hooks";
import { settings, type Side } from "./settings";

const roomy = matchMedia("(width >= 62rem) and (height >= 30rem)");
const DRAWER = "#drawer";
const OPENER = "#side-button";

export interface Beside {
  side: Side;
  /** It lies over the table, and goes when something else is looked at. */
  over: boolean;
  toggle: () => void;
  /** Opens it, so that the focus can go there. */
  open: () => void;
}

export function useSide(): Beside {
  const [column, setColumn] = useState(settings.side);
  const [drawer, setDrawer] = useState<Side>("folded");
  const [wide, setWide] = useState(roomy.matches);
  useLayoutEffect(() => {
    const change = () => (setWide(roomy.matches), setDrawer("folded"));
    roomy.addEventListener("change", change);
    return () => roomy.removeEventListener("change", change);
  }, []);
  const over = !wide && drawer === "open";
  useLayoutEffect(() => {
    if (!over) return;
    document.querySelector<HTMLElement>(DRAWER)?.focus({ preventScroll: true });
    const leave = (event: Event) => (event.target as Element).closest(`${DRAWER}, ${OPENER}`) || setDrawer("folded");
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
      event.stopPropagation();
      setDrawer("folded");
      document.querySelector<HTMLElement>(OPENER)?.focus();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
      document.removeEventListener("keydown", onKey, true);
    };
  }, [over]);
  const side = wide ? column : drawer;
  const set = (to: Side) => (roomy.matches ? setColumn((settings.side = to)) : setDrawer(to)); // whenever it is called
  return { side, over, toggle: () => set(side === "open" ? "folded" : "open"), open: () => set("open") };
}
