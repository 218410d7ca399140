// The table of Chu Han: score on top, the rival across, the trick in the middle, decrees and piles beside it.
import type { BoardProps } from "../../frame/game";
import { t } from "../../frame/texts";
import { Campaign, Deserters } from "./campaign";
import { EventCard } from "./event";
import { news } from "./events";
import { River } from "./river";
import { Score, Stakes } from "./score";
import { stateOf } from "./state";
import { Decrees, Discard, Across, Pile, Seen } from "./table";
import { LastTrick, Trick } from "./trick";
import "./board.css";

export function Board(props: BoardProps) {
  const state = stateOf(props.view);
  return (
    <div
      class="chu-han framed"
      data-near={props.view.viewer ?? 0}
      data-asks={state.asks}
      data-with-event={state.event !== "none"}
      data-news={news(props.events, props.view.viewer).join(" ")}
    >
      <River />
      <div class="row board-head">
        <div class="text-14 rigid hand-marks">
          <p class="nowrap hand-number">{t("Hand {number}", { number: state.hand_number })}</p>
          {state.doubled === 1 && (
            <p class="text-12 doubled-mark">
              <span>{t("Xiang Yu: all points ×2")}</span>
            </p>
          )}
        </div>
        <Score {...props} />
        {!props.view.result && <Campaign {...props} />}
      </div>
      <Across {...props} />
      <div class="apart spots">
        <Decrees {...props} />
        <Pile {...props} />
      </div>
      <Seen {...props} />
      <Trick {...props} />
      <Stakes {...props} />
      <EventCard {...props} />
    </div>
  );
}

/** What one looks up now and then. */
export function Beside(props: BoardProps) {
  return (
    <div class="column past">
      <LastTrick {...props} />
      <Discard {...props} />
      <Deserters {...props} />
    </div>
  );
}
