// The text of a card's ability: on hover, on focus with the keyboard, and on a long press.
import { render } from "preact";
import { steadily } from "../../frame/translated";
import { m, n, t, wordsOf } from "../../frame/texts";
import { SeatEmblem, UseMark } from "./sprite";
import { abilityOf, nameOf, type Kind } from "./kinds";
import "./help.css";

const LONG_PRESS = 450;
const HOVER = 350;

const HAN_MARK = m("Mark of Han: left in Chu's hand when Han goes out, it is worth 1 point more.");
const CHU_MARK = m("Mark of Chu: left in Han's hand when Chu goes out, it is worth 1 point more.");

function Help({ kind }: { kind: Kind }) {
  return (
    <>
      <p class="help-name">
        {kind.use !== "plain" && <UseMark use={kind.use} />}
        <strong>{nameOf(kind)}</strong>
        <span class="dim">{kind.use === "plain" ? n("{count} copy", "{count} copies", kind.copies) : wordsOf(kind.id).timing}</span>
      </p>
      {abilityOf(kind) && <p>{abilityOf(kind)}</p>}
      {kind.mark !== null && document.querySelector(".campaign") && (
        <p class="dim">
          <SeatEmblem seat={kind.mark} /> {t(kind.mark === 0 ? HAN_MARK : CHU_MARK)}
        </p>
      )}
    </>
  );
}

let box: HTMLElement | null = null;
let timer = 0;
let openedByPress = false;

function show(kind: Kind, over: Element): void {
  box ??= document.body.appendChild(Object.assign(document.createElement("div"), { className: "card-help" }));
  box.setAttribute("role", "tooltip");
  const here = box;
  steadily(() => render(<Help kind={kind} />, here));
  box.hidden = false;
  const card = over.getBoundingClientRect();
  const width = box.offsetWidth;
  const left = Math.min(Math.max(8, card.left + card.width / 2 - width / 2), innerWidth - width - 8);
  const above = card.top - box.offsetHeight - 18;
  box.style.transform = `translate(${left}px, ${above > 60 ? above : card.bottom + 10}px)`;
}

export function hideHelp(): void {
  window.clearTimeout(timer);
  openedByPress = false;
  if (box) box.hidden = true;
}

/** Takes the box off the page, with what was last read in it. */
export function removeHelp(): void {
  hideHelp();
  if (box) render(null, box);
  box?.remove();
  box = null;
}

function later(kind: Kind, over: Element, wait: number, press = false): void {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    openedByPress = press;
    show(kind, over);
  }, wait);
}

/** The handlers that show a card's ability. */
export function useCardHelp() {
  return (kind: Kind) =>
    abilityOf(kind) === "" && (kind.mark === null || !document.querySelector(".campaign"))
      ? {}
      : {
          onPointerEnter: (event: PointerEvent) => {
            if (event.pointerType === "mouse") later(kind, event.currentTarget as Element, HOVER);
          },
          onPointerLeave: hideHelp,
          onPointerDown: (event: PointerEvent) => {
            if (event.pointerType !== "mouse") later(kind, event.currentTarget as Element, LONG_PRESS, true);
            else hideHelp();
          },
          onPointerUp: () => {
            if (!openedByPress) window.clearTimeout(timer);
          },
          onPointerCancel: hideHelp,
          onClickCapture: (event: MouseEvent) => {
            // a long press only reads, it does not choose
            if (openedByPress) {
              event.stopPropagation();
              window.setTimeout(hideHelp, 2500);
            }
            openedByPress = false;
          },
          onContextMenu: (event: Event) => event.preventDefault(),
          onFocusCapture: (event: FocusEvent) => {
            const card = event.currentTarget as HTMLElement;
            if (card.matches(":focus-visible")) later(kind, card, HOVER);
          },
          onBlurCapture: hideHelp,
        };
}
