// What is told in large: a roll, and what others' curses, raids and treasures do.
import type { BoardProps } from "../../frame/game";
import type { Scene } from "../../frame/scene";
import { wordsOf } from "../../frame/texts";
import type { GameEvent } from "../../types";
import { told } from "./events";
import { CardArt, Die, Good } from "./sprite";
import { COLOURS, asksOf, colourOf } from "./state";
import "./scenes.css";

/** A card by its drawing, with what happened and, as far as it does anything, what stands on it: its `you` is whose card it is. */
function card(id: string, seat: number, { kind, text }: GameEvent): Scene {
  return {
    at: `camp:${seat}`,
    things: (
      <>
        <p class="scene-sum">
          <CardArt card={id} />
        </p>
        <p class="scene-title">{text}</p>
        {kind !== "fled" && <q>{wordsOf(id).effect}</q>}
      </>
    ),
  };
}

export function scene(event: GameEvent, { view }: BoardProps): Scene | null {
  const what = told(event);
  const mine = "seat" in what && what.seat === view.viewer;
  switch (what.kind) {
    case "rolled":
      return {
        things: (
          <p class="scene-sum hn-roll">
            {COLOURS.map((colour) => (
              <Die key={colour} colour={colour} face={what[colour]} />
            ))}
          </p>
        ),
      };
    case "cursed":
      // who is asked about it reads it there
      return mine || asksOf(view) === "flee" ? null : card(what.card, what.victim, event);
    case "fled":
    case "accepted":
      return mine ? null : card(what.card, what.seat, event);
    case "used":
      return mine || colourOf(what.card) !== "red" ? null : card(what.card, what.seat, event);
    case "played":
      return mine || colourOf(what.card) !== "yellow" ? null : card(what.card, what.seat, event);
    case "robbed":
    case "levied":
      if (mine) return null;
      return {
        at: `camp:${what.other}`,
        things: (
          <>
            <p class="scene-sum">
              <Good colour={what.colour} />
            </p>
            <p class="scene-title">{event.text}</p>
          </>
        ),
      };
    default:
      return null;
  }
}
