// What the server has told about what may be done, for the table as it is: what actions bring, and why buttons cannot be pressed.
import type { LegalAction, Why, WhyAnswer } from "../types";
import { uniqueId } from "./id";

export class Answers {
  /** By id what actions bring, by kind why none of it is legal; empty while an answer is on its way. */
  private readonly told = new Map<number | string, string>();
  private readonly questions = new Map<string, { key: number | string; frame: Why }>();

  constructor(
    private readonly send: (frame: Why) => void,
    /** An own command is on its way: what is told now would be of a table that is about to change. */
    private readonly waits: () => boolean,
  ) {}

  /** What an action brings, if the server has told it already. */
  preview(action: LegalAction | null): string {
    return (action && this.told.get(action.id)) ?? "";
  }

  /** Asks what an action brings, once for each position. */
  askPreview(action: LegalAction): void {
    this.ask(action.id, { parts: action.parts, action: action.id });
  }

  /** Why a button cannot be pressed, if the server has told it already. */
  refusal(kind: string): string {
    return this.told.get(kind) ?? "";
  }

  /** Asks why a button cannot be pressed, once for each position, to have it told before it is pressed. */
  askRefusal(kind: string): void {
    this.ask(kind, { parts: [], kind });
  }

  take({ id, reason }: WhyAnswer): void {
    const question = this.questions.get(id);
    this.questions.delete(id);
    if (question) this.told.set(question.key, reason);
  }

  /** After a broken line nobody knows what arrived. */
  resend(): void {
    for (const { frame } of this.questions.values()) this.send(frame);
  }

  forget(): void {
    this.told.clear();
    this.questions.clear();
  }

  private ask(key: number | string, about: Pick<Why, "parts" | "kind" | "action">): void {
    if (this.told.has(key) || this.waits()) return;
    const frame: Why = { type: "why", id: uniqueId(), ...about };
    this.told.set(key, "");
    this.questions.set(frame.id, { key, frame });
    this.send(frame);
  }
}
