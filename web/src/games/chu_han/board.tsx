// The table of Chu Han: score on top, the trick in the middle, decrees and piles beside it.
import type { BoardProps } from "../../frame/game";
import { t } from "../../frame/texts";
import { Campaign } from "./campaign";
import { EventCard } from "./event";
import { stateOf } from "./state";
import { Decrees, Discard, Pile, Score, Seen } from "./table";
import { LastTrick, Trick } from "./trick";
import "./board.css";

export function Board(props: BoardProps) {
  const state = stateOf(props.view);
  return (
    <div class="chu-han" data-asks={state.asks}>
      <div class="board-head">
        <div class="score-line">
          <div class="hand-marks">
            <p class="hand-number">{t("Hand {number}", { number: state.hand_number })}</p>
            {state.doubled === 1 && <p class="doubled-mark">{t("Xiang Yu: all points ×2")}</p>}
          </div>
          <Score {...props} />
        </div>
        {!props.view.result && <Campaign {...props} />}
      </div>
      <EventCard {...props} />
      <div class="spots">
        <Decrees {...props} />
        <Pile {...props} />
        <Seen {...props} />
      </div>
      <Trick {...props} />
      <div class="past">
        <LastTrick {...props} />
        <Discard {...props} />
      </div>
    </div>
  );
}
