// The end of the game, item by item: points of each colour, granaries, where the white points went, places.
import type { BoardProps } from "../../frame/game";
import { t } from "../../frame/texts";
import { Building, DynastyEmblem, TileFace } from "./sprite";
import { COLOURS, stateOf } from "./state";
import { HuangFacts } from "./types";
import { colourName, dynasty } from "./words";
import "./result.css";

/** Each white point to the colour that is lowest then: how many each of the four gets. */
function dealt(worth: readonly number[], white: number): number[] {
  const more = worth.map(() => 0);
  for (let i = 0; i < white; i++) {
    const totals = worth.map((count, colour) => count + more[colour]!);
    more[totals.indexOf(Math.min(...totals))]!++;
  }
  return more;
}

export function Result({ view, store }: BoardProps) {
  const state = stateOf(view);
  const places = view.result ?? [];
  const seats = places.map((_, seat) => seat).sort((a, b) => places[a]! - places[b]!);
  const rows = seats.map((seat) => {
    const points = state.points[seat] ?? [0, 0, 0, 0, 0];
    const granaries = state.granaries_taken[seat] ?? 0;
    const worth = points.slice(0, 4).map((count, i) => count + (COLOURS[i] === "blue" ? HuangFacts.granary_points * granaries : 0));
    const more = dealt(worth, points[4] ?? 0);
    return { seat, points, granaries, more, totals: worth.map((count, i) => count + more[i]!) };
  });
  const anyGranary = rows.some(({ granaries }) => granaries > 0);
  return (
    <table class="result hg-result">
      <thead>
        <tr>
          <th scope="col">{t("Place")}</th>
          <th scope="col">{t("Player")}</th>
          {COLOURS.map((colour) => (
            <th key={colour} scope="col">
              <TileFace colour={colour} />
              <span class="sr">{colourName(colour)}</span>
            </th>
          ))}
          {anyGranary && (
            <th scope="col">
              <Building id="granary" />
              <span class="sr">{t("Granaries")}</span>
            </th>
          )}
          <th scope="col">{t("Score")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ seat, points, granaries, more, totals }) => {
          const lowest = Math.min(...totals);
          return (
            <tr key={seat} data-seat={seat} data-own={seat === view.viewer}>
              <td>{places[seat]}.</td>
              <th scope="row">
                <DynastyEmblem seat={seat} /> {dynasty(seat)} {store.seats.length < 2 && <span class="dim" translate={false}>{view.seats[seat]?.name}</span>}
              </th>
              {totals.map((total, i) => (
                <td key={i} data-lowest={total === lowest}>
                  <b>{total}</b>
                  <span class="hg-note">
                    {points[i]}
                    {COLOURS[i] === "blue" && granaries > 0 && `+${HuangFacts.granary_points * granaries}`}
                    {more[i]! > 0 && <i title={t("white points")}>+{more[i]}</i>}
                  </span>
                </td>
              ))}
              <td>{points[4]}</td>
              {anyGranary && <td>{granaries}</td>}
              <td class="hg-score">{lowest}</td>
            </tr>
          );
        })}
      </tbody>
      <caption>{t("Each white point went to the colour that was lowest then; the lowest total is the score.")}</caption>
    </table>
  );
}
