// The text of a card that is shown small: on hover, on focus with the keyboard, and when it is touched.
import { render } from "preact";
import type { ComponentChildren } from "preact";
import { steadily } from "../../frame/translated";

const HOVER = 250; // milliseconds
const MARGIN = 8; // pixels

let box: HTMLElement | null = null;
let timer = 0;

export function hideHelp(): void {
  window.clearTimeout(timer);
  if (!box) return;
  render(null, box);
  box.remove();
  box = null;
}

function show(text: ComponentChildren, card: Element): void {
  hideHelp();
  if (card.querySelector<HTMLElement>(".hn-effect")?.offsetHeight || !card.isConnected) return; // all is there to read
  const help = Object.assign(document.createElement("div"), { className: "card-help" });
  help.setAttribute("role", "tooltip");
  (card.closest("dialog") ?? card.closest(".table-page"))?.append(help);
  steadily(() => render(text, help));
  const place = card.getBoundingClientRect();
  const left = Math.min(Math.max(MARGIN, place.left + (place.width - help.offsetWidth) / 2), innerWidth - help.offsetWidth - MARGIN);
  const above = place.top - help.offsetHeight - MARGIN;
  help.style.transform = `translate(${left}px, ${above > MARGIN ? above : Math.min(place.bottom + MARGIN, innerHeight - help.offsetHeight - MARGIN)}px)`;
  box = help;
}

document.addEventListener("pointerdown", hideHelp, true);
document.addEventListener("keydown", (event) => event.key === "Escape" && hideHelp());

/** The handlers by which a card shows its text where there is no room for it. */
export const helps = (text: () => ComponentChildren) => ({
  onPointerEnter: (event: PointerEvent) => {
    const card = event.currentTarget as Element;
    window.clearTimeout(timer);
    if (event.pointerType === "mouse") timer = window.setTimeout(() => show(text(), card), HOVER);
  },
  onPointerLeave: (event: PointerEvent) => event.pointerType === "mouse" && hideHelp(),
  onClick: (event: MouseEvent) => show(text(), event.currentTarget as Element),
  onFocusCapture: (event: FocusEvent) => (event.target as Element).matches(":focus-visible") && show(text(), event.currentTarget as Element),
  onBlurCapture: hideHelp,
});
