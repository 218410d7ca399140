// Looking back while a game goes on: the table as the viewer saw it when so many events had happened. What comes meanwhile is
// kept, and nothing can be done until one is back.
import type { GameEvent, Look, ServerFrame, TableView } from "../types";
import { uniqueId } from "./id";
import type { Told } from "./told";

export class Past {
  /** How many events had happened at the moment that somebody wants to see; null for now. */
  wanted: number | null = null;
  /** What is shown of it: the last moment that was told, until the next one is. */
  shown: { view: TableView; events: readonly GameEvent[] } | null = null;
  private asked = "";

  constructor(
    private readonly told: Told,
    private readonly send: (frame: Look) => void,
    private readonly changed: () => void,
  ) {}

  /** Takes in what it has asked for; false if a frame is for others. */
  take(frame: ServerFrame): boolean {
    if ((frame.type !== "looked" && frame.type !== "error") || frame.id === "" || frame.id !== this.asked) return false;
    if (frame.type === "error") this.leave();
    else this.shown = { view: frame.view, events: this.told.all.slice(0, frame.events) };
    return true;
  }

  /** To the moment at which so many events had happened; beyond the last of them is now. */
  go(events: number): void {
    if (events >= this.told.all.length) return this.leave();
    this.wanted = Math.max(0, events);
    this.asked = uniqueId();
    this.send({ type: "look", id: this.asked, events: this.wanted });
    this.changed();
  }

  /** After a broken line nobody knows what arrived. */
  resend(): void {
    if (this.wanted !== null) this.send({ type: "look", id: this.asked, events: this.wanted });
  }

  /** To the end of what came with an event. */
  to(event: GameEvent): void {
    this.go(this.told.all.findLastIndex(({ step }) => step === event.step) + 1);
  }

  back(): void {
    const { all } = this.told;
    const here = all[(this.wanted ?? all.length) - 1];
    if (here) this.go(all.findIndex(({ step }) => step === here.step));
  }

  on(): void {
    const next = this.wanted === null ? undefined : this.told.all[this.wanted];
    if (next) this.to(next);
  }

  leave(): void {
    [this.wanted, this.shown, this.asked] = [null, null, ""];
    this.changed();
  }
}
