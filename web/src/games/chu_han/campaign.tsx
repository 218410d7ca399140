// The matches of a campaign: who won which, and what this one is played to.
import type { BoardProps } from "../../frame/game";
import { n, t } from "../../frame/texts";
import { SeatEmblem } from "./sprite";
import { stateOf } from "./state";
import { ChuHanFacts } from "./types";
import "./campaign.css";

const YEARS = ChuHanFacts.years;

export const yearOf = (match: number): string => t("{year} BC", { year: YEARS[match - 1] ?? 0 });

export function Campaign({ view }: BoardProps) {
  const state = stateOf(view);
  if (state.campaign === "none") return null;
  const over = view.result !== null;
  const last = over ? state.match_number : state.match_number - 1;
  return (
    <div class="campaign">
      <table>
        <caption>
          {t("River and Hill")}
          {!over && <> · {n("this match to {count} point", "this match to {count} points", state.goal)}</>}
        </caption>
        <thead>
          <tr>
            <td />
            {YEARS.map((year, i) => (
              <th key={year} scope="col" data-now={i === last && !over}>
                {yearOf(i + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[0, 1].map((seat) => (
            <tr key={seat}>
              <th scope="row">
                <SeatEmblem seat={seat} /> <span class="sr">{view.seats[seat]?.name}</span>
              </th>
              {YEARS.map((year, i) => {
                const score = i < last ? state.match_score[i] : i === last && !over ? state.score : undefined;
                const won = i < last && (score?.[seat] ?? 0) > (score?.[1 - seat] ?? 0);
                return (
                  <td key={year} data-now={i === last && !over} data-won={won}>
                    <span>{score?.[seat] ?? "–"}</span>
                    {won && <span class="sr">{t("won")}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a deserter is, for whoever looks it up. */
export function Deserters({ view }: BoardProps) {
  if (stateOf(view).campaign === "none" || view.result) return null;
  return <p class="dim">{t("Two matches win. Cards with your mark in the rival's hand are deserters: 1 point more each, 3 at most.")}</p>;
}
