// Words and buttons whose place is always as large: where they are more than it holds, they are told that it is tight.

/**
 * As a `ref`: marks the place with `data-tight` as long as it overflows otherwise. Its sheet makes what is in it smaller then.
 * What is still more than it holds is scrolled to: `data-before` and `data-after` say on which side there is some.
 */
export function tight(place: HTMLElement | null): void {
  if (!place) return;
  const edges = () => {
    const left = place.scrollWidth - place.clientWidth - place.scrollLeft;
    place.dataset.before = String(place.scrollLeft > 1);
    place.dataset.after = String(left > 1);
  };
  const measure = () => {
    place.dataset.tight = "false";
    place.dataset.tight = String(place.scrollWidth > place.clientWidth + 1 || place.scrollHeight > place.clientHeight + 1);
    edges();
  };
  const sizes = new ResizeObserver(measure);
  const all = () => {
    measure();
    sizes.disconnect();
    for (const one of [place, ...place.children]) sizes.observe(one);
  };
  place.addEventListener("scroll", edges, { passive: true });
  new MutationObserver(all).observe(place, { childList: true, characterData: true, subtree: true });
  all();
}
