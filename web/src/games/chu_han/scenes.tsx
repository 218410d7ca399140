// What is told in large: the end of a hand, an event, what a rival's ability did, a cancel and what answered it.
import type { BoardProps } from "../../frame/game";
import type { Scene } from "../../frame/scene";
import { wordsOf } from "../../frame/texts";
import type { GameEvent } from "../../types";
import { CardFace } from "./card";
import { endOfHand } from "./ending";
import { told } from "./events";
import { abilityOf, kindOf } from "./kinds";
import { Drawing } from "./sprite";

/** A person, with what it did and what it can do. */
function deed(card: string, seat: number, { text }: GameEvent): Scene {
  const ability = abilityOf(kindOf(card));
  return {
    at: `seat:${seat}`,
    over: true,
    things: (
      <div class="deed">
        <CardFace kind={card} />
        <p class="scene-title">{text}</p>
        {ability && <p>{ability}</p>}
      </div>
    ),
  };
}

export function scene(event: GameEvent, props: BoardProps): Scene | null {
  const what = told(event);
  const others = "seat" in what && what.seat !== props.view.viewer;
  switch (what.kind) {
    case "event_revealed": {
      const { name, effect } = wordsOf(what.event);
      const drawn = (
        <>
          <svg class="drawing rigid event-mark" viewBox="0 0 48 48" aria-hidden="true">
            <Drawing id="omen" />
          </svg>
          <p class="scene-title">{name}</p>
          <p>{effect}</p>
        </>
      );
      return { at: "trick", over: true, things: drawn };
    }
    case "used":
      return others ? deed(what.ability, what.seat, event) : null;
    case "played":
      return others && what.ability !== "none" ? deed(what.ability, what.seat, event) : null;
    case "cancelled":
      return deed("lyu_zhi", what.seat, event);
    case "restored":
      return deed("xiao_he", what.seat, event);
    default:
      return endOfHand(event, props);
  }
}
