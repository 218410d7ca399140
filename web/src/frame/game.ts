// What a game brings to the frame: its drawings and the names of its parts. No rules.
import type { ComponentChildren, FunctionComponent } from "preact";
import type { GameEvent, LegalAction, TableView } from "../types";
import type { Counts } from "./selection";
import type { Scene } from "./scene";
import type { Sound } from "./sound";
import type { Store } from "./store";

export interface BoardProps {
  store: Store;
  view: TableView;
  events: readonly GameEvent[];
}

/** Something that is seen to travel over the board when an event is shown; anchors are `data-anchor` names. */
export interface Flight {
  from: string;
  to: string;
  things: ComponentChildren;
}

export interface Pinned {
  kind: string;
  /** Short, because five buttons share a phone's width. Translated where it is shown. */
  label: string;
  /** Kinds that are never legal at the same time and share the place of the button, each with its label. */
  others?: readonly Pinned[];
  /** Instead of acting at once: where the action has more to choose than the button says, pressing it begins the choice. */
  begin?(store: Store, byFinger: boolean): void;
}

/** A line between groups of the log; those of level 2 are numbered within level 1, but for an event's own text, which stands for its line. */
export interface Heading {
  level: 1 | 2;
  text: string;
}

export interface Game {
  id: string;
  title: string;
  /** Actions that always have their button, in this order, grey when they are not legal. */
  pinned: readonly Pinned[];
  /** Its board tells what happened bit by bit (see `Store.tell`): what lies around it keeps pace, and nothing is asked before. */
  paced?: boolean;
  /** Events that all at one screen look at together: before them the curtain falls, and no side's own things are shown. */
  forAll?(event: GameEvent): boolean;
  /** Actions, or questions, for which their place on the board is enough: no button as long as nothing is chosen. */
  unlisted?: readonly string[];
  /** The parts that lie before the viewer, so that what is selected can be kept or dropped. */
  available(view: TableView): Counts;
  /** A short drawing of an action, or null for its label. */
  chip(action: LegalAction): ComponentChildren;
  /** In words beside the hand, as long as no action is meant: what is to be known before one chooses; null for the usual words. */
  told?(store: Store): ComponentChildren;
  /** Instead of the usual offers, where a number is to be set or a switch: null for the usual ones. */
  offers?(store: Store): ComponentChildren;
  /** Instead of the usual words: while others decide, and where nothing can be tapped. */
  hints?: { ahead?: string; buttons?: string };
  /** Keys of this game, for the list of keys. */
  keys?: readonly { keys: string[]; does: string }[];
  /** Keys of the frame's list that do nothing in this game. */
  lacks?: readonly string[];
  /** What to choose for a kind of action, said where its many forms have no button each. */
  asks: Readonly<Record<string, string>>;
  /** Symbols that the drawings use; rendered once. */
  Sprite: FunctionComponent;
  Emblem: FunctionComponent<{ seat: number }>;
  /** Who leads a side, for the curtain between players at one screen. */
  Portrait?: FunctionComponent<{ seat: number }>;
  seatName(seat: number): string;
  /** Public facts of a seat, for its panel. */
  Facts: FunctionComponent<BoardProps & { seat: number }>;
  /** Fills the place that it is given (`container: board / size`), whatever its size, and never goes beyond it. */
  Board: FunctionComponent<BoardProps>;
  /** What one looks up now and then, in the column that folds (`container: beside / inline-size`): never what is asked. */
  Beside?: FunctionComponent<BoardProps>;
  Hand: FunctionComponent<BoardProps>;
  /** Facts at the end of the game besides the places. */
  Result: FunctionComponent<BoardProps>;
  /** The seat that decided what the event tells, or null for what follows by itself. */
  decidedBy(event: GameEvent): number | null;
  /** The seat that an event is about, for its emblem in the log. */
  about(event: GameEvent): number | null;
  /** Headings that start a new group of the log before this event. */
  headings(event: GameEvent, before: GameEvent | undefined): Heading[];
  /** The kind of event with which all is dealt anew, so that nothing before it lies on the table any more. */
  anew?: string;
  /** A short drawing of the event for the recap strip, or null to leave it out. */
  recap(event: GameEvent): ComponentChildren;
  /** Besides where its flights lead: the parts (`data-part`) and anchors of the board where an event happened. */
  places?(event: GameEvent): readonly string[];
  flights(event: GameEvent, view: TableView, events: readonly GameEvent[]): Flight[];
  /** What came of an event, told in large over the board; null for most. */
  scene?(event: GameEvent, props: BoardProps): Scene | null;
  /** What is heard when an event is told, by its kind; nothing for the others. */
  sounds?: Readonly<Partial<Record<string, Sound>>>;
  /** Removes what was put outside of the page's own tree, before another player looks at this screen. */
  forget?(): void;
}
