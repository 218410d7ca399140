// In the place of the actions, where a finished game is replayed: to any position of it, by action and by turn.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Replayed } from "../types";
import { shortcut } from "./keyboard";
import { LevelChoice } from "./levels";
import type { Replay } from "./replay";
import { settings } from "./settings";
import { SealCheck } from "./seal";
import { at } from "./site";
import type { Store } from "./store";
import { m, t } from "./texts";
import "./playback.css";

const SLOWEST = 900; // milliseconds between two actions that play by themselves, where no event takes longer

/** Where each button, and each of its keys, leads from a position. */
const WAYS = {
  first: { title: m("To the beginning"), keys: ["Home"], to: () => 0 },
  turnBefore: { title: m("One turn back"), keys: ["PageUp"], to: (shown: Replayed) => shown.turn_before },
  before: { title: m("One action back"), keys: ["ArrowLeft"], to: (shown: Replayed) => shown.before },
  after: { title: m("One action on"), keys: ["ArrowRight"], to: (shown: Replayed) => shown.after },
  turnAfter: { title: m("One turn on"), keys: ["PageDown"], to: (shown: Replayed) => shown.turn_after },
  last: { title: m("To the end"), keys: ["End"], to: (shown: Replayed) => shown.last },
} as const;
type Way = keyof typeof WAYS;

export const REPLAY_KEYS: readonly { keys: string[]; does: string }[] = [
  { keys: ["←", "→"], does: m("one action back, one on") },
  { keys: ["Page Up", "Page Down"], does: m("one turn back, one on") },
  { keys: ["Home", "End"], does: m("to the beginning, to the end") },
  { keys: ["p"], does: m("play by itself, and stop") },
];

/** Keys of the table that do nothing here. */
export const NOT_IN_REPLAY = ["←", "↑", "p", "a", "u", "Esc", "Enter"];

const DRAWN: Record<Way | "play" | "stop", string> = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  turnBefore: "M12 5l-8 7 8 7zM21 5l-8 7 8 7z",
  before: "M16 5l-9 7 9 7z",
  play: "M7 4l12 8-12 8z",
  stop: "M8 5v14M16 5v14",
  after: "M8 5l9 7-9 7z",
  turnAfter: "M3 5l8 7-8 7zM12 5l8 7-8 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
};

export const Sign = ({ of }: { of: keyof typeof DRAWN }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={DRAWN[of]} fill="currentColor" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
  </svg>
);

/**
 * The keys lead where the buttons do, wherever the focus is but in a field of its own. Listens before the paint: what is seen can
 * be used.
 */
function useWays(replay: Replay, go: (place: number) => void, toggle: () => void): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const field = target.closest("select, textarea, input:not([type=range]), dialog");
      const key = shortcut(event);
      if (!key || event.defaultPrevented || field || document.querySelector("dialog[open]")) return;
      const way = Object.values(WAYS).find(({ keys }) => (keys as readonly string[]).includes(key));
      if (way && replay.shown) {
        event.preventDefault();
        go(way.to(replay.shown));
      } else if (key === "p" && settings.keys === "on" && !event.repeat) toggle();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

export function Playback({ store, replay }: { store: Store; replay: Replay }) {
  const [playing, setPlaying] = useState(false);
  const [, moved] = useState(0);
  const { shown, wanted } = replay;
  const go = (place: number) => {
    setPlaying(false);
    replay.go(place);
    moved((count) => count + 1);
  };
  const toggle = () => {
    if (!playing && shown && shown.place === shown.last) replay.go(0);
    setPlaying(!playing);
  };
  useWays(replay, go, toggle);
  useEffect(() => {
    if (!playing || !shown || store.telling) return;
    if (shown.place === shown.last && wanted.place === shown.last) return setPlaying(false);
    const timer = window.setTimeout(() => replay.go(shown.after), Math.max(SLOWEST, settings.pace * store.told.news.events.length));
    return () => window.clearTimeout(timer);
  }, [playing, shown, store.telling]);
  if (!shown) return null;
  const button = (way: Way) => {
    const to = WAYS[way].to(shown);
    return (
      <button key={way} type="button" class="button" data-way={way} title={t(WAYS[way].title)} aria-label={t(WAYS[way].title)}
        aria-disabled={to === shown.place} onClick={() => go(to)}>
        <Sign of={way} />
      </button>
    );
  };
  const told = t("{place} of {count}", { place: wanted.place, count: shown.last });
  return (
    <div class="row wraps playback" role="group" aria-label={t("Replay")} id="playback">
      <div class="near ways">
        {(["first", "turnBefore", "before"] as const).map(button)}
        <button type="button" class="button main" data-way="play" aria-pressed={playing} aria-label={t("Play by itself")} onClick={toggle}>
          <Sign of={playing ? "stop" : "play"} />
        </button>
        {(["after", "turnAfter", "last"] as const).map(button)}
      </div>
      <label class="row apart seek">
        <span class="sr">{t("Actions so far")}</span>
        <input type="range" min={0} max={shown.last} value={wanted.place} aria-valuetext={told} onInput={({ currentTarget }) => go(Number(currentTarget.value))} />
        <output>{told}</output>
      </label>
      <label class="eyes">
        <span class="sr">{t("Seen from")}</span>
        <select value={wanted.seat ?? ""} onChange={({ currentTarget: { value } }) => (replay.look(value ? Number(value) : null), moved((count) => count + 1))}>
          {shown.view.seats.map(({ name }, seat) => (
            <option key={seat} value={seat}>
              {[store.game.seatName(seat), name].filter((one, i, all) => all.indexOf(one) === i).join(": ")}
            </option>
          ))}
          <option value="">{t("Onlookers")}</option>
        </select>
      </label>
    </div>
  );
}

/** What can be done with a finished game: to go on from the position, to take it away, to check its deal. */
export function ReplayPanel({ store, replay }: { store: Store; replay: Replay }) {
  const { shown } = replay;
  if (!shown) return null;
  const { view, place } = shown;
  const table = `/table/${store.table}`;
  return (
    <section class="near replay-panel" aria-label={t("This game")}>
      {shown.can_go_on ? (
        <form class="row wraps apart" method="post" action={at(`${table}/replay/go-on`)}>
          <p>{t("Play on from here as {name}. What that side could not know is dealt anew.", { name: store.game.seatName(view.viewer!) })}</p>
          <input type="hidden" name="at" value={place} />
          <input type="hidden" name="seat" value={view.viewer!} />
          <label>
            <span class="sr">{t("Bots")}</span>
            <LevelChoice seats={view.seats} />
          </label>
          <button class="button">{t("Play on from here")}</button>
        </form>
      ) : (
        <p class="dim">{view.viewer === null ? t("To play on from here, look from a seat.") : t("Nothing goes on from this position.")}</p>
      )}
      <SealCheck view={view} />
      <p class="wraps links">
        <a class="inline" href={at(`${table}/record`)} download>
          {t("Record file")}
        </a>
        <a class="inline" href={at(table)}>{t("To the table")}</a>
      </p>
    </section>
  );
}
