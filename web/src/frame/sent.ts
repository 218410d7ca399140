// What is on its way: one command at a time, until the table that it leads to is here, and what was asked last.
import type { Ack, Command, ErrorFrame, Hint, TableView, Undo, Why } from "../types";
import { uniqueId } from "./id";
import type { Slot } from "./selection";

export interface Pending {
  frame: Command | Undo;
  label: string;
  /** What was selected for it; what is tapped meanwhile belongs to the next one. */
  used: readonly Slot[];
  /** What was asked when it was sent. */
  prompt: string;
}

export class Sent {
  command: Pending | null = null;
  private question: Why | Hint | null = null;
  /** The number after the command, once the server has stored it; the view with that number is still to come. */
  private stored = Infinity;

  constructor(private readonly send: (frame: Command | Undo | Why | Hint) => void) {}

  /** An answer to a question is still to come. */
  get asking(): boolean {
    return this.question !== null;
  }

  act(command: Pending): void {
    [this.command, this.stored] = [command, Infinity];
    this.send(command.frame);
  }

  ask(question: Why | Hint): void {
    this.question = question;
    this.send(question);
  }

  /** Whether a frame answers what was asked last; then nothing is asked any more. */
  isAnswer({ id }: { id: string }): boolean {
    const is = this.question?.id === id;
    if (is) this.question = null;
    return is;
  }

  private isOfCommand({ id }: { id: string }): boolean {
    return this.command !== null && this.command.frame.id === id;
  }

  acknowledge(ack: Ack): void {
    if (this.isOfCommand(ack)) this.stored = ack.number;
  }

  /** A command is done when it is stored and its view is here; gives what was selected for it. */
  settle(view: TableView | null): readonly Slot[] {
    const { command } = this;
    if (!command || !view || view.number < this.stored) return [];
    this.command = null;
    return command.used;
  }

  /** After a broken line nobody knows what arrived: a command with the same id may be sent twice and is played once. */
  resend(): void {
    if (this.command) this.send(this.command.frame);
    if (this.question) this.send(this.question);
  }

  /**
   * Where several choose at once, another's choice may cross an own one. What is asked still, and can be taken back, is
   * sent again for the table as it is now; what is irreversible is not, since the player should see first what has happened.
   */
  crossed(error: ErrorFrame, view: TableView | null): boolean {
    const { command } = this;
    if (error.code !== "stale" || !view || !this.isOfCommand(error) || command!.prompt !== view.prompt) return false;
    const { frame } = command!;
    const still = frame.type === "undo" ? view.can_undo : view.legal.some((one) => one.id === frame.action && !one.irreversible);
    if (still) this.act({ ...command!, frame: { ...frame, id: uniqueId(), expect: view.number } });
    return still;
  }

  /** The command was not carried out, if an error is about it. */
  refuse(error: ErrorFrame): void {
    if (this.isOfCommand(error)) this.command = null;
  }

  forget(): void {
    this.command = this.question = null;
  }
}
