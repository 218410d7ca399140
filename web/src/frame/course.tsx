// How the points of a finished game went, as a chart, and the actions that turned it: each leads to its moment.
import { useEffect, useState } from "preact/hooks";
import type { Course as Told, Turn } from "../types";
import { lookAt } from "./log";
import { at } from "./site";
import type { Store } from "./store";
import { language, t } from "./texts";
import "./course.css";

const [WIDE, HIGH] = [1000, 300];
/** Lines that can be told apart without a colour, by seat. */
const DASHES = ["none", "7 4", "2 3", "10 3 2 3", "4 8"];
/** Of the height of the chart: as near to each other as two names beside it may stand. */
const APART = 0.16;

/** What comes later is awaited no longer: the count stands there without it. */
const PATIENCE = 1_000; // milliseconds

/** The course of a game that has one; undefined as long as it is to come soon. */
export function useCourse({ table }: Store, has: boolean): Told | null | undefined {
  const [told, tell] = useState<Told | null | undefined>(has ? undefined : null);
  useEffect(() => {
    if (!has) return;
    const left = new AbortController();
    const late = window.setTimeout(() => tell((one) => one ?? null), PATIENCE);
    fetch(at(`/table/${table}/replay/course?lang=${language}`), { signal: left.signal })
      .then((answer) => (answer.status === 200 ? answer.json() : null))
      .then(tell)
      .catch(() => undefined);
    return () => {
      left.abort();
      window.clearTimeout(late);
    };
  }, [table, has]);
  return told;
}

/** Where names stand beside the ends of their lines, as shares of the height: none over another. */
function apart(ends: readonly number[]): number[] {
  const order = ends.map((_, seat) => seat).sort((a, b) => ends[a]! - ends[b]!);
  const places = [...ends];
  order.forEach((seat, i) => i > 0 && (places[seat] = Math.max(places[seat]!, places[order[i - 1]!]! + APART)));
  const over = Math.max(0, ...places.map((place) => place - 1));
  return places.map((place) => place - over);
}

/** The seat that an action gave or cost most. */
const moved = ({ changed }: Turn): number => changed.reduce((best, points, seat) => (Math.abs(points) > Math.abs(changed[best]!) ? seat : best), 0);

const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

function Chart({ store, told: { scores, places, turns } }: { store: Store; told: Told }) {
  const all = scores.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (point: number) => point / Math.max(1, places.length - 1);
  const y = (points: number) => (high - points) / (high - low);
  const ends = scores.map((points) => points[points.length - 1]!);
  const beside = apart(ends.map(y));
  const { Emblem, seatName } = store.game;
  const words = ends.map((points, seat) => `${seatName(seat)} ${points}`.replace("-", "−")).join(", ");
  return (
    <figure class="course-chart" role="img" aria-label={t("Points from the first turn to the end: {list}", { list: words })}>
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="course-zero" d={`M0 ${y(0) * HIGH}H${WIDE}`} />
        {scores.map((points, seat) => {
          const line = { "data-own": seat === store.view?.viewer, "stroke-dasharray": DASHES[seat], d: `M${points.map((one, i) => `${x(i) * WIDE} ${y(one) * HIGH}`).join("L")}` };
          return (
            <g key={seat} data-seat={seat}>
              <path class="course-rim" {...line} />
              <path {...line} />
            </g>
          );
        })}
      </svg>
      {turns.map((turn, i) => {
        const point = places.findIndex((place) => place >= turn.place);
        const [left, top] = [x(point), y(scores[moved(turn)]![point]!)];
        return (
          <b key={turn.place} class="middle course-dot" style={{ left: `${left * 100}%`, top: `${top * 100}%` }}>
            {i + 1}
          </b>
        );
      })}
      {ends.map((points, seat) => (
        <span key={seat} class="nowrap course-end" data-seat={seat} style={{ top: `${beside[seat]! * 100}%` }}>
          <Emblem seat={seat} /> <b>{signed(points).replace("+", "")}</b>
        </span>
      ))}
    </figure>
  );
}

/** `left`: somebody goes to a moment. */
export function Course({ store, told, left }: { store: Store; told: Told | null | undefined; left: () => void }) {
  // where no points were made, as when somebody resigns early, there is nothing to draw
  if (!told || told.places.length < 2 || told.scores.every((points) => points.every((one) => one === points[0]))) return null;
  const go = ({ place, events }: Turn) => {
    left();
    const event = store.told.all[events - 1];
    if (event) lookAt(store, event);
    else store.replay?.go(place); // of a replay that has not come so far
  };
  return (
    <section class="course" aria-label={t("The course of the game")}>
      <Chart store={store} told={told} />
      {told.turns.length > 0 && <h3>{t("What turned the game, and the points it brought")}</h3>}
      <ol>
        {told.turns.map((turn, i) => (
          <li key={turn.place}>
            <button type="button" class="line" title={t("Show this moment")} onClick={() => go(turn)}>
              <b class="middle rigid course-dot">{i + 1}</b>
              <span>{turn.text}</span>
              <span>
                <store.game.Emblem seat={moved(turn)} /> <b>{signed(turn.changed[moved(turn)]!)}</b>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
