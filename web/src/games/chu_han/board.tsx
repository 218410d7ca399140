// The table of Chu Han: score on top, the trick in the middle, decrees and piles beside it.
import type { BoardProps } from "../../frame/game";
import { t } from "../../frame/texts";
import { Campaign, EventCard } from "./event";
import { handScores } from "./events";
import { SeatEmblem } from "./sprite";
import { stateOf } from "./state";
import { Decrees, Discard, Pile, Score, Seen } from "./table";
import { LastTrick, Trick } from "./trick";

export function Board(props: BoardProps) {
  const state = stateOf(props.view);
  return (
    <div class="chu-han" data-stage={state.stage}>
      <div class="board-head">
        <p class="hand-number">{t("Hand {number}", { number: state.hand_number })}</p>
        {state.doubled === 1 && <p class="doubled-mark">{t("Xiang Yu: all points ×2")}</p>}
        <Score {...props} />
        <Campaign {...props} />
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

export function Result({ store, events, view }: BoardProps) {
  const state = stateOf(view);
  const hands = handScores(events);
  const start = [0, 1].map((seat) => hands.reduce((left, { points }) => left - points[seat]!, state.score[seat] ?? 0));
  return (
    <>
    <Campaign store={store} view={view} events={events} />
    <table class="result">
      <thead>
        <tr>
          <th scope="col">{t("Hand")}</th>
          {[0, 1].map((seat) => (
            <th key={seat} scope="col">
              <SeatEmblem seat={seat} /> {view.seats[seat]?.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t("Start")}</th>
          <td>{start[0]}</td>
          <td>{start[1]}</td>
        </tr>
        {hands.map(({ hand, points }) => (
          <tr key={hand}>
            <th scope="row">{hand}</th>
            <td>{points[0]}</td>
            <td>{points[1]}</td>
          </tr>
        ))}
        <tr class="total">
          <th scope="row">{t("Total")}</th>
          <td>{state.score[0]}</td>
          <td>{state.score[1]}</td>
        </tr>
      </tbody>
    </table>
    </>
  );
}
