// Several at one screen: it shows one seat at a time, and between them a curtain. Nothing is behind the curtain: the line is
// closed and what it brought is forgotten, so there is no hand to be found until somebody says whose side to show.
import { useEffect, useRef, useState } from "preact/hooks";
import type { TableView } from "../types";
import { App } from "./app";
import type { Game } from "./game";
import { settings } from "./settings";
import type { Store } from "./store";
import { at } from "./site";
import { t } from "./texts";

/** How long the outcome of an own decision stays in sight before the curtain falls, in milliseconds. */
const LOOK = 900;
const LONGEST_LOOK = 2_400;

/** The seat to which the screen is to be passed: null while the one that it shows is asked, or nobody is. */
function nextSeat(view: TableView, seats: readonly number[]): number | null {
  if (view.viewer === null || view.to_act.includes(view.viewer)) return null;
  return seats.find((seat) => view.to_act.includes(seat)) ?? null;
}

/** Calls `pass` once the shown seat has done its part; who came back only to look is not sent away again. */
function usePassing(store: Store | null, pass: (to: number) => void): void {
  useEffect(() => {
    if (!store) return;
    let timer = 0;
    let first: number | null = null;
    const check = () => {
      window.clearTimeout(timer);
      const { view, pending, seats, news, telling } = store;
      if (!view) return;
      first ??= view.number;
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
  }, [store]);
}

interface CurtainProps {
  game: Game;
  seats: readonly number[];
  to: number;
  onShow: (seat: number) => void;
}

function Curtain({ game, seats, to, onShow }: CurtainProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // not the button: a key that was meant for the table must not lift the curtain
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const name = game.seatName(to);
  return (
    <div class="table-page curtain" data-game={game.id} data-seat={to}>
      <game.Sprite />
      <Leaves />
      <main class="plaque" aria-labelledby="curtain-title">
        <game.Emblem seat={to} />
        <h1 id="curtain-title" ref={heading} tabIndex={-1}>
          {t("Pass the screen to {name}", { name })}
        </h1>
        <p>{t("Nothing of any side is shown until you press.")}</p>
        <button type="button" class="button main" data-show={to} onClick={() => onShow(to)}>
          {t("I am {name}: show my side", { name })}
        </button>
        <p class="others">
          {seats
            .filter((seat) => seat !== to)
            .map((seat) => (
              <button key={seat} type="button" class="bare" data-show={seat} onClick={() => onShow(seat)}>
                {t("Show the side of {name}", { name: game.seatName(seat) })}
              </button>
            ))}
          <a href={at("/")}>{t("All games")}</a>
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
  open: (seat: number) => Store;
}

export function HotSeat({ game, seats, over, open }: HotSeatProps) {
  const [to, setTo] = useState(seats[0]!);
  const [store, setStore] = useState<Store | null>(() => (over ? open(to) : null)); // at the end nothing is to be hidden
  const [parting, setParting] = useState(false);
  const draw = (next: number) => {
    store?.close();
    game.forget?.();
    setTo(next);
    setStore(null);
  };
  usePassing(store, draw);
  if (!store) {
    const show = (seat: number) => {
      setTo(seat);
      setStore(open(seat));
      setParting(settings.pace > 0);
    };
    return <Curtain key={to} game={game} seats={seats} to={to} onShow={show} />;
  }
  store.pass = () => draw((store.view && nextSeat(store.view, seats)) ?? to);
  return (
    <>
      <App key={to} store={store} />
      {parting && (
        <div class="curtain parting" data-seat={to} onAnimationEnd={() => setParting(false)}>
          <Leaves />
        </div>
      )}
    </>
  );
}
