// Words and buttons whose place is always as large: where they are more than it holds, they are told that it is tight.

/**
 * As a `ref`: marks the place with `data-tight` as long as it overflows otherwise. Its sheet makes what is in it smaller then.
 */
export function tight(place: HTMLElement | null): void {
  if (!place) return;
  const measure = () => {
    place.dataset.tight = "false";
    place.dataset.tight = String(place.scrollWidth > place.clientWidth + 1 || place.scrollHeight > place.clientHeight + 1);
  };
  new ResizeObserver(measure).observe(place);
  new MutationObserver(measure).observe(place, { childList: true, characterData: true, subtree: true });
}
