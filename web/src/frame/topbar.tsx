// Whose decision it is and what is asked, in words; how the line to the server is; what else there is to open.
import { useEffect, useReducer } from "preact/hooks";
import { ChatButton } from "./chat";
import { AskedTime } from "./clock";
import { Offered } from "./consent";
import { ColumnIcon, CurtainIcon, GearIcon, SoundIcon } from "./icons";
import { onSound, settings } from "./settings";
import type { Beside } from "./side";
import type { Store } from "./store";
import { at } from "./site";
import { Terms } from "./terms";
import { t } from "./texts";
import { tight } from "./tight";
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

/** What is asked now, or was asked when somebody looks back. */
function promptOf({ view, past, telling }: Store): string {
  if (!view) return t("Laying out the table");
  if (past.shown) return `${t("Looking back")}: ${view.prompt}`;
  return telling ? t("What has happened is being told") : view.prompt;
}

/** Whether anything is heard; the key `m` does the same. */
function SoundButton() {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onSound(() => refresh(undefined)), []);
  const on = settings.sound === "on";
  return (
    <button type="button" class="bare" id="sound-button" aria-pressed={on} aria-label={t("Sound")} title={on ? t("Sound: on") : t("Sound: off")}
      onClick={() => (settings.sound = on ? "off" : "on")}>
      <SoundIcon on={on} />
    </button>
  );
}

interface Bar {
  store: Store;
  onSettings: () => void;
  beside: Beside;
}

export function TopBar({ store, onSettings, beside }: Bar) {
  const view = store.view;
  const asked = (!store.telling && view?.to_act) || [];
  const prompt = promptOf(store);
  return (
    <header class="row apart bar" data-mine={store.mine}>
      <h1 class="sr" translate={false}>{store.game.title}</h1>
        <a class="home" href={at("/")} aria-label={t("All games")}>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <use href={at("/static/icon.svg#mark")} />
          </svg>
        </a>
        <span class="middle rigid asked">
          <span class="who">
            {asked.map((seat) => (
              <store.game.Emblem key={seat} seat={seat} />
            ))}
          </span>
          <AskedTime store={store} asked={asked} />
        </span>
        <p ref={tight} class="prompt" id="prompt">
          <span key={prompt}>
            <Terms text={prompt} game={store.game.id} />
          </span>
        </p>
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
        <SoundButton />
        <ChatButton store={store} />
        <button
          type="button"
          class="bare"
          id="side-button"
          aria-label={t("Players and log")}
          title={t("Players and log")}
          aria-expanded={beside.side === "open"}
          aria-controls="drawer"
          onClick={beside.toggle}
        >
          <ColumnIcon />
        </button>
        <button type="button" class="bare" id="settings-button" aria-label={t("This game, settings and keys")} title={t("This game, settings and keys")} onClick={onSettings}>
          <GearIcon />
        </button>
      <Offered store={store} />
    </header>
  );
}
