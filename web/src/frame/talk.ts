// What is written at the table, as far as this page was told; what it writes itself, until that is stored.
import type { Chat, ChatLine, Hush, Report, Say, ServerFrame } from "../types";
import { uniqueId } from "./id";
import { keep, kept } from "./kept";

type Written = Say | Hush | Report;

/** Where the number of the last message that was read is kept, by table. */
const READ = "tianxia.read.";

export class Talk {
  lines: readonly ChatLine[] = [];
  /** There is somebody to write to. */
  here = false;
  open = false;
  presets: Readonly<Record<string, string>> = {};
  muted: readonly number[] = [];
  blocked: readonly number[] = [];
  ceiling = 0;
  /** Why the last thing was not carried out, or that it was. */
  notice = "";
  /** What is written and not sent yet: it is there again when the panel is opened anew. */
  draft = "";
  private sending: Written | null = null;
  /** The number of the last message that was asked for to be said aloud. */
  private said: number | null = null;
  private read: number;
  private done = "";

  constructor(
    private readonly table: string,
    private readonly send: (frame: Written) => void,
    private readonly changed: () => void,
  ) {
    this.read = Number(kept(READ + table) ?? -1);
  }

  /** Takes in what is meant for it; false if a frame is not. */
  take(frame: ServerFrame): boolean {
    if (frame.type === "chat") this.told(frame);
    else if ((frame.type === "ack" || frame.type === "error") && frame.id && frame.id === this.sending?.id) {
      if (frame.type === "ack" && this.sending.type === "say") this.draft = "";
      this.notice = frame.type === "error" ? frame.reason : this.done;
      this.sending = null;
    } else return false;
    return true;
  }

  private told({ lines, whole, muted, blocked, presets, ceiling }: Chat): void {
    this.here = true;
    this.lines = whole ? lines : [...this.lines, ...lines];
    [this.muted, this.blocked, this.ceiling] = [muted, blocked, ceiling];
    if (whole) this.presets = presets;
    if (this.open) this.mark();
    if (whole && this.sending) this.send(this.sending); // the line was broken: the same id is carried out once
  }

  get unread(): number {
    return this.lines.filter((line) => !line.own && line.number > this.read).length;
  }

  /** What others wrote since this was asked for last and nobody has read; of what lay there at first the last message. */
  heard(): readonly ChatLine[] {
    const { said, lines } = this;
    this.said = lines[lines.length - 1]?.number ?? (this.here ? -1 : said);
    const fresh = lines.filter((line) => !line.own && line.number > Math.max(this.read, said ?? -1));
    return said === null ? fresh.slice(-1) : fresh;
  }

  get busy(): boolean {
    return this.sending !== null;
  }

  show(open: boolean): void {
    this.open = open;
    this.notice = "";
    if (open) this.mark();
    this.changed();
  }

  private mark(): void {
    this.read = this.lines[this.lines.length - 1]?.number ?? this.read;
    keep(READ + this.table, String(this.read));
  }

  say(text: string): void {
    if (text.trim()) this.write({ type: "say", id: uniqueId(), text, preset: "" });
  }

  preset(name: string): void {
    this.write({ type: "say", id: uniqueId(), text: "", preset: name });
  }

  hush(seat: number, how: Hush["how"]): void {
    this.write({ type: "hush", id: uniqueId(), seat, how });
  }

  /** `done` is what to say when it is stored. */
  report(seat: number, reason: string, done: string): void {
    this.write({ type: "report", id: uniqueId(), seat, reason }, done);
  }

  private write(frame: Written, done = ""): void {
    if (this.sending) return;
    [this.sending, this.done, this.notice] = [frame, done, ""];
    this.send(frame);
    this.changed();
  }
}
