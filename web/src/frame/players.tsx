// The players' panels: who sits where, whether they are here, and the public facts of their seat.
import { SeatTime } from "./clock";
import type { BoardProps } from "./game";
import { n, t } from "./texts";
import "./players.css";

function Presence({ view, seat }: { view: BoardProps["view"]; seat: number }) {
  const who = view.seats[seat];
  if (!who) return null;
  if (who.deputy) return <span class="presence">{t("away, a bot plays")}</span>;
  const absent = who.bot === null && !who.connected;
  if (who.thinking && !absent && seat !== view.viewer) return <span class="presence thinking">{t("thinking")}</span>;
  if (who.bot !== null) return null;
  return (
    <span class="presence" data-here={who.connected}>
      {who.connected ? t("here") : t("away")}
    </span>
  );
}

/** How many look on, and how late they see it. */
export function Watched({ view }: Pick<BoardProps, "view">) {
  if (view.onlookers === 0) return null;
  return (
    <p class="dim watched">
      {n("{count} person looks on.", "{count} people look on.", view.onlookers)}{" "}
      {view.delay > 0 && n("They see the table {count} second late.", "They see the table {count} seconds late.", view.delay)}
    </p>
  );
}

/** Lights what a seat has on the board (`data-owner`), as long as the pointer is on its panel. */
function light(seat: number | null): void {
  for (const piece of document.querySelectorAll<HTMLElement>("[data-owner]")) piece.toggleAttribute("data-theirs", piece.dataset.owner === String(seat));
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
          onPointerEnter={() => light(seat)}
          onPointerLeave={() => light(null)}
        >
          <div class="player-lines">
            <store.game.Emblem seat={seat} />
            <div class="player-text">
              <h2>
                <span class="cut player-name" translate={false}>{together(seat) ? store.game.seatName(seat) : view.seats[seat]?.name}</span>
                {seat === view.viewer && <span class="you">{t("you")}</span>}
              </h2>
              <p class="dim">
                <span class="seat-name">{together(seat) ? seat !== view.viewer && t("at this screen") : store.game.seatName(seat)}</span>{" "}
                {!together(seat) && !store.replay && <Presence view={view} seat={seat} />}
                {!store.replay && <SeatTime {...props} seat={seat} />}
              </p>
            </div>
            <store.game.Facts {...props} view={store.known ?? view} seat={seat} />
          </div>
        </article>
      ))}
    </section>
  );
}
