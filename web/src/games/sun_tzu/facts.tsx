// The public facts of a side in its panel: cards, orders, generals, and which cards are out of the game.
import type { BoardProps } from "../../frame/game";
import { n, t, wordsOf } from "../../frame/texts";
import { CardBack, MiniCard, MiniCards } from "./card";
import { fought } from "./events";
import { shownGenerals } from "./generals";
import { Drawing } from "./sprite";
import { PROVINCES, UNFRAMED, copiesOf, stateOf } from "./state";
import { SunTzuKinds } from "./types";
import "./facts.css";

/** Whether the orders are given: how many lie there, and where, is nobody's business. Its place is kept while nothing is chosen. */
function Orders({ store, view, seat }: BoardProps & { seat: number }) {
  const { asks } = stateOf(view);
  const choosing = !store.telling && view.to_act.length > 0 && (asks === "orders" || asks === "general" || asks === "under");
  const ready = !view.to_act.includes(seat);
  if (!choosing) return <span class="inline centred text-13 nowrap st-ready" data-ready="none" />;
  return (
    <span class="inline centred text-13 nowrap st-ready" data-ready={ready}>
      {ready ? t("ready") : asks === "orders" ? t("giving orders") : t("choosing")}
    </span>
  );
}

function OutOfGame({ view, seat }: BoardProps & { seat: number }) {
  const state = stateOf(view);
  const beginner = state.beginner === 1;
  return (
    <ul class="wraps st-out" aria-label={t("Cards out of the game")}>
      {UNFRAMED.filter((kind) => copiesOf(kind, beginner) > 0).map((kind) => {
        const all = copiesOf(kind, beginner);
        const gone = state.out[seat]?.[SunTzuKinds.indexOf(kind)] ?? 0;
        return (
          <li key={kind} data-gone={gone === all} title={t("{count} of {all} out of the game", { count: gone, all })}>
            <MiniCard kind={kind} />
            <span class="st-pips" aria-hidden="true">
              {Array.from({ length: all }, (_, i) => (
                <i key={i} data-gone={i < gone} />
              ))}
            </span>
            <span class="sr">{t("{count} of {all} out of the game", { count: gone, all })}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Generals({ view, seat }: BoardProps & { seat: number }) {
  const state = stateOf(view);
  if (state.generals === 0) return null;
  const shown = shownGenerals(view, seat);
  const hidden = state.unshown[seat] ?? 0;
  const own = state.held[seat] ?? [];
  return (
    <p class="row text-13 st-facts-generals">
      <Drawing id="general" />
      {shown.map((id) => (
        <span key={id} title={wordsOf(id).effect}>
          {t("{general} (used)", { general: wordsOf(id).name })}
        </span>
      ))}
      {own.map((id) => (
        <span key={id}>{t("{general} (hidden)", { general: wordsOf(id).name })}</span>
      ))}
      {hidden > own.length && <span>{n("{count} hidden general", "{count} hidden generals", hidden)}</span>}
      {hidden === 0 && shown.length === 0 && <span>{t("none chosen yet")}</span>}
    </p>
  );
}

/** Once the orders are sealed they are no cards of the hand any more; the table may be one from before, while that is told. */
function handSize({ store, view, seat }: BoardProps & { seat: number }): number {
  const { asks, hand_size } = stateOf(view);
  const sealed = asks === "orders" && fought(store.events, store.heard).sealed;
  return (hand_size[seat] ?? 0) - (sealed ? PROVINCES.length : 0);
}

export function Facts(props: BoardProps & { seat: number }) {
  const { view, seat } = props;
  const state = stateOf(view);
  const hand = handSize(props);
  const deck = state.deck_size[seat] ?? 0;
  const returned = (state.returned[seat] ?? []).filter((kind) => kind !== "none");
  return (
    <div class="seat-facts st-facts">
      <p class="fact">
        <CardBack seat={seat} />
        <b>{hand}</b> <span class="fact-name">{n("card", "cards", hand)}</span>
      </p>
      <p class="fact">
        <Drawing id="deck" />
        <b>{deck}</b> <span class="fact-name">{t("in the deck")}</span>
        {seat !== view.viewer && returned.length > 0 && <MiniCards kinds={returned} />}
      </p>
      <Orders {...props} />
      <Generals {...props} />
      <OutOfGame {...props} />
    </div>
  );
}
