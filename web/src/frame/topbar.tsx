// Whose decision it is and what is asked, in words; why something is refused; how the line to the server is.
import { ChatButton } from "./chat";
import { AskedTime } from "./clock";
import { Offered } from "./consent";
import { ColumnIcon, CrossIcon, CurtainIcon, GearIcon } from "./icons";
import type { Store } from "./store";
import { at } from "./site";
import { t } from "./texts";
import "./topbar.css";

function LinkState({ store }: { store: Store }) {
  if (store.link === "open") return null;
  return (
    <p class="link" role="status" data-link={store.link}>
      <span class="dots" aria-hidden="true" />
      {store.link === "connecting" ? t("Connecting") : t("Connection lost: reconnecting")}
    </p>
  );
}

/** A reason, each rule's number as a link into the rules. */
function Reason({ text, game }: { text: string; game: string }) {
  return (
    <p>
      {text.split(/([A-Z]\d+(?:\.\d+(?:[a-z]|\.\d+)?)?)(?=[\],])/).map((piece, i) =>
        i % 2 === 0 ? (
          piece
        ) : (
          <a key={i} href={at(`/rules/${game}#${piece}`)} target="_blank">
            {piece}
          </a>
        ),
      )}
    </p>
  );
}

function Note({ store }: { store: Store }) {
  const { notice, view } = store;
  const text = notice?.text || view?.paused || view?.hurried;
  if (!notice && !text) return null;
  return (
    <div class={`note ${notice?.kind ?? (view?.paused ? "error" : "why")}`} role="status">
      <Reason text={text || t("This can still become a legal play: add what is lit.")} game={store.game.id} />
      {notice && (
        <button type="button" class="bare" aria-label={t("Close")} onClick={() => store.dismiss()}>
          <CrossIcon />
        </button>
      )}
    </div>
  );
}

interface Bar {
  store: Store;
  onSettings: () => void;
  side: "open" | "folded";
  onSide: () => void;
}

export function TopBar({ store, onSettings, side, onSide }: Bar) {
  const view = store.view;
  const asked = (!store.telling && view?.to_act) || [];
  return (
    <header class="bar" data-mine={store.mine}>
      <h1 class="sr" translate={false}>{store.game.title}</h1>
      <div class="ask">
        <a class="home" href={at("/")} aria-label={t("All games")}>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <use href={at("/static/icon.svg#mark")} />
          </svg>
        </a>
        {asked.length > 0 && (
          <span class="who">
            {asked.map((seat) => (
              <store.game.Emblem key={seat} seat={seat} />
            ))}
          </span>
        )}
        <p class="prompt" id="prompt">
          {store.telling ? t("What has happened is being told") : (view?.prompt ?? t("Laying out the table"))}
        </p>
        <AskedTime store={store} asked={asked} />
        <LinkState store={store} />
        <a class="rules-link" href={at(`/rules/${store.game.id}`)} target="_blank">
          {t("Rules")}
        </a>
        {store.pass && (
          <button
            type="button"
            class="bare"
            id="curtain-button"
            aria-label={t("Draw the curtain")}
            title={t("Draw the curtain")}
            disabled={store.pending !== null} // what was sent should be answered first
            onClick={store.pass}
          >
            <CurtainIcon />
          </button>
        )}
        <ChatButton store={store} />
        <button
          type="button"
          class="bare"
          id="side-button"
          aria-label={t("Players and log")}
          title={t("Players and log")}
          aria-expanded={side === "open"}
          aria-controls="drawer"
          onClick={onSide}
        >
          <ColumnIcon />
        </button>
        <button type="button" class="bare" id="settings-button" aria-label={t("Settings and keys")} onClick={onSettings}>
          <GearIcon />
        </button>
      </div>
      <div class="below">
        <Note store={store} />
        <Offered store={store} />
      </div>
    </header>
  );
}
