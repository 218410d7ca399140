// What happened, as sentences, grouped as the game says; the newest at the bottom and in sight.
import type { VNode } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { GameEvent } from "../types";
import type { Heading } from "./game";
import type { Store } from "./store";
import { t } from "./texts";
import "./log.css";

/** The table as it was after an event: in a game that goes on as in one that is over. Where its action went on to deal anew,
 *  nothing of it lies on the table any more: that is shown as it lay before the action, and told up to the event. */
export function lookAt(store: Store, event: GameEvent): void {
  const { all } = store.told;
  const place = all.indexOf(event);
  const isGone = all.some(({ kind, step }, i) => i > place && step === event.step && kind === store.game.anew);
  if (store.replay) store.replay.go(event.step - (isGone ? 2 : 1));
  else if (isGone) store.past.go(place + 1);
  else store.past.to(event);
}

interface Group extends Heading {
  lines: GameEvent[];
}

/** A line of the log that no event made. */
const told = (text: string): GameEvent => ({ kind: "incident", step: 0, text });

function grouped(store: Store): Group[] {
  const { now } = store;
  const { all: events, heard } = store.told;
  const groups: Group[] = [];
  let count = 0;
  const incidents = [...(now?.incidents ?? [])];
  const tell = (until: number) => {
    while (incidents.length > 0 && incidents[0]!.after <= until) {
      if (groups.length === 0) groups.push({ level: 2, text: "", lines: [] });
      groups[groups.length - 1]!.lines.push(told(incidents.shift()!.text));
    }
  };
  events.slice(0, heard).forEach((event, i) => {
    tell(i);
    const headings = store.game.headings(event, events[i - 1]);
    for (const { level, text } of headings) {
      count = level === 1 ? 0 : count + 1;
      groups.push({ level, text: level === 1 || text === event.text ? text : `${text} ${count}`, lines: [] });
    }
    if (event.text && !headings.some(({ text }) => text === event.text)) groups[groups.length - 1]?.lines.push(event);
  });
  if (heard === events.length) tell(Infinity);
  return groups;
}

interface Drawn {
  group: Group;
  lines: VNode;
}

const same = (a: Group, b: Group): boolean =>
  a.level === b.level && a.text === b.text && a.lines.length === b.lines.length && a.lines.every((line, i) => line === b.lines[i] || (line.kind === "incident" && line.text === b.lines[i]?.text));

/** Of all that has happened, whatever is looked at; a line leads to its moment. */
export function Log({ store }: { store: Store }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { now } = store;
  const { all, heard } = store.told;
  const incidents = now?.incidents ?? [];
  useEffect(() => {
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [heard, incidents]);
  // who looks back reads what happened then
  const { wanted } = store.past;
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const lines = [...box.querySelectorAll<HTMLElement>(".line")];
    const then = wanted ? lines.findLast(({ dataset }) => Number(dataset.place) < wanted) : undefined;
    box.querySelector(".line[aria-current]")?.removeAttribute("aria-current");
    then?.setAttribute("aria-current", "true");
    if (then) box.scrollTop = then.offsetTop - (box.clientHeight - then.offsetHeight) / 2;
    else if (wanted === null) box.scrollTop = box.scrollHeight;
  }, [wanted]);
  // hundreds of lines, of which only the last group changes: the others are not even looked at again
  const drawn = useRef<Drawn[]>([]);
  const groups = useMemo(() => {
    drawn.current = grouped(store).map((group, i) => {
      const old = drawn.current[i];
      return old && same(old.group, group) ? old : { group, lines: <Lines key={i} store={store} group={group} /> };
    });
    return drawn.current.map(({ lines }) => lines);
  }, [all, heard, incidents]);
  return (
    <div class="column log">
      <h2>{t("Log")}</h2>
      <div class="text-14 log-lines" id="log" ref={scroller} tabIndex={0} role="region" aria-label={t("Log")}>
        {all.length === 0 && incidents.length === 0 && <p class="dim">{t("Nothing has happened yet.")}</p>}
        {groups}
      </div>
    </div>
  );
}

function Lines({ store, group }: { store: Store; group: Group }) {
  const { level, text, lines } = group;
  return (
    <div class="log-group">
      {text && (level === 1 ? <h3>{text}</h3> : <h4>{text}</h4>)}
      {lines.length > 0 && (
        <ol>
          {lines.map((event, i) => {
            const seat = store.game.about(event);
            return (
              <li key={i} data-kind={event.kind} data-seat={seat}>
                {event.kind === "incident" ? event.text : <Line store={store} event={event} seat={seat} />}
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}

const Line = ({ store, event, seat }: { store: Store; event: GameEvent; seat: number | null }) => (
  <button type="button" class="line" tabIndex={-1} data-place={store.told.all.indexOf(event)} title={t("Show this moment")} onClick={() => lookAt(store, event)}>
    {seat !== null && <store.game.Emblem seat={seat} />}
    <span>{event.text}</span>
  </button>
);
