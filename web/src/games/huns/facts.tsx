// The public facts of a player in the panel; all else lies in the camps.
import type { BoardProps } from "../../frame/game";
import { n, t } from "../../frame/texts";
import { Points } from "./camp";
import { Piece } from "./sprite";
import { stateOf } from "./state";
import "./facts.css";

export function Facts({ view, seat }: BoardProps & { seat: number }) {
  const state = stateOf(view);
  const cards = state.camp[seat]?.length ?? 0;
  const sent = state.sent_size[seat] ?? 0;
  return (
    <div class="seat-facts hn-facts">
      <p class="fact">
        <Points view={view} seat={seat} />
      </p>
      <p class="fact" title={t("Sent wagons")}>
        <Piece id="sent" /> <b>{sent}</b> <span class="fact-name">{n("sent", "sent", sent)}</span>
        <span class="sr">{t("Sent wagons")}</span>
      </p>
      <p class="fact hn-few" title={t("Cards in the camp")}>
        <Piece id="cards" /> <b>{cards}</b> <span class="fact-name">{n("card", "cards", cards)}</span>
        <span class="sr">{t("Cards in the camp")}</span>
      </p>
      {state.token === seat && (
        <p class="fact" title={t("First player")}>
          <Piece id="token" /> <span class="sr">{t("First player")}</span>
        </p>
      )}
    </div>
  );
}
