// What happened since the viewer's last decision: a strip of small drawings, one after the other.
import type { BoardProps } from "./game";
import { settings } from "./settings";
import { t } from "./texts";

/** Index of the first event since the viewer last decided something, that decision included. */
function sinceMyDecision({ events, store, view }: BoardProps): number {
  if (view.viewer === null) return Math.max(0, events.length - 4);
  const at = events.findLastIndex((event) => store.game.decidedBy(event) === view.viewer);
  return Math.max(0, at);
}

const MOST = 8;

export function Recap(props: BoardProps) {
  const { store, events } = props;
  const start = sinceMyDecision(props);
  const pace = settings.pace;
  const shown = events
    .slice(start)
    .map((event, i) => ({ event, at: start + i, drawing: store.game.recap(event) }))
    .filter(({ drawing }) => drawing !== null && drawing !== undefined)
    .slice(-MOST);
  return (
    <section class="recap" aria-label={t("Since your last decision")} data-still={pace === 0}>
      <ol>
        {shown.map(({ event, at, drawing }) => {
          const seat = store.game.about(event);
          const delay = Math.max(0, at - store.news.from) * pace * 0.8;
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
