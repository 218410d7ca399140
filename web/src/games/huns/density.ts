// How much of each card has room: all of its text, smaller text, its name beside or below its picture, this alone, or for the cards of others how many there are of a kind.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

const DENSITIES = ["full", "small", "named", "pictures", "icons", "kinds"];

/** Whether what is in a box has more than its room. */
const spills = (box: Element): boolean => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;

/** How large a list was when it was settled. */
const known = new WeakMap<HTMLElement, string>();
const sizeOf = ({ clientWidth, clientHeight }: HTMLElement): string => `${clientWidth} ${clientHeight}`;

/** The largest form in which every card is whole; all of a list have the same. */
function settle(areas: HTMLElement[]): void {
  let open = areas.filter((area) => area.clientHeight > 0);
  for (const area of open) known.set(area, sizeOf(area));
  for (const density of DENSITIES) {
    open = open.filter((area) => density !== "kinds" || area.querySelector(".hn-kinds"));
    for (const area of open) area.dataset.density = density;
    open = open.filter((area) => spills(area) || [...area.children].some(({ firstElementChild: card }) => card && spills(card)));
  }
}

const waiting = new Set<HTMLElement>();

/** Before the page is painted, all lists at once: each measuring between changes would lay the page out anew. */
function settleSoon(area: HTMLElement): void {
  if (!waiting.size)
    queueMicrotask(() => {
      const areas = [...waiting];
      waiting.clear();
      settle(areas);
    });
  waiting.add(area);
}

/** For a list of cards whose box does not depend on them; `content` tells when they have changed. */
export function useDensity(content: string) {
  const area = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (area.current) settleSoon(area.current);
  }, [content]);
  useEffect(() => {
    const list = area.current;
    if (!list) return;
    const observer = new ResizeObserver(() => known.get(list) !== sizeOf(list) && settleSoon(list));
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  return area;
}
