// Words and buttons whose place is always as large: where they are more than it holds, they are told that it is tight.
import { useLayoutEffect, useRef } from "preact/hooks";

/** The place, marked with `data-tight` as long as it overflows otherwise: its sheet makes what is in it smaller then. */
export function useTight<T extends HTMLElement>() {
  const place = useRef<T>(null);
  useLayoutEffect(() => {
    const one = place.current!;
    const measure = () => {
      one.dataset.tight = "false";
      one.dataset.tight = String(one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
    };
    const [sized, written] = [new ResizeObserver(measure), new MutationObserver(measure)];
    sized.observe(one);
    written.observe(one, { childList: true, characterData: true, subtree: true });
    return () => {
      sized.disconnect();
      written.disconnect();
    };
  }, []);
  return place;
}
