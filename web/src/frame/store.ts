// What the page knows about the table, and what can be done with it. The view always is the newest one that came: animations
// play over it and never hold it back.
import type { Command, ErrorCode, ErrorFrame, Full, GameEvent, Hinted, LegalAction, ServerFrame, TableView, Undo } from "../types";
import { Answers } from "./answers";
import type { Game } from "./game";
import type { Line, Link, Listener } from "./connection";
import { uniqueId } from "./id";
import { answered } from "./press";
import { Reading } from "./guide";
import { Past } from "./past";
import { Replay } from "./replay";
import { fit, keep, partsOf, select, strays, toggle, type Fit, type Slot } from "./selection";
import { Sent, type Pending } from "./sent";
import { Steps } from "./steps";
import { Talk } from "./talk";
import { t } from "./texts";
import { Told } from "./told";

export interface Notice {
  kind: "error" | "why";
  text: string;
}

const NONE: readonly LegalAction[] = [];

/** Reasons to turn a page away that stay. */
const FINAL: readonly ErrorCode[] = ["foreign", "origin", "gone"];

export class Store {
  /** The newest table that came, whatever is looked at. */
  now: TableView | null = null;
  link: Link = "connecting";
  notice: Notice | null = null;
  selection: readonly Slot[] = [];
  /** A scene that stays is to be read first. */
  held = false;
  /** Grows with each change. */
  version = 0;
  /** Draws the curtain, where the screen is passed between seats. */
  pass: (() => void) | null = null;
  /** At one screen: told of all that comes, before it is taken in; true if it is not for this seat's eyes alone. */
  ends: ((view: TableView, fresh: readonly GameEvent[]) => boolean) | null = null;

  readonly told: Told;
  readonly talk: Talk;
  readonly past: Past;
  /** What a lesson says, card by card. */
  readonly reading: Reading;
  readonly answers: Answers;
  private readonly sent: Sent;
  private readonly steps = new Steps();
  private readonly connection: Line;
  private readonly listeners = new Set<() => void>();
  private fitted: { legal: readonly LegalAction[]; selection: readonly Slot[]; fit: Fit } | null = null;
  private pointedAt: number | null = null;
  private lineWasBroken = false;

  constructor(
    readonly table: string,
    readonly game: Game,
    dial: (listener: Listener) => Line,
    /** The bots' rules were still being compiled when the page was made. */
    readonly preparing = false,
    /** Seats between which this screen is passed; none when it belongs to one player. */
    readonly seats: readonly number[] = [],
  ) {
    this.told = new Told(game.paced ?? false, () => this.changed());
    this.talk = new Talk(table, (frame) => this.connection.send(frame), () => this.changed());
    this.past = new Past(this.told, (frame) => this.connection.send(frame), () => this.changed());
    this.answers = new Answers((frame) => this.connection.send(frame), () => this.pending !== null);
    this.sent = new Sent((frame) => this.connection.send(frame));
    this.reading = new Reading(table, () => this.now?.guide ?? null, () => this.changed());
    this.connection = dial({
      frame: (frame) => this.receive(frame),
      link: (link) => this.linked(link),
      last: () => this.now?.number ?? 0,
    });
  }

