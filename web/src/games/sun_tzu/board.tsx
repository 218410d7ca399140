// The table of Sun Tzu: a line of tracks on top, the map, the armies of both in a line below.
import type { BoardProps } from "../../frame/game";
import { t, wordsOf } from "../../frame/texts";
import { fought, gains, revealed, shownAt, type Gain } from "./events";
import { Generals } from "./generals";
import { ProvinceMap } from "./map";
import { usePlayhead } from "./playhead";
import { SideEmblem } from "./sprite";
import { BLUE, RED, ROUNDS, SEATS, TRACK, stateOf } from "./state";
import { OpenEvent, Points, Rounds, Sides, standing } from "./tracks";
import "./board.css";

export function Board(props: BoardProps) {
  const { store, view, events } = props;
  usePlayhead(store);
  const head = store.heard;
  const known = { ...props, view: store.known ?? view }; // what is beside the battles does not run ahead of them
  const shown = shownAt(stateOf(view), events, head);
  const now = fought(events, head);
  const begun = events.slice(0, head).findLastIndex(({ kind }) => kind === "round_began");
  const last = fought(events, Math.max(0, begun));
  return (
    <div class="sun-tzu" data-asks={stateOf(known.view).asks} data-playing={store.telling}>
      <div class="row st-top" data-clear>
        <Rounds {...props} now={now} />
        <OpenEvent {...known} />
        <Points {...props} shown={shown} now={now} />
      </div>
      <ProvinceMap {...props} shown={shown} now={now} last={last} coming={revealed(events.slice(head))}>
        <Generals {...known} />
      </ProvinceMap>
      <Sides {...props} shown={shown} />
    </div>
  );
}

/** Why the game ended where it did. */
function ending(view: BoardProps["view"], last: Gain | undefined): string {
  const state = stateOf(view);
  if (state.events === 1 && state.events_left === 0) return t("The fifth event is out");
  if (Math.abs(state.figure) === TRACK && last?.round !== ROUNDS) return t("The figure is at the end of the track");
  if (state.figure !== 0) return t("After round 9");
  return t("The figure is in the middle: armies in the pool");
}

/** Where the figure stands: the side that leads and by how much. */
function Standing({ figure }: { figure: number }) {
  return (
    <>
      {figure !== 0 && <SideEmblem seat={figure > 0 ? BLUE : RED} />} <span aria-hidden="true">{Math.abs(figure)}</span>
      <span class="sr">{standing(figure)}</span>
    </>
  );
}

export function Result({ events, view }: BoardProps) {
  const state = stateOf(view);
  const rows = gains(state, events);
  const name = ({ round, by }: Gain): string => {
    if (round !== null) return t("Round {round}", { round });
    return wordsOf(by).name;
  };
  return (
    <table class="result st-result">
      <thead>
        <tr>
          <th scope="col">{t("Scoring")}</th>
          {SEATS.map((seat) => (
            <th key={seat} scope="col">
              <SideEmblem seat={seat} /> <span translate={false}>{view.seats[seat]?.name}</span>
            </th>
          ))}
          <th scope="col">{t("Figure")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((gain, i) => (
          <tr key={i}>
            <th scope="row">{name(gain)}</th>
            {SEATS.map((seat) => (
              <td key={seat}>
                <b>{gain.points[seat]}</b>
                <span class="st-worth dim">
                  {gain.provinces[seat]!.map((province) => (
                    <span key={province}>{province}</span>
                  ))}
                </span>
              </td>
            ))}
            <td>
              <Standing figure={gain.figure} />
            </td>
          </tr>
        ))}
        <tr class="total">
          <th scope="row">{ending(view, rows[rows.length - 1])}</th>
          {SEATS.map((seat) => (
            <td key={seat}>{state.figure === 0 ? state.pool[seat] : ""}</td>
          ))}
          <td>
            <Standing figure={state.figure} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}
