// What happened, as sentences, grouped as the game says; the newest at the bottom and in sight.
import { useEffect, useRef } from "preact/hooks";
import type { GameEvent } from "../types";
import type { BoardProps, Heading } from "./game";
import { t } from "./texts";

interface Group extends Heading {
  lines: GameEvent[];
}

function grouped({ events, store }: BoardProps): Group[] {
  const groups: Group[] = [];
  let count = 0;
  events.forEach((event, i) => {
    for (const { level, text } of store.game.headings(event, events[i - 1])) {
      count = level === 1 ? 0 : count + 1;
      groups.push({ level, text: level === 1 ? text : `${text} ${count}`, lines: [] });
    }
    if (event.text) groups[groups.length - 1]?.lines.push(event);
  });
  return groups;
}

export function Log(props: BoardProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { events, store } = props;
  useEffect(() => {
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [events.length]);
  return (
    <div class="log">
      <h2>{t("Log")}</h2>
      <div class="log-lines" id="log" ref={scroller} tabIndex={0} role="region" aria-label={t("Log")}>
        {grouped(props).map((group, i) => (
          <div key={i} class="log-group">
            {group.text && (group.level === 1 ? <h3>{group.text}</h3> : <h4>{group.text}</h4>)}
            {group.lines.length > 0 && <ol>
              {group.lines.map((event, j) => {
                const seat = store.game.about(event);
                return (
                  <li key={j} data-kind={event.kind} data-seat={seat}>
                    {seat !== null && <store.game.Emblem seat={seat} />}
                    <span>{event.text}</span>
                  </li>
                );
              })}
            </ol>}
          </div>
        ))}
      </div>
    </div>
  );
}
