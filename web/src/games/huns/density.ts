// How much of each card has room: all of its text, smaller text, its name beside or below its picture, this alone, or for the cards of others how many there are of a kind.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/** The forms, the largest first, and how many square rem a card takes at least in each: where that is more than there is, it is not tried. */
const FORMS = { full: 38, small: 22, named: 7, pictures: 9.5, icons: 0, kinds: 0 };

/** Whether what is in a box has more than its room. */
const spills = (box: Element): boolean => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;

/** How large a list was when it was settled. */
const known = new WeakMap<HTMLElement, string>();
const sizeOf = ({ clientWidth, clientHeight }: HTMLElement): string => `${clientWidth} ${clientHeight}`;

/** The largest form in which every card is whole; all of a list have the same. */
function settle(areas: HTMLElement[]): void {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  let open = areas.flatMap((area) => {
    const cards = area.querySelectorAll(":scope > li:not(.hn-kinds)").length;
    const room = (area.clientWidth * area.clientHeight) / rem ** 2 / cards;
    return room > 0 ? { area, room, counts: area.querySelector(".hn-kinds") !== null } : [];
  });
  for (const { area } of open) known.set(area, sizeOf(area));
  for (const [form, least] of Object.entries(FORMS)) {
    const tried = open.filter(({ room, counts }) => room >= least && (counts || form !== "kinds"));
    for (const { area } of tried) area.dataset.density = form;
    const whole = tried.filter(({ area }) => !spills(area) && ![...area.children].some(({ firstElementChild: card }) => card && spills(card)));
    open = open.filter((one) => !whole.includes(one));
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
