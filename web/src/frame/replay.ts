// A finished game, position by position. It brings the table what the server tells of them, as the line to a running game
// does: one action forward as a step, so that it is seen to happen, all else as the table from scratch.
import type { ClientFrame, GameEvent, Replayed } from "../types";
import type { Line, Listener } from "./connection";
import { t } from "./texts";

const RETRY = 1_500;

interface Position {
  place: number;
  /** Null for what onlookers saw. */
  seat: number | null;
}

export class Replay implements Line {
  /** What the table shows. */
  shown: Replayed | null = null;
  private events: GameEvent[] = [];
  /** The place up to which these go, -1 for none. */
  private known = -1;
  private busy = false;
  private closed = false;

  constructor(
    private readonly path: string,
    /** Where somebody wants to be; what is shown comes after it. */
    public wanted: Position,
    private readonly listener: Listener,
  ) {
    void this.fetch();
  }

  /** Nothing is said to a game that is over. */
  send(_frame: ClientFrame): void {}

  /** No time runs any more. */
  serverNow(): number {
    return Date.now() / 1000;
  }

  close(): void {
    this.closed = true;
  }

  go(place: number): void {
    const last = this.shown?.last ?? place;
    this.wanted = { ...this.wanted, place: Math.max(0, Math.min(last, place)) };
    void this.fetch();
  }

  look(seat: number | null): void {
    this.wanted = { ...this.wanted, seat };
    void this.fetch();
  }

  private get there(): boolean {
    return this.shown?.place === this.wanted.place && this.shown.view.viewer === this.wanted.seat;
  }

  /** One question at a time: of all places that a finger passes over, those are asked for at which an answer finds it. */
  private async fetch(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    while (!this.closed && !this.there) {
      const { wanted } = this;
      const answer = await fetch(this.question(wanted)).catch(() => null);
      const told = answer?.ok ? await (answer.json() as Promise<Replayed>).catch(() => null) : null; // the line may break amid it
      if (told) {
        this.listener.link("open");
        this.take(told, wanted);
      } else if (answer && !answer.ok && answer.status !== 429 && answer.status < 500) {
        this.listener.link("open");
        this.listener.frame({ type: "error", id: "", code: "gone", reason: t("This position cannot be shown.") });
        break;
      } else {
        this.listener.link(this.shown ? "reconnecting" : "connecting");
        await new Promise((done) => window.setTimeout(done, RETRY));
      }
    }
    this.busy = false;
  }

  private question({ place, seat }: Position): string {
    const asked = new URLSearchParams({ at: String(place), lang: document.documentElement.lang });
    if (seat !== null) asked.set("seat", String(seat));
    const known = seat === (this.shown?.view.viewer ?? null) ? this.known : -1;
    if (known >= 0) asked.set("known", String(known));
    return `${this.path}/position?${asked}`;
  }

  private take(told: Replayed, wanted: Position): void {
    const before = this.shown;
    const same = before !== null && before.view.viewer === told.view.viewer;
    if (!same) [this.events, this.known] = [[], -1];
    this.events.push(...told.events);
    this.known = Math.max(this.known, told.place);
    this.shown = told;
    if (wanted.place > told.last && this.wanted === wanted) this.wanted = { place: told.last, seat: wanted.seat };
    const { view } = told;
    const { number } = view;
    if (same && told.place === before.after) {
      const { state, legal, ...changed } = view;
      const fresh = this.events.filter(({ step }) => step > before.view.number && step <= number);
      this.listener.frame({ type: "step", number, changed, state, legal: legal.map(({ id }) => id), events: fresh });
    } else {
      this.listener.frame({ type: "full", number, view, events: this.events.filter(({ step }) => step <= number) });
    }
    this.note(told);
  }

  /** The address of what is shown, to be kept or sent to somebody. */
  private note({ place, view }: Replayed): void {
    const address = new URL(location.href);
    address.searchParams.set("at", String(place));
    address.searchParams.set("seat", view.viewer === null ? "none" : String(view.viewer));
    history.replaceState(null, "", address);
  }
}

/** Where the address of the page leads: to the beginning, as the visitor's own seat saw it, unless it says more. */
export function asked(own: number | null): Position {
  const told = new URLSearchParams(location.search);
  const number = (name: string, otherwise: number | null) => (/^\d{1,9}$/.test(told.get(name) ?? "") ? Number(told.get(name)) : otherwise);
  return { place: number("at", 0)!, seat: number("seat", told.has("seat") ? null : own) };
}
