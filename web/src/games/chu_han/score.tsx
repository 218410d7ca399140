// Who is winning: both totals on one track, and what going out would add to each.
import type { BoardProps } from "../../frame/game";
import { n, t } from "../../frame/texts";
import { SeatEmblem } from "./sprite";
import { stateOf } from "./state";
import type { ChuHanState } from "./types";
import "./score.css";

/** The parts of what going out is worth; deserters in a hand that is not seen make a range of it. */
interface Worth {
  cards: number;
  /** Points for decrees, or with Restraint their counts: the rival's and the own ones. */
  decrees: number | readonly [number, number];
  deserters: string;
}

export const signed = (points: number): string => (points < 0 ? `−${-points}` : String(points));

function stakeOf(state: ChuHanState, seat: number) {
  const [cards = 0, decrees = 0, fewest = 0, most = 0, least = 0, best = 0] = state.stakes[seat] ?? [];
  return { cards, decrees, fewest, most, least, best };
}

export const deserters = (count: number): string => (count > 0 ? n("{count} deserter", "{count} deserters", count) : "");

/** "5 cards + 2 × 3 decrees of the rival − 1 own decree": with Restraint decrees count otherwise. */
export function inParts({ cards, decrees, deserters: marked }: Worth): string {
  const held = n("{count} card", "{count} cards", cards);
  const counted =
    typeof decrees === "number"
      ? `${held} + ${n("{count} decree", "{count} decrees", decrees)}`
      : `${held} + ${n("2 × {count} decree of the rival", "2 × {count} decrees of the rival", decrees[0])} − ${n("{count} own decree", "{count} own decrees", decrees[1])}`;
  return marked ? `${counted} + ${marked}` : counted;
}

/** What each side would gain by going out now, part by part. */
export function Stakes({ store, view }: BoardProps) {
  const state = stateOf(view);
  if (view.result) return null;
  return (
    <ul class="wraps stakes" aria-label={t("What going out is worth now")}>
      {[0, 1].map((seat) => {
        const { cards, decrees, fewest, most, least, best } = stakeOf(state, seat);
        const [own = 0, theirs = 0] = [state.decrees_taken[seat], state.decrees_taken[1 - seat]];
        const unseen = most > fewest ? n("up to {count} deserter", "up to {count} deserters", most) : deserters(fewest);
        const text = inParts({ cards, decrees: state.event === "restraint" ? [theirs, own] : decrees, deserters: unseen });
        return (
          <li key={seat} class="row by" data-seat={seat}>
            <SeatEmblem seat={seat} />
            <span>
              {seat === view.viewer ? t("If you go out:") : t("If {name} goes out:", { name: store.game.seatName(seat) })}{" "}
              {state.doubled === 1 ? `(${text}) × 2` : text} = <b>{best > least ? `${signed(least)}–${best}` : signed(least)}</b>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Both scores on one track to the goal: Han above the line, Chu below it; hatched is what going out would add now. */
export function Score({ view }: BoardProps) {
  const state = stateOf(view);
  const { goal } = state;
  const at = (points: number) => Math.max(0, Math.min(goal, points));
  const label = n("Han {han}, Chu {chu} of {count} point", "Han {han}, Chu {chu} of {count} points", goal, {
    han: state.score[0] ?? 0,
    chu: state.score[1] ?? 0,
  });
  return (
    <div class="score" role="img" aria-label={label} style={{ "--goal": goal }}>
      <span class="rail" />
      <b class="goal">{goal}</b>
      {[0, 1].map((seat) => {
        const total = state.score[seat] ?? 0;
        const reach = view.result ? total : total + stakeOf(state, seat).least;
        return (
          <span key={seat} class={`runner ${seat === 0 ? "han" : "chu"}`} style={{ "--at": at(total), "--to": at(reach) }}>
            <i class="reach" />
            <span class="inline near marker" data-owner={seat} data-anchor={`score:${seat}`} data-late={total > goal * 0.6}>
              <SeatEmblem seat={seat} />
              <b>{total}</b>
            </span>
          </span>
        );
      })}
    </div>
  );
}
