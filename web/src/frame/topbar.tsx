// Whose decision it is and what is asked, in words; why something is refused; how the line to the server is.
import { Actions } from "./actions";
import { CrossIcon, GearIcon } from "./icons";
import type { Store } from "./store";
import { t } from "./texts";

function LinkState({ store }: { store: Store }) {
  if (store.link === "open") return null;
  return (
    <p class="link" role="status" data-link={store.link}>
      <span class="dots" aria-hidden="true" />
      {store.link === "connecting" ? t("Connecting") : t("Connection lost: reconnecting")}
    </p>
  );
}

function Note({ store }: { store: Store }) {
  const { notice, view } = store;
  const text = notice?.text || view?.paused;
  if (!notice && !view?.paused) return null;
  return (
    <div class={`note ${notice?.kind ?? "error"}`} role="status">
      <p>{text || t("This can still become a legal play: add what is lit.")}</p>
      {notice && (
        <button type="button" class="bare" aria-label={t("Close")} onClick={() => store.dismiss()}>
          <CrossIcon />
        </button>
      )}
    </div>
  );
}

export function TopBar({ store, onSettings }: { store: Store; onSettings: () => void }) {
  const view = store.view;
  const mine = view !== null && view.viewer !== null && view.to_act.includes(view.viewer) && !store.pending;
  return (
    <header class="bar" data-mine={mine}>
      <h1 class="sr">{store.game.title}</h1>
      <div class="ask">
        <a class="home" href="/" aria-label={t("All games")}>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <use href="/static/icon.svg#mark" />
          </svg>
        </a>
        {view && view.to_act.length > 0 && (
          <span class="who">
            {view.to_act.map((seat) => (
              <store.game.Emblem key={seat} seat={seat} />
            ))}
          </span>
        )}
        <p class="prompt" id="prompt">
          {view?.prompt ?? t("Laying out the table")}
        </p>
        <LinkState store={store} />
        <button type="button" class="bare" id="settings-button" aria-label={t("Settings and keys")} onClick={onSettings}>
          <GearIcon />
        </button>
      </div>
      <Note store={store} />
      {view?.viewer !== null && <Actions store={store} />}
    </header>
  );
}
