// What happened since the viewer's last decision: a strip of small drawings, one after the other.
import type { GameEvent } from "../types";
import type { BoardProps } from "./game";
import { t } from "./texts";

/** The events since the viewer last decided something, that decision included. */
export function sinceMyDecision(props: BoardProps): readonly GameEvent[] {
  const { events, store, view } = props;
  if (view.viewer === null) return events.slice(-4);
  let at = events.length - 1;
  while (at >= 0 && store.game.decidedBy(events[at]!) !== view.viewer) at--;
  return events.slice(Math.max(0, at));
}

export function Recap(props: BoardProps) {
  const { store } = props;
  const shown = sinceMyDecision(props)
    .map((event) => ({ event, drawing: store.game.recap(event) }))
    .filter(({ drawing }) => drawing !== null && drawing !== undefined);
  return (
    <section class="recap" aria-label={t("Since your last decision")}>
      <ol>
        {shown.slice(-7).map(({ event, drawing }) => {
          const seat = store.game.about(event);
          return (
            <li key={`${event.step}${event.kind}${event.text}`} data-kind={event.kind} title={event.text}>
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
