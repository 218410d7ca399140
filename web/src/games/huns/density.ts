// How much of each card has room: all of its text, smaller text, its name beside or below its picture, this alone, or for the cards of others how many there are of a kind.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

const DENSITIES = ["full", "small", "named", "pictures", "icons", "kinds"];

/** Whether what is in a box has more than its room. */
const spills = (box: Element): boolean => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;

/** The largest form in which every card is whole; all of a list have the same. */
function settle(area: HTMLElement): void {
  if (area.clientHeight === 0) return;
  const forms = DENSITIES.slice(0, area.querySelector(".hn-kinds") ? undefined : -1);
  for (const density of forms) {
    area.dataset.density = density;
    if (!spills(area) && ![...area.children].some(({ firstElementChild: card }) => card && spills(card))) return;
  }
}

/** For a list of cards whose box does not depend on them; `content` tells when they have changed. */
export function useDensity(content: string) {
  const area = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (area.current) settle(area.current);
  }, [content]);
  useEffect(() => {
    const list = area.current;
    if (!list) return;
    const observer = new ResizeObserver(() => settle(list));
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  return area;
}
