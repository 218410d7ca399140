// The table as frames leave it: one has everything, a step tells what has changed since the frame before it.
import type { GameState, LegalAction, ServerFrame, Step, TableView } from "../types";

export class Steps {
  /** By id the actions of which the server has told the words: a step names them by their ids. */
  private readonly words = new Map<number, LegalAction>();

  /** The table after a frame; null if that tells nothing of it. */
  view(frame: ServerFrame, before: TableView | null): TableView | null {
    if (frame.type === "step") return this.changed(frame, before);
    if (frame.type !== "full") return null;
    for (const action of frame.view.legal) this.words.set(action.id, action);
    return frame.view;
  }

  forget(): void {
    this.words.clear();
  }

  private changed({ changed, state, places, legal, actions }: Step, before: TableView | null): TableView {
    for (const action of actions ?? []) this.words.set(action.id, action);
    const after: GameState = { ...before?.state, ...state };
    for (const [name, values] of Object.entries(places ?? {})) {
      after[name] = after[name].map((value: unknown, place: number) => (place in values ? values[place] : value));
    }
    const named = legal?.flatMap((id) => this.words.get(id) ?? []) ?? before?.legal ?? [];
    return { ...before, ...changed, state: after, legal: named } as TableView;
  }
}
