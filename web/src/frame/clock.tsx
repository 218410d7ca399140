// The clock of a seat. It counts by itself: nothing else of the table is drawn again, and nothing is read out each second.
import { useEffect, useReducer } from "preact/hooks";
import type { ClockView } from "../types";
import type { BoardProps } from "./game";
import type { Store } from "./store";
import { n, t } from "./texts";
import "./clock.css";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LOW = 20; // seconds

/** What is left at a time of the server, in seconds. */
const left = ({ left, runs }: ClockView, now: number): number => (runs === null ? left : Math.max(0, left - Math.max(0, now - runs)));

const two = (value: number): string => String(value).padStart(2, "0");

function figures(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [days, hours, minutes] = [Math.floor(whole / DAY), Math.floor(whole / HOUR) % 24, Math.floor(whole / MINUTE) % 60];
  if (days > 0) return t("{days} d {hours} h", { days, hours });
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** For who does not see it: told when the table changes, and then only roughly. */
function roughly(seconds: number): string {
  if (seconds >= DAY) return n("{count} day left", "{count} days left", Math.floor(seconds / DAY));
  if (seconds >= HOUR) return n("{count} hour left", "{count} hours left", Math.floor(seconds / HOUR));
  if (seconds >= MINUTE) return n("{count} minute left", "{count} minutes left", Math.floor(seconds / MINUTE));
  return n("{count} second left", "{count} seconds left", Math.ceil(seconds));
}

function Figures({ clock, store, stands }: { clock: ClockView; store: Store; stands: boolean }) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  const now = store.serverNow();
  const rest = left(clock, now);
  const running = clock.runs !== null && !stands && rest > 0;
  useEffect(() => {
    if (!running) return;
    const wait = now < clock.runs! ? clock.runs! - now : rest % 1 || 1; // to the next whole second
    const timer = window.setTimeout(() => tick(undefined), Math.min(1, wait + 0.01) * 1000);
    return () => window.clearTimeout(timer);
  });
  return (
    <span class="nowrap clock-figures" aria-hidden="true" translate={false} data-runs={running && now >= clock.runs!} data-low={rest <= LOW}>
      {figures(rest)}
    </span>
  );
}

/** The time of whoever is asked, in the bar: where the panels of the players are out of sight. */
export function AskedTime({ store, asked }: { store: Store; asked: readonly number[] }) {
  const view = store.view;
  const seat = asked.find((one) => one === view?.viewer) ?? (asked.length === 1 ? asked[0]! : undefined);
  const clock = seat === undefined ? undefined : view?.clocks?.seats[seat];
  if (!view || !clock || view.seats[seat!]?.bot !== null || view.seats[seat!]?.deputy) return null;
  return (
    <span class="clock asked-time">
      <Figures clock={clock} store={store} stands={view.paused !== ""} />
    </span>
  );
}

/** The time of a seat; nothing where a game has no clocks. */
export function SeatTime({ view, store, seat }: BoardProps & { seat: number }) {
  const clock = view.clocks?.seats[seat];
  const who = view.seats[seat];
  if (!view.clocks || !clock || !who || who.bot !== null || who.deputy) return null;
  const stands = view.paused !== "";
  return (
    <span class="by clock" title={view.clocks.words}>
      <Figures clock={clock} store={store} stands={stands} />
      <span class="sr">{roughly(left(clock, store.serverNow()))}</span>
    </span>
  );
}

/** Days that the viewer may take off, in the dialog. */
export function DaysOff({ store }: { store: Store }) {
  const { view } = store;
  const days = view?.viewer == null || view.result ? 0 : (view.clocks?.seats[view.viewer]?.vacation ?? 0);
  if (days === 0) return null;
  return (
    <section class="row days-off">
      <p>{t("No time runs on a day off, and it can't be taken back.")}</p>
      <button type="button" class="button" onClick={() => store.attend("day_off")}>
        {t("Day off ({count})", { count: days })}
      </button>
    </section>
  );
}
