// The matches of a campaign: who won which, and what this one is played to.
import type { BoardProps } from "../../frame/game";
import { n, t } from "../../frame/texts";
import { Drawing, SeatEmblem } from "./sprite";
import { stateOf } from "./state";
import { ChuHanFacts } from "./types";
import "./campaign.css";

const YEARS = ChuHanFacts.years;

export const yearOf = (match: number): string => t("{year} BC", { year: YEARS[match - 1] ?? 0 });

/** Where each match is fought on the map, from the passes in the west to the plain in the east. */
const FIELDS = [
  [46, 34],
  [120, 52],
  [196, 36],
] as const;
const PEAKS = "M8 30l10-18 10 18zM22 34l13-24 13 24zM60 26l9-15 9 15zM70 30l11-20 11 20zM140 28l8-13 8 13zM84 70l9-14 9 14zM168 70l8-12 8 12z";
const SHADES = "M18 12l3 8-2 10h9zM35 10l4 11-3 13h12zM69 11l3 7-2 8h8zM81 10l3 9-2 11h10zM148 15l2 6-1 7h7zM93 56l2 6-1 8h8zM176 58l2 5-1 7h7z";

/** The fields of the three matches, with the emblem of who won there; between two matches and at the end of the campaign. */
export function CampaignMap({ view }: Pick<BoardProps, "view">) {
  const state = stateOf(view);
  if (state.campaign === "none") return null;
  const fought = view.result ? state.match_number : state.match_number - 1;
  return (
    <svg class="campaign-map" viewBox="0 0 240 80" aria-hidden="true" fill="none" stroke="var(--tx-ink)" stroke-linejoin="round">
      <path d="M0 0h240v80H0z" fill="var(--tx-sand)" stroke-width="3" />
      <path stroke="var(--ch-river)" stroke-width="6" d="M0 56q30-4 50 6t50-20 44-6 40 20 56 4" />
      <path fill="var(--tx-shade)" stroke="none" d={SHADES} />
      <path d={PEAKS} />
      <path stroke-width="2" stroke-dasharray="5 4" d={`M${FIELDS.map((at) => at.join(" ")).join("L")}`} />
      {FIELDS.map(([x, y], i) => {
        const [han = 0, chu = 0] = state.match_score[i] ?? [];
        return (
          <g key={i} transform={`translate(${x} ${y})`}>
            <path fill={i === fought ? "var(--gilt)" : "var(--tx-raised)"} stroke-width={i === fought ? 2 : 1} d="M-13 10V-4h5v4h4v-4h8v4h4v-4h5v14zM-4 10V4q4-4 8 0v6" />
            {i < fought && han !== chu && (
              <svg x="-11" y="-30" width="22" height="22" viewBox="0 0 48 48" class={`emblem ${han > chu ? "han" : "chu"}`}>
                <Drawing id={han > chu ? "han" : "chu"} />
              </svg>
            )}
            <text y="21" fill="var(--tx-ink)" stroke="none" text-anchor="middle" font-family="var(--print)" font-size="9">{yearOf(i + 1)}</text>
          </g>
        );
      })}
    </svg>
  );
}

export function Campaign({ view }: BoardProps) {
  const state = stateOf(view);
  if (state.campaign === "none") return null;
  const over = view.result !== null;
  const last = over ? state.match_number : state.match_number - 1;
  return (
    <div class="text-13 rigid campaign">
      {over && <CampaignMap view={view} />}
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
                <SeatEmblem seat={seat} /> <span class="sr" translate={false}>{view.seats[seat]?.name}</span>
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
