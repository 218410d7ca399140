// What is told in large: what came of a battle, where it was fought, and what a scoring gave.
import type { BoardProps } from "../../frame/game";
import type { Scene } from "../../frame/scene";
import { wordsOf } from "../../frame/texts";
import type { GameEvent } from "../../types";
import { Outcome } from "./battles";
import { MiniCard } from "./card";
import { arithmetic, fought, told } from "./events";
import { SideEmblem } from "./sprite";
import { BLUE, RED, SEATS } from "./state";
import { standing } from "./tracks";
import "./scoring.css";

/** The cards against each other, who won, and the reckoning. */
function verdict(event: GameEvent, { events }: BoardProps, province: string): Scene | null {
  const battle = fought(events, events.indexOf(event) + 1).battles.find((one) => one.province === province);
  if (!battle || battle.outcome === "open") return null;
  const things = (
    <>
      <p class="scene-sum">
        <MiniCard kind={battle.cards[BLUE]} /> : <MiniCard kind={battle.cards[RED]} /> <Outcome battle={battle} />
      </p>
      <p>
        <b>{battle.province}</b> {arithmetic(battle)}
      </p>
    </>
  );
  return { at: `province:${province}`, things };
}

export function scene(event: GameEvent, props: BoardProps): Scene | null {
  const what = told(event);
  switch (what.kind) {
    case "won":
    case "nobody_won":
    case "plague":
      return verdict(event, props, what.province);
    case "general_shown":
    case "event_fired": {
      const { name, effect } = wordsOf(what.kind === "event_fired" ? what.event : what.general);
      const things = (
        <>
          <p class="scene-title">
            {what.kind === "general_shown" && <SideEmblem seat={what.seat} />} {name}
          </p>
          <p>{effect}</p>
        </>
      );
      return { things };
    }
    case "scored": {
      const sums = [what.blue, what.red];
      const things = (
        <>
          <p class="scene-sum">
            {SEATS.map((seat) => (
              <span key={seat}>
                <SideEmblem seat={seat} /> <b>{sums[seat]}</b>
              </span>
            ))}
          </p>
          <p class="scene-title">{standing(what.figure)}</p>
        </>
      );
      return { things };
    }
    default:
      return null;
  }
}
