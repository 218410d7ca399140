// The table page: the same frame for every game.
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { Actions, Together } from "./actions";
import { ChatPanel } from "./chat";
import { SettingsDialog } from "./dialog";
import { Flights } from "./flights";
import type { BoardProps } from "./game";
import { Guide } from "./guide";
import { goOn, park, useKeyboard } from "./keyboard";
import { NOT_IN_REPLAY, Playback, REPLAY_KEYS, ReplayPanel } from "./playback";
import { Looking } from "./looking";
import { Live } from "./live";
import { Log } from "./log";
import { Note } from "./note";
import { Players, Watched } from "./players";
import { Recap } from "./recap";
import { Scenes } from "./scene";
import { remember } from "./seal";
import { useSide } from "./side";
import { useSign } from "./sign";
import { End } from "./end";
import { useSounds } from "./sound";
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
  useLayoutEffect(() => {
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
function Decide({ store, onEnd }: { store: Store; onEnd: () => void }) {
  const { known, replay, past } = store;
  if (past.wanted !== null) return <Looking store={store} />;
  if (known?.result || known?.settled) {
    return (
      <>
        <button type="button" class="button main" data-kind="end" onClick={onEnd}>
          {t("The result")}
        </button>
        {replay && <Playback store={store} replay={replay} />}
      </>
    );
  }
  if (store.replay) return <Playback store={store} replay={store.replay} />;
  if (store.view?.viewer != null) return <Actions store={store} />;
  return store.seats.length > 1 ? <Together store={store} /> : null;
}

export function App({ store }: { store: Store }) {
  useStore(store);
  const [dialog, setDialog] = useState(false);
  const [shut, shutEnd] = useState(false);
  const beside = useSide();
  useKeyboard(store, () => setDialog(true), beside.open);
  useLostFocus(store);
  useSign(store);
  useSounds(store);
  const { view, events, game, replay } = store;
  useEffect(() => void (view && remember(view)), [view?.commitment]);
  const over = store.over && !store.telling;
  useEffect(() => shutEnd(false), [over]); // in a replay it may come again
  const props: BoardProps | null = view && { store, view, events };
  return (
    <div class="table-page" data-game={game.id} data-side={beside.side} data-guide={store.reading.open || undefined} data-link={store.link} data-number={view?.number}>
      <game.Sprite />
      <TopBar store={store} onSettings={() => setDialog(true)} beside={beside} />
      <Guide store={store} />
      {props && (
        <main class="yields board" aria-label={t("Table")}>
          <game.Board {...props} />
          {game.scene && <Scenes {...props} />}
        </main>
      )}
      {(props || store.notice) && (
        <section class="tray" aria-label={t("Your side of the table")}>
          {props && <game.Hand {...props} />}
          <div class="decide">
            {props && <Decide store={store} onEnd={() => shutEnd(false)} />}
            <Note store={store} />
          </div>
        </section>
      )}
      {props && (
        <>
          <aside class="yields side" aria-label={t("Players and log")}>
            <Players {...props} />
            <Recap {...props} />
            <div class="column drawer" id="drawer" tabIndex={-1}>
              {store.talk.here && (
                <button type="button" class="button rigid more-settings" onClick={() => setDialog(true)}>
                  {t("This game, settings and keys")}
                </button>
              )}
              {game.Beside && <game.Beside {...props} />}
              {replay && <ReplayPanel store={store} replay={replay} />}
              <Watched view={props.view} />
              <Log store={store} />
            </div>
          </aside>
          {over && !shut && <End {...props} onClose={() => shutEnd(true)} />}
        </>
      )}
      <Live store={store} />
      <Flights store={store} />
      {!replay && <ChatPanel store={store} />}
      <SettingsDialog game={game.id} more={replay ? REPLAY_KEYS : (game.keys ?? [])} lacks={[...(game.lacks ?? []), ...(replay ? NOT_IN_REPLAY : [])]} store={store} open={dialog} onClose={() => setDialog(false)} />
    </div>
  );
}
