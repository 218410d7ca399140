// Several at one screen: it shows the side of one seat at a time, and between two of them a curtain. Whatever several look
// at (what is revealed to all, bots' turns, the end) comes on a line of its own, an onlooker's, so that it can hold nothing
// of any side. The line of a seat is open between two curtains only, and then all that it brought is forgotten.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { GameEvent, TableView } from "../types";
import { App } from "./app";
import type { Game } from "./game";
import { answered } from "./press";
import { settings } from "./settings";
import type { Store } from "./store";
import { at } from "./site";
import { t } from "./texts";
import "./hotseat.css";

/** How long the outcome of an own decision stays in sight before the curtain falls, in milliseconds. */
const LOOK = 900;
const LONGEST_LOOK = 2_400;

/** Everybody at the screen, as the line to the server names whom it shows nothing of any side. */
const ALL = "none";
export type Whose = number | typeof ALL;

/** The seat to which the screen is to be passed: null while the one that it shows is asked, or nobody here is. */
function nextSeat(view: TableView, seats: readonly number[]): number | null {
  if (view.viewer !== null && view.to_act.includes(view.viewer)) return null;
  return seats.find((seat) => view.to_act.includes(seat)) ?? null;
}

/** Whose eyes what came is for, if it is not for those of the seat alone that has the screen. */
function forWhom(game: Game, seats: readonly number[], view: TableView, fresh: readonly GameEvent[]): "look" | "go on" | null {
  if (fresh.some((event) => game.forAll?.(event))) return "look";
  return view.to_act.some((seat) => seats.includes(seat)) ? null : "go on"; // bots decide, or it is over
}

/**
 * Calls `pass` once the shown seat has done its part, or the bots theirs; who came back only to look is not sent away. Looks from
 * the first: what is decided before an effect after the paint would not count as a part.
 */
function usePassing(store: Store | null, stays: boolean, pass: (to: number) => void): void {
  useLayoutEffect(() => {
    if (!store || stays) return;
    let timer = 0;
    let first: number | null = null;
    const check = () => {
      window.clearTimeout(timer);
      const { now: view, pending, seats, telling } = store;
      const { news } = store.told;
      if (!view) return;
      first ??= view.viewer === null ? -1 : view.number; // only who decided something has done a part
      const next = nextSeat(view, seats);
      if (next === null || pending || telling || view.number === first) return;
      const look = store.game.paced ? LOOK : Math.min(LONGEST_LOOK, LOOK + settings.pace * news.events.length);
      timer = window.setTimeout(() => pass(next), look);
    };
    const leave = store.subscribe(check);
    check();
    return () => {
      window.clearTimeout(timer);
      leave();
    };
  }, [store, stays]);
}

interface CurtainProps {
  game: Game;
  seats: readonly number[];
  to: Whose;
  onShow: (whose: Whose) => void;
}

function Curtain({ game, seats, to, onShow }: CurtainProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // not the button: a key that was meant for the table must not lift the curtain
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const name = to === ALL ? "" : game.seatName(to);
  return (
    <div class="table-page middle curtain" data-game={game.id} data-seat={to}>
      <game.Sprite />
      <Leaves />
      <main class="charter plaque" aria-labelledby="curtain-title">
        <span class="apart wraps centred">
          {(to === ALL ? seats : [to]).map((seat) => (
            <span key={seat} class="crest">
              {game.Portrait && <game.Portrait seat={seat} />}
              <game.Emblem seat={seat} />
            </span>
          ))}
        </span>
        <h1 id="curtain-title" ref={heading} tabIndex={-1}>
          {to === ALL ? t("Now everybody looks") : t("Pass the screen to {name}", { name })}
        </h1>
        <p>{to === ALL ? t("What has happened is shown to all, and nothing of any side.") : t("Nothing of any side is shown until you press.")}</p>
        <button type="button" class="button main" data-show={to} onClick={() => onShow(to)}>
          {to === ALL ? t("Show it to all") : t("I am {name}: show my side", { name })}
        </button>
        <p class="wraps centred others">
          {seats
            .filter((seat) => seat !== to)
            .map((seat) => (
              <button key={seat} type="button" class="bare" data-show={seat} onClick={() => onShow(seat)}>
                {t("Show the side of {name}", { name: game.seatName(seat) })}
              </button>
            ))}
          <a class="inline" href={at("/")}>{t("All games")}</a>
        </p>
      </main>
    </div>
  );
}

/** The cloth, in two halves that part in the middle. */
const Leaves = () => (
  <div class="leaves" aria-hidden="true">
    <div class="leaf" />
    <div class="leaf" />
    <div class="valance" />
  </div>
);

interface HotSeatProps {
  game: Game;
  /** All seats of this screen, the one that is to have it first. */
  seats: readonly number[];
  over: boolean;
  open: (whose: Whose) => Store;
}

export function HotSeat({ game, seats, over, open }: HotSeatProps) {
  const [common] = useState(() => open(ALL));
  const [to, setTo] = useState<Whose>(over ? ALL : seats[0]!);
  const [store, setStore] = useState<Store | null>(over ? common : null); // null: the curtain is down
  const [stays, setStays] = useState(over);
  const [parting, setParting] = useState(false);
  const leave = () => {
    if (store !== common) store?.close();
    game.forget?.();
  };
  const draw = (next: Whose) => {
    leave();
    answered();
    setTo(next);
    setStore(null);
  };
  const show = (whose: Whose, waits = true) => {
    leave();
    if (whose !== ALL) common.told.tell(common.events.length); // who sees a side sees all that was to be told
    answered();
    setTo(whose);
    setStore(whose === ALL ? common : open(whose));
    setStays(whose === ALL && waits);
    setParting(settings.pace > 0);
  };
  usePassing(store, stays, draw);
  // a page that is left may be kept by the browser and come back as it was
  useLayoutEffect(() => {
    if (!store || store === common) return;
    const hide = () => draw(to);
    window.addEventListener("pagehide", hide);
    return () => window.removeEventListener("pagehide", hide);
  }, [store]);
  if (!store) return <Curtain key={to} game={game} seats={seats} to={to} onShow={show} />;
  store.pass = () => draw((store.now && nextSeat(store.now, seats)) ?? (to === ALL ? seats[0]! : to));
  if (store !== common) {
    store.ends = (view, fresh) => {
      const whom = forWhom(game, seats, view, fresh);
      if (whom === "look") draw(ALL);
      else if (whom === "go on") show(ALL, view.result !== null || view.settled !== "");
      return whom !== null;
    };
  }
  return (
    <>
      <App key={to} store={store} />
      {parting && (
        <div class="middle curtain parting" data-seat={to} onAnimationEnd={() => setParting(false)}>
          <Leaves />
        </div>
      )}
    </>
  );
}
