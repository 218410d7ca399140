// The public facts of a player in the panel: whose turn it is, tiles in hand, leaders off the board, points if they are open.
import type { BoardProps } from "../../frame/game";
import { n, t } from "../../frame/texts";
import { Building, LeaderFace, TileBack, TileFace } from "./sprite";
import { COLOURS, at, stateOf, tilesOf } from "./state";
import { colourName, leaderName } from "./words";
import "./facts.css";

export function Facts({ view, seat }: BoardProps & { seat: number }) {
  const state = stateOf(view);
  const known = tilesOf(state.known[seat]);
  const points = seat === view.viewer ? null : state.points[seat];
  const lowest = Math.min(...(points ?? []).slice(0, 4));
  const granaries = state.granaries_taken[seat];
  const turn = state.active === seat && state.asks !== "over";
  const done = state.actions_done < 2 ? t("turn: action {number} of 2", { number: state.actions_done + 1 }) : t("turn: both actions done");
  return (
    <div class="seat-facts hg-facts" data-open={Boolean(points)}>
      <p class="fact">
        <TileBack /> <b>{state.hand_size[seat]}</b> <span class="sr">{n("tile", "tiles", state.hand_size[seat] ?? 0)}</span>
      </p>
      <p class="hg-turn" title={turn ? done : undefined} data-now={turn}>
        {turn && <span class="sr">{done}</span>}
        <i data-done={state.actions_done > 0} />
        <i data-done={state.actions_done > 1} />
      </p>
      <p class="hg-off">
        {COLOURS.map((colour, i) => {
          const hex = at(state.leaders[seat]?.[i]);
          const name = leaderName({ seat, colour });
          const where = hex ? t("on {hex}", { hex }) : t("off the board");
          return (
            <span key={colour} role="img" data-out={hex !== null} title={`${name}: ${where}`} aria-label={`${name}: ${where}`}>
              <LeaderFace seat={seat} colour={colour} />
            </span>
          );
        })}
      </p>
      {seat !== view.viewer && known.length > 0 && (
        <p class="hg-known" title={t("taken from the market, so everybody knows")}>
          {known.map((colour, i) => (
            <span key={i} role="img" aria-label={colourName(colour)}>
              <TileFace colour={colour} />
            </span>
          ))}
        </p>
      )}
      {granaries !== null && (granaries ?? 0) > 0 && (
        <p class="fact">
          <Building id="granary" /> <b>{granaries}</b> <span class="sr">{n("granary", "granaries", granaries ?? 0)}</span>
        </p>
      )}
      {points && (
        <p class="wraps hg-open-points">
          {COLOURS.map((colour, i) => (
            <span key={colour} class="nowrap" data-lowest={i < 4 && points[i] === lowest}>
              <TileFace colour={colour} /> {points[i]}
              <span class="sr">{colourName(colour)}</span>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
