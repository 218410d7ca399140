// The table of Sun Tzu: tracks on top, the map with the battles beside it, the armies of both below.
import type { BoardProps } from "../../frame/game";
import { t } from "../../frame/texts";
import { fought, scorings, shownAt } from "./events";
import { ProvinceMap } from "./map";
import { Panel } from "./panel";
import { usePlayhead } from "./playhead";
import { SideEmblem } from "./sprite";
import { BLUE, RED, stateOf } from "./state";
import { EventCard, Points, Rounds, Sides, standing } from "./tracks";

export function Board(props: BoardProps) {
  const { store, view, events } = props;
  const head = usePlayhead(store);
  const state = stateOf(view);
  const shown = shownAt(state, events, head);
  const now = fought(events, head);
  const begun = events.slice(0, head).findLastIndex(({ kind }) => kind === "round_began");
  const last = fought(events, Math.max(0, begun));
  const battles = now.sealed && state.asks !== "under";
  return (
    <div class="sun-tzu" data-asks={state.asks} data-battles={battles} data-playing={head < events.length}>
      <div class="st-top">
        <Rounds {...props} now={now} />
        <Points shown={shown} />
      </div>
      <ProvinceMap {...props} shown={shown} now={now} />
      <div class="st-beside">
        <Panel {...props} shown={shown} now={now} last={last} />
        <EventCard {...props} />
      </div>
      <Sides {...props} shown={shown} />
    </div>
  );
}

export function Result({ events, view }: BoardProps) {
  const state = stateOf(view);
  return (
    <table class="result">
      <thead>
        <tr>
          <th scope="col">{t("Scoring")}</th>
          {[BLUE, RED].map((seat) => (
            <th key={seat} scope="col">
              <SideEmblem seat={seat} /> {view.seats[seat]?.name}
            </th>
          ))}
          <th scope="col">{t("Figure")}</th>
        </tr>
      </thead>
      <tbody>
        {scorings(events).map(({ round, points, figure }) => (
          <tr key={round}>
            <th scope="row">{t("Round {round}", { round })}</th>
            <td>{points[BLUE]}</td>
            <td>{points[RED]}</td>
            <td>{standing(figure)}</td>
          </tr>
        ))}
        <tr class="total">
          <th scope="row">{t("End")}</th>
          <td colSpan={2}>{state.figure === 0 ? t("pools {blue} : {red}", { blue: state.pool[BLUE]!, red: state.pool[RED]! }) : ""}</td>
          <td>{standing(state.figure)}</td>
        </tr>
      </tbody>
    </table>
  );
}
