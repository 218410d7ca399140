// What happened since the viewer's last decision: a strip of small drawings, one after the other.
import { useEffect, useRef } from "preact/hooks";
import type { BoardProps } from "./game";
import { settings } from "./settings";
import { t } from "./texts";
import "./recap.css";

/** Index of the viewer's last decision that somebody else answered: what came since is news. */
function lastAnswered({ events, store, view }: BoardProps): number {
  const decided = events.map((event) => store.game.decidedBy(event));
  const others = decided.findLastIndex((seat) => seat !== null && seat !== view.viewer);
  return Math.max(0, decided.slice(0, others + 1).lastIndexOf(view.viewer));
}

const MOST = 12; // five battles, each with its outcome, and what came between

export function Recap(props: BoardProps) {
  const { store, events } = props;
  const start = lastAnswered(props);
  const pace = settings.pace;
  const shown = events
    .slice(start, store.heard)
    .map((event, i) => ({ event, at: start + i, drawing: store.game.recap(event) }))
    .filter(({ drawing }) => drawing !== null && drawing !== undefined)
    .slice(-MOST);
  const strip = useRef<HTMLOListElement>(null);
  // what has no room is left out at the beginning: the log tells it all
  useEffect(() => strip.current?.scrollTo({ left: strip.current.scrollWidth }), [store.heard]);
  return (
    <section class="recap" aria-label={t("Since your last decision")} data-still={pace === 0}>
      <ol ref={strip}>
        {shown.map(({ event, at, drawing }) => {
          const seat = store.game.about(event);
          const delay = store.game.paced ? 0 : Math.max(0, at - store.news.from) * pace * 0.8;
          return (
            <li key={at} data-kind={event.kind} title={event.text} style={{ animationDelay: `${delay}ms` }}>
              <span class="sr">{event.text}</span>
              <span class="drawn" aria-hidden="true">
                {seat !== null && <store.game.Emblem seat={seat} />}
                {drawing}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
