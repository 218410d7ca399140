// The players' panels: who sits where, whether they are here, and the public facts of their seat.
import { SeatTime } from "./clock";
import type { BoardProps } from "./game";
import { t } from "./texts";
import "./players.css";

function Presence({ view, seat }: { view: BoardProps["view"]; seat: number }) {
  const who = view.seats[seat];
  if (!who) return null;
  if (who.deputy) return <span class="presence">{t("away, a bot plays")}</span>;
  if (who.thinking && seat !== view.viewer) return <span class="presence thinking">{t("thinking")}</span>;
  if (who.bot !== null) return null;
  return (
    <span class="presence" data-here={who.connected}>
      {who.connected ? t("here") : t("away")}
    </span>
  );
}

export function Players(props: BoardProps) {
  const { view, store } = props;
  const together = (seat: number) => store.seats.includes(seat); // at one screen a seat has its side's name
  const own = view.viewer ?? 0;
  const seats = view.seats.map((_, i) => (own + 1 + i) % view.seats.length);
  return (
    <section class="players" aria-label={t("Players")}>
      {seats.map((seat) => (
        <article
          key={seat}
          class="player"
          data-anchor={`seat:${seat}`}
          data-seat={seat}
          data-own={seat === view.viewer}
          data-together={together(seat)}
          data-acts={!store.telling && view.to_act.includes(seat)}
        >
          <store.game.Emblem seat={seat} />
          <div class="player-text">
            <h2>
              <span class="player-name" translate={false}>{together(seat) ? store.game.seatName(seat) : view.seats[seat]?.name}</span>
              {seat === view.viewer && <span class="you">{t("you")}</span>}
            </h2>
            <p class="dim">
              {together(seat) ? seat !== view.viewer && t("at this screen") : store.game.seatName(seat)}{" "}
              {!together(seat) && <Presence view={view} seat={seat} />}
              <SeatTime {...props} seat={seat} />
            </p>
          </div>
          <store.game.Facts {...props} view={store.known ?? view} seat={seat} />
        </article>
      ))}
    </section>
  );
}
