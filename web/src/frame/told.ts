// What has happened at the table, and how far this page has told of it: all at once, or bit by bit where the board of a game is paced.
import type { GameEvent, TableView } from "../types";

/** A batch of events that came while the page was open, for the animation and the screen reader. */
export interface News {
  events: readonly GameEvent[];
  from: number; // index of the first of them in all events
}

export class Told {
  /** All that has happened, whatever is looked at. */
  all: readonly GameEvent[] = [];
  news: News = { events: [], from: 0 };
  /** The table when all was told last. */
  before: TableView | null = null;
  private count = 0;

  constructor(
    private readonly paced: boolean,
    private readonly changed: () => void,
  ) {}

  /** How many of all events are told. */
  get heard(): number {
    return this.paced ? Math.min(this.count, this.all.length) : this.all.length;
  }

  /** Nothing is left to tell. */
  get whole(): boolean {
    return this.heard === this.all.length;
  }

  /** Takes in all at once, as nothing that is to be told any more. */
  begin(events: readonly GameEvent[]): void {
    this.all = events;
    this.news = { events: [], from: events.length };
    this.count = events.length;
  }

  /** Takes in what has happened since a table. */
  append(events: readonly GameEvent[], since: TableView | null): void {
    if (events.length === 0) return;
    if (this.whole) this.before = since;
    this.news = { events, from: this.all.length };
    this.all = [...this.all, ...events];
  }

  tell(count: number): void {
    if (count === this.count) return;
    this.count = count;
    this.changed();
  }

  /** What came last is told once more. */
  again(): void {
    this.news = { ...this.news };
    this.count = this.news.from;
    this.changed();
  }

  forget(): void {
    this.begin([]);
    this.before = null;
  }
}
