// What happened since the viewer's last decision: small drawings, one after the other, each linked to its place on the table.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { GameEvent } from "../types";
import type { BoardProps } from "./game";
import { AgainIcon } from "./icons";
import { moveFocus, useStops } from "./keyboard";
import { lookAt } from "./log";
import { settings } from "./settings";
import { t } from "./texts";
import "./recap.css";

/** Index of the viewer's last decision that somebody else answered: what came since is news. */
function lastAnswered({ events, store, view }: BoardProps): number {
  const decided = events.map((event) => store.game.decidedBy(event));
  const others = decided.findLastIndex((seat) => seat !== null && seat !== view.viewer);
  return Math.max(0, decided.slice(0, others + 1).lastIndexOf(view.viewer));
}

/** Five battles, each with its outcome, and what came between. */
const MANY = 12;

/** Of very much the oldest are left out, so many at once: nothing moves up in between. */
const newest = <T,>(all: readonly T[]): readonly T[] => all.slice(Math.max(0, Math.floor(all.length / MANY) - 1) * MANY);

/** The places of the board where it happened: those that the game names, else where something was seen to go. */
const placesOf = ({ store, view, events }: BoardProps, event: GameEvent): string[] => [
  ...(store.game.places?.(event) ?? []),
  ...store.game.flights(event, view, events).flatMap(({ from, to }) => [from, to]),
];

function unmark(): void {
  for (const one of document.querySelectorAll("[data-told]")) one.removeAttribute("data-told");
}

/** Marks where something lies on the table; nothing else is marked any more. */
function mark(places: readonly string[]): void {
  unmark();
  for (const place of places) {
    const name = CSS.escape(place);
    for (const one of document.querySelectorAll(`[data-anchor="${name}"], .board [data-part="${name}"]`)) one.setAttribute("data-told", "true");
  }
}

/** The strip goes on until one of it is in sight: to its line in the column; in a row with all before it that have room beside it,
 *  each whole. It is moved, not scrolled or filled anew: nothing is pushed by what comes. */
function reveal(one: HTMLElement | null): void {
  const strip = one?.parentElement;
  if (!one || !strip) return;
  const begin = one.offsetLeft + one.offsetWidth - strip.clientWidth;
  const first = ([...strip.children] as HTMLElement[]).find(({ offsetLeft }) => offsetLeft >= begin) ?? one;
  const below = one.offsetTop + one.offsetHeight - strip.clientHeight;
  strip.style.setProperty("--on", `${-first.offsetLeft}px ${Math.min(0, -below)}px`);
}

export function Recap(props: BoardProps) {
  const { store, events } = props;
  const start = lastAnswered(props);
  const pace = settings.pace;
  const drawn = events
    .slice(start, store.heard)
    .map((event, i) => ({ event, at: start + i, drawing: store.game.recap(event) }))
    .filter(({ drawing }) => drawing !== null && drawing !== undefined);
  const shown = newest(drawn);
  const strip = useRef<HTMLOListElement>(null);
  const stop = useStops()(shown.map(({ at }) => String(at)));
  const pointing = ({ tabIndex, onFocus }: ReturnType<typeof stop>, event: GameEvent) => {
    const show = () => mark(placesOf(props, event));
    const focus = ({ currentTarget }: FocusEvent) => (onFocus(), reveal((currentTarget as Element).closest("li")), show());
    return { tabIndex, onClick: () => lookAt(store, event), onFocus: focus, onPointerEnter: show, onPointerLeave: unmark, onBlur: unmark };
  };
  // what has no room is left out at the beginning: the log tells it all
  const toEnd = () => reveal(strip.current?.querySelector<HTMLElement>("li:last-child") ?? null);
  const first = shown[0]?.at;
  useLayoutEffect(toEnd, [events, store.heard]);
  useLayoutEffect(() => {
    const sized = new ResizeObserver(toEnd);
    sized.observe(strip.current!);
    return () => sized.disconnect();
  }, [first]);
  return (
    <section class="rigid recap" aria-label={t("Since your last decision")} data-still={pace === 0}>
      <ol key={first} ref={strip} onKeyDown={moveFocus}>
        {shown.map(({ event, at, drawing }) => {
          const seat = store.game.about(event);
          const delay = store.game.paced ? 0 : Math.max(0, at - store.told.news.from) * pace * 0.8;
          return (
            <li key={at} data-kind={event.kind} title={event.text} style={{ animationDelay: `${delay}ms` }}>
              <button type="button" class="line" {...pointing(stop(String(at)), event)}>
                <span class="sr">{event.text}</span>
                <span class="inline drawn" aria-hidden="true">
                  {seat !== null && <store.game.Emblem seat={seat} />}
                  {drawing}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      {pace > 0 && store.told.news.events.length > 0 && !store.telling && !store.replay && (
        <button type="button" class="bare" aria-label={t("Show again")} title={t("Show again")} onClick={() => store.again()}>
          <AgainIcon />
        </button>
      )}
    </section>
  );
}