  /** The game is over and is looked at position by position: nothing is chosen, nothing is said. */
  get replay(): Replay | null {
    return this.connection instanceof Replay ? this.connection : null;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Leaves the table and forgets all that was shown of it. */
  close(): void {
    this.connection.close();
    this.listeners.clear();
    this.past.leave();
    this.now = this.notice = this.pass = this.ends = null;
    this.selection = [];
    this.fitted = null;
    this.steps.forget();
    this.sent.forget();
    this.answers.forget();
    this.told.forget();
  }

  private changed(): void {
    this.version++;
    for (const listener of this.listeners) listener();
  }

  hold(held: boolean): void {
    if (this.held === held) return;
    this.held = held;
    this.changed();
  }

  /** What is shown of the table: as it is now, or as it was when somebody looks back. */
  get view(): TableView | null {
    return this.past.shown?.view ?? this.now;
  }

  get events(): readonly GameEvent[] {
    return this.past.shown?.events ?? this.told.all;
  }

  /** How many of these are shown: all of them, unless the board tells them bit by bit. */
  get heard(): number {
    return this.past.shown ? this.events.length : this.told.heard;
  }

  /** The board has not come to the newest events yet: until then nothing is asked. */
  get telling(): boolean {
    return this.heard < this.events.length;
  }

  /** The table as far as it is told: while events are told the one before them. */
  get known(): TableView | null {
    return this.telling ? this.told.before : this.view;
  }

  /** What came last is shown once more. */
  again(): void {
    this.past.leave();
    this.told.again();
  }

  /** The own command that is on its way. */
  get pending(): Pending | null {
    return this.sent.command;
  }

  // -- what may be done -------------------------------------------------------------------------------------------

  /** The actions that can be chosen right now: none while an own command is on its way or events are told. */
  get legal(): readonly LegalAction[] {
    return this.pending || this.telling || this.past.shown || !this.now || this.reading.more ? NONE : this.now.legal;
  }

  get fit(): Fit {
    const { legal, selection } = this;
    const known = this.fitted;
    if (known?.legal === legal && known.selection === selection) return known.fit;
    this.fitted = { legal, selection, fit: fit(legal, selection) };
    return this.fitted.fit;
  }

  /** The action that the pointer or the focus is on, as long as it is legal. */
  get pointed(): LegalAction | null {
    return this.legal.find(({ id }) => id === this.pointedAt) ?? null;
  }

  point(action: LegalAction | null): void {
    if (this.pointedAt === (action?.id ?? null)) return;
    this.pointedAt = action?.id ?? null;
    this.changed();
  }

  isSelected(part: string, index: number): boolean {
    return this.selection.some((slot) => slot.part === part && slot.index === index);
  }

  /** Selects a thing or takes it back; what can be used takes the place of what cannot. */
  tap(part: string, index: number): void {
    const stray = this.fit.lit.has(part) ? strays(this.legal, this.selection) : [];
    this.choose(toggle(this.selection.filter((slot) => !stray.includes(slot)), { part, index }));
  }

  /** The same for who looks for a play: what makes none, with whatever else, is answered with the reason. */
  wish(part: string, index: number): void {
    this.tap(part, index);
    const { exact, more, stray } = this.fit;
    const asked = this.legal.some(({ parts }) => parts.length > 0);
    if (asked && this.isSelected(part, index) && (stray || exact.length + more.length === 0)) this.why();
  }

  /** Selects all the parts of an action, so that it can be looked at before it is played. */
  lookAt(action: LegalAction): void {
    if (this.view) this.choose(select(action.parts, this.selection, this.game.available(this.view)));
  }

  clear(): void {
    this.choose([]);
  }

  private choose(selection: readonly Slot[]): void {
    if (this.replay || this.past.shown) return;
    this.pointedAt = null;
    this.selection = selection;
    this.notice = null;
    this.changed();
  }

  // -- to the server ----------------------------------------------------------------------------------------------

  play(action: LegalAction): void {
    this.command({ type: "command", action: action.id, ...this.envelope() }, action.label);
  }

  /** Takes the own seat again, where a bot plays for it, or a day off; or goes on without the lesson. */
  attend(type: "return" | "day_off" | "freely"): void {
    this.notice = null;
    answered();
    this.connection.send({ type, id: uniqueId(), game: this.table });
    this.changed();
  }

  /** The server's time, in seconds. */
  serverNow(): number {
    return this.connection.serverNow();
  }

  undo(label: string): void {
    if (!this.now) return;
    if (this.now.can_undo) this.command({ type: "undo", ...this.envelope() }, label);
    else this.say({ kind: "why", text: this.now.undo_reason });
  }

  /** Asks the others for their consent. */
  offer(what: "undo" | "draw" | "abandon"): void {
    this.connection.send({ type: "offer", what, ...this.envelope() });
    answered();
  }

  answer(offer: number, agree: boolean): void {
    this.connection.send({ type: "answer", id: uniqueId(), game: this.table, offer, agree });
    answered();
  }

  /** The viewer is asked for something, as far as it has been told. */
  get isAsked(): boolean {
    const { now } = this;
    return now !== null && now.viewer !== null && now.to_act.includes(now.viewer) && this.told.whole && !this.replay;
  }

  /** It is, no answer is on its way, and what is shown is now. */
  get mine(): boolean {
    return this.isAsked && !this.pending && !this.past.shown;
  }

  /** The game has ended, with a result or without one. */
  get over(): boolean {
    return Boolean(this.view?.result || this.view?.settled);
  }

  why(): void {
    this.sent.ask({ type: "why", id: uniqueId(), parts: partsOf(this.selection) });
  }

  /** A hint may be asked for here. */
  get mayHint(): boolean {
    return Boolean(this.now?.hints) && this.mine && this.legal.length > 0;
  }

  /** Asks what a bot would do; it is chosen then, and not played. */
  hint(): void {
    if (!this.mayHint) return;
    this.sent.ask({ type: "hint", id: uniqueId() });
    this.say({ kind: "why", text: t("A bot thinks it over …") });
  }

  private hinted({ action: number, reason }: Hinted): void {
    const action = this.legal.find((one) => one.id === number);
    this.notice = null;
    if (!action) return;
    this.lookAt(action);
    this.point(action);
    this.notice = { kind: "why", text: t("Hint: {action}. {reason}", { action: action.label, reason }) };
  }

  /** Asks why a button cannot be pressed, by the kind of action behind it. */
  whyNo(kind: string): void {
    this.sent.ask({ type: "why", id: uniqueId(), parts: [], kind });
  }

  private envelope() {
    return { id: uniqueId(), game: this.table, expect: this.now?.number ?? 0 };
  }

  private command(frame: Command | Undo, label: string): void {
    if (this.pending) return;
    this.notice = null;
    this.sent.act({ frame, label, used: this.selection, prompt: this.now?.prompt ?? "" });
    answered();
    this.changed();
  }

  private say(notice: Notice | null): void {
    this.notice = notice;
    this.changed();
  }

  dismiss(): void {
    this.say(null);
  }

  // -- from the server --------------------------------------------------------------------------------------------

  private linked(link: Link): void {
    if (link === this.link) return;
    if (link === "reconnecting") this.lineWasBroken = true;
    this.link = link;
    this.changed();
  }

  private receive(frame: ServerFrame): void {
    if (this.talk.take(frame) || this.past.take(frame)) {
      this.changed();
      return;
    }
    const view = this.steps.view(frame, this.now);
    const events = (frame.type === "full" || frame.type === "step" ? frame.events : null) ?? [];
    if (view && this.isLast(view, events)) return;
    switch (frame.type) {
      case "full":
        this.past.leave(); // what was looked at may have been taken back
        this.tellTakenBack(frame);
        this.told.begin(frame.events);
        this.show(frame.view);
        this.resend();
        break;
      case "step":
        this.told.append(this.fresh(events), this.now);
        if (view) this.show(view);
        this.resend();
        break;
      case "ack":
        this.sent.acknowledge(frame);
        this.settle();
        break;
      case "error":
        this.refused(frame);
        break;
      case "why":
        if (!this.sent.isAnswer(frame)) this.answers.take(frame);
        else this.notice = { kind: "why", text: frame.reason || t("This can still become a legal play: add what is lit.") };
        break;
      case "hinted":
        if (this.sent.isAnswer(frame)) this.hinted(frame);
        break;
      case "pong":
        return;
    }
    this.changed();
  }

  /** What would be shown to several is not even kept by the line of one seat. */
  private isLast(view: TableView, events: readonly GameEvent[]): boolean {
    if (!this.now || view.number === this.now.number || !this.ends) return false;
    return this.ends(view, this.fresh(events));
  }

  private fresh(events: readonly GameEvent[]): GameEvent[] {
    const known = this.now?.number ?? 0;
    return events.filter((event) => event.step > known);
  }

  /**
   * What was shown here and is gone was taken back by whoever is to decide again; who did it here knows. Where more than one
   * step is gone nobody at the table did that alone: then it is told for itself.
   */
  private tellTakenBack({ view, events }: Full): void {
    const { now, pending, seats } = this;
    const { all } = this.told;
    const kept = all.findIndex(({ text }, i) => text !== events[i]?.text);
    if (!now || kept < 0 || pending?.frame.type === "undo" || this.replay) return;
    const tell = (text: string) => (this.notice = { kind: "why", text });
    if (all.slice(kept).some(({ step }) => step !== all[kept]!.step)) return void tell(t("The game goes on from an earlier point."));
    if (seats.length > 1) return;
    const again = view.to_act.filter((seat) => !now.to_act.includes(seat));
    const [seat, ...others] = again.length > 0 ? again : view.to_act;
    const name = seat === undefined || others.length > 0 ? undefined : view.seats[seat]?.name;
    if (seat !== undefined && seat === view.viewer) return;
    tell(name ? t("{name} takes the last action back.", { name }) : t("The last action was taken back."));
  }

  private show(view: TableView): void {
    const over = Boolean(view.result || view.settled);
    if (view.number !== this.now?.number) {
      const another = (!view.waiting || over) && view.prompt !== this.now?.prompt;
      if (another && this.notice?.kind === "why" && !this.sent.asking) this.notice = null; // it was about what was asked before
      this.answers.forget();
      this.pointedAt = null; // its button is gone, perhaps with the pointer still on it
    }
    const ended = this.now?.offer && view.offer?.number !== this.now.offer.number;
    const told = ended && view.incidents.slice(this.now?.incidents.length).pop();
    if (told && !over) this.notice = { kind: "why", text: told.text }; // what became of the offer, which nobody sees any more
    this.now = view;
    this.settle();
    const used = this.pending?.used ?? [];
    const [sent, ahead] = [this.selection.filter((slot) => used.includes(slot)), this.without(used)];
    const kept = keep(ahead, this.game.available(view));
    this.selection = sent.length > 0 ? [...sent, ...kept] : kept;
  }

  private settle(): void {
    this.selection = this.without(this.sent.settle(this.now));
  }

  private without(used: readonly Slot[]): readonly Slot[] {
    return this.selection.filter((slot) => !used.includes(slot));
  }

  /** After a broken line nobody knows what arrived. */
  private resend(): void {
    if (!this.lineWasBroken) return;
    this.lineWasBroken = false;
    this.sent.resend();
    this.answers.resend();
    this.past.resend();
  }

  private refused(frame: ErrorFrame): void {
    if (this.sent.crossed(frame, this.now)) return;
    if (this.sent.isAnswer(frame) && frame.code === "stale") return this.dismiss(); // a hint for what was asked before
    this.sent.refuse(frame);
    this.notice = { kind: "error", text: frame.reason };
    if (!frame.id && FINAL.includes(frame.code)) this.connection.close(); // to ask again would not help
  }
}
