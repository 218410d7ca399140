// The end of the game, a scene over the table: who won, the count, and what can be done now.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { TableView } from "../types";
import { Course, useCourse } from "./course";
import type { BoardProps } from "./game";
import { CrossIcon } from "./icons";
import { LevelChoice } from "./levels";
import { SealCheck } from "./seal";
import { at } from "./site";
import { t } from "./texts";
import "./end.css";

/** Of several bots each is called by its side, as in the table below; else by its name. */
function called({ view, store }: BoardProps, seat: number): string {
  const several = view.seats.filter(({ bot }) => bot !== null).length > 1;
  return several && view.seats[seat]?.bot ? store.game.seatName(seat) : (view.seats[seat]?.name ?? "");
}

const winners = (view: TableView): number[] => (view.result ?? []).flatMap((place, seat) => (place === 1 ? [seat] : []));

function verdict(props: BoardProps): string {
  const { view, store } = props;
  const first = winners(view);
  if (view.settled) return view.prompt;
  if (first.length > 1) return view.prompt; // what a shared first place means is a rule of the game
  const winner = first[0]!;
  if (store.seats.length > 1) return t("{name} has won", { name: store.game.seatName(winner) });
  if (view.viewer === winner) return t("You have won");
  return loses(props) ? t("You have lost") : t("{name} has won", { name: called(props, winner) });
}

/** Of two the one is told of the own game first; who the other was stands in the count. */
const loses = ({ view, store }: BoardProps): boolean => store.seats.length <= 1 && view.seats.length === 2 && view.viewer !== null;

/** Once more with the same people, one seat further on: whoever asks first makes the table, the others come to it. */
function Rematch({ view, store }: BoardProps) {
  const own = view.viewer === null ? store.seats : [view.viewer, ...store.seats];
  if (own.length === 0) return null;
  const others = view.seats.some(({ bot }, seat) => bot === null && !own.includes(seat));
  const asks = view.rematch;
  return (
    <form class="row wraps apart centred end-links" method="post" action={at(`/table/${view.table}/rematch`)}>
      {asks !== null && !own.includes(asks) && <p role="status">{t("{name} wants to play again", { name: view.seats[asks]?.name ?? "" })}</p>}
      {!others && asks === null && view.seats.some(({ bot }) => bot !== null) && (
        <label>
          <span class="sr">{t("Bots")}</span>
          <LevelChoice seats={view.seats} rated={view.ratings !== null || view.ratings_wait} />
        </label>
      )}
      <button class="button main">{asks !== null ? t("To the new table") : others ? t("Rematch") : t("Play again")}</button>
    </form>
  );
}

/** What a rated game made of everybody's rating; nothing in a casual one. */
function Ratings(props: BoardProps) {
  const { ratings, viewer, ratings_wait } = props.view;
  if (ratings_wait) return <p class="wraps end-ratings">{t("Ratings change when those who look on have seen the end.")}</p>;
  if (ratings === null) return null;
  if (ratings.length === 0) return <p class="wraps end-ratings">{t("This game does not count for ratings.")}</p>;
  return (
    <ul class="wraps end-ratings" aria-label={t("Ratings")}>
      {ratings.map(({ before, after }, seat) => (
        <li key={seat} class={seat === viewer ? "own" : ""}>
          {called(props, seat)}{" "}
          <b>
            {before} → {after}
          </b>
        </li>
      ))}
    </ul>
  );
}

export function End({ onClose, ...props }: BoardProps & { onClose: () => void }) {
  const { view, store } = props;
  // the button that brings it back has the focus then
  const close = () => {
    document.querySelector<HTMLElement>('.decide [data-kind="end"]')?.focus({ preventScroll: true });
    onClose();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const elsewhere = (event.target as Element).closest?.(".chat, .drawer") || document.querySelector("dialog[open]");
      if (event.key === "Escape" && !event.defaultPrevented && !elsewhere) close();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onClose]);
  const first = winners(view);
  const course = useCourse(store, view.settled !== "abandon");
  const shown = course !== undefined; // with all that it has: what came later would push the rest
  const scene = useRef<HTMLElement>(null);
  // what was held on the table is under the scene now; who writes, reads elsewhere or steps through a replay goes on
  useLayoutEffect(() => {
    if (store.replay || !shown) return;
    if (document.activeElement === document.body || document.activeElement?.closest(".board, .tray")) {
      scene.current?.querySelector<HTMLElement>(".main, .end-links .button")?.focus({ preventScroll: true });
    }
  }, [shown]);
  return (
    <section class="middle end over-room" aria-labelledby="end-title" style={{ visibility: shown ? "visible" : "hidden" }} ref={scene}>
      <div class="row charter end-scene">
        <button type="button" class="bare" aria-label={t("Close")} onClick={close}>
          <CrossIcon />
        </button>
        {!view.settled && (
          <p class="row wraps apart centred end-crests">
            {first.map((seat) => (
              <store.game.Emblem key={seat} seat={seat} />
            ))}
            {first.length === 1 && loses(props) && view.viewer !== first[0] && <b>{t("{name} has won", { name: called(props, first[0]!) })}</b>}
          </p>
        )}
        <h2 id="end-title">{verdict(props)}</h2>
        {!view.settled && view.ended && first.length === 1 && <p>{view.prompt}</p>}
        {(course || !(view.settled || view.ended)) && (
          <div class="wraps centred end-count" role="region" aria-label={t("The count")} tabIndex={0}>
            {!view.settled && !view.ended && <store.game.Result {...props} />}
            <Course store={store} told={course} left={onClose} />
          </div>
        )}
        {!view.ended && !view.settled && view.away.length > 0 && (
          <p>{t("Who did not play to the end comes after the others for ratings: {names}.", { names: view.away.map((seat) => called(props, seat)).join(", ") })}</p>
        )}
        <Ratings {...props} />
        <div class="row wraps apart centred end-links">
          {!store.replay && (
            <>
              <Rematch {...props} />
              <a class="button" href={at(`/table/${store.table}/replay`)}>
                {t("Replay")}
              </a>
            </>
          )}
          <a class="button" href={at(`/table/${store.table}/record`)} download>
            {t("Record file")}
          </a>
          <a class="button" href={at("/")}>
            {t("All games")}
          </a>
          {!store.replay && <SealCheck view={view} />}
        </div>
      </div>
    </section>
  );
}
