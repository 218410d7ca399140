// The table page: the same frame for every game.
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { Actions, Together } from "./actions";
import { ChatPanel } from "./chat";
import { SettingsDialog } from "./dialog";
import { Flights } from "./flights";
import type { BoardProps } from "./game";
import { goOn, park, useKeyboard } from "./keyboard";
import { NOT_IN_REPLAY, Playback, REPLAY_KEYS, ReplayPanel } from "./playback";
import { Live } from "./live";
import { Log } from "./log";
import { Players } from "./players";
import { Recap } from "./recap";
import { remember } from "./seal";
import { settings } from "./settings";
import { useSign } from "./sign";
import { End } from "./end";
import type { Store } from "./store";
import { t } from "./texts";
import { TopBar } from "./topbar";
import "./room.css";

/** Listens before anything can come in: an effect after the paint would miss what a fast server sends before it. */
function useStore(store: Store): void {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const drawn = store.version;
  useLayoutEffect(() => {
    if (store.version !== drawn) refresh(undefined); // a part of the page has told something before this one listened
    return store.subscribe(() => refresh(undefined));
  }, [store]);
}

/** A played card, its button or the curtain is gone: who uses the keyboard does not go on at the top of the page. */
function useLostFocus(store: Store): void {
  const sending = store.pending !== null;
  const unveiled = store.seats.length > 1 && store.view !== null;
  const held = useRef<EventTarget | null>(null);
  useEffect(() => {
    const hold = (event: Event) => (held.current = event.target);
    document.addEventListener("focusin", hold);
    return () => document.removeEventListener("focusin", hold);
  }, []);
  useEffect(() => {
    if (store.view && !sending && [document.body, document.getElementById("actions")].includes(document.activeElement as HTMLElement)) goOn();
  }, [sending, unveiled]);
  // an offer goes with the press that takes it, long before the answer is here
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || !(held.current instanceof Element) || held.current.isConnected) return;
    held.current = null;
    if (sending) park();
    else goOn();
  });
}

/** What can be done now, beside the hand. */
function Decide({ store }: { store: Store }) {
  if (store.replay) return <Playback store={store} replay={store.replay} />;
  if (store.view?.viewer != null) return <Actions store={store} />;
  return store.seats.length > 1 ? <Together store={store} /> : null;
}

export function App({ store }: { store: Store }) {
  useStore(store);
  const [dialog, setDialog] = useState(false);
  const [side, setSide] = useState(settings.side);
  const fold = () => setSide((settings.side = side === "open" ? "folded" : "open"));
  useKeyboard(store, () => setDialog(true));
  useLostFocus(store);
  useSign(store);
  const { view, events, game, replay } = store;
  useEffect(() => void (view && remember(view)), [view?.commitment]);
  const props: BoardProps | null = view && { store, view, events };
  return (
    <div class="table-page" data-game={game.id} data-side={side} data-link={store.link} data-number={view?.number}>
      <game.Sprite />
      <TopBar store={store} onSettings={() => setDialog(true)} side={side} onSide={fold} />
      {props && (
        <>
          <section class="board" aria-label={t("Table")}>
            <game.Board {...props} />
          </section>
          <div class="tray">
            <game.Hand {...props} />
            <Decide store={store} />
          </div>
          <aside class="side" aria-label={t("Players and log")}>
            <Players {...props} />
            <Recap {...props} />
            <div class="drawer" id="drawer">
              {game.Beside && <game.Beside {...props} />}
              {replay && <ReplayPanel store={store} replay={replay} />}
              <Log {...props} />
            </div>
          </aside>
          {store.over && !store.telling && <End {...props} />}
        </>
      )}
      <Live store={store} />
      <Flights store={store} />
      {!replay && <ChatPanel store={store} />}
      <SettingsDialog game={game.id} more={replay ? REPLAY_KEYS : (game.keys ?? [])} lacks={[...(game.lacks ?? []), ...(replay ? NOT_IN_REPLAY : [])]} store={store} open={dialog} onClose={() => setDialog(false)} />
    </div>
  );
}
