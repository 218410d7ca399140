// The chat of those who play: a button in the bar, and a panel over a corner of the table that takes no room while it is closed.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ChatIcon, CrossIcon } from "./icons";
import type { Store } from "./store";
import { language, n, t } from "./texts";
import "./chat.css";

export function ChatButton({ store }: { store: Store }) {
  const { here, open, unread } = store.talk;
  if (!here) return null;
  const shown = store.seats.length > 1 ? 0 : unread; // the others may look on: it waits until it is opened
  const name = shown > 0 ? n("Chat: {count} new message", "Chat: {count} new messages", shown) : t("Chat");
  return (
    <button type="button" class="bare" id="chat-button" aria-label={name} title={name} aria-expanded={open} aria-controls="chat" onClick={() => store.talk.show(!open)}>
      <ChatIcon />
      {shown > 0 && (
        <span class="text-12 unread" aria-hidden="true">
          {shown}
        </span>
      )}
    </button>
  );
}

export function ChatPanel({ store }: { store: Store }) {
  const { talk, view } = store;
  const field = useRef<HTMLInputElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (talk.open) field.current?.focus();
  }, [talk.open]);
  useEffect(() => {
    if (lines.current) lines.current.scrollTop = lines.current.scrollHeight;
  }, [talk.open, talk.lines]);
  if (!talk.here || !view) return null;
  const close = () => {
    talk.show(false);
    document.getElementById("chat-button")?.focus();
  };
  const send = (event: Event) => {
    event.preventDefault();
    talk.say(talk.draft);
  };
  return (
    <>
      <aside id="chat" class="column apart chat over-room" aria-label={t("Chat")} hidden={!talk.open} onKeyDown={(event) => event.key === "Escape" && (event.stopPropagation(), close())}>
        <div class="row chat-head">
          <h2>{t("Chat")}</h2>
          <button type="button" class="bare" aria-label={t("Close")} onClick={close}>
            <CrossIcon />
          </button>
        </div>
        <div class="chat-lines" role="log" aria-live="polite" aria-label={t("Messages")} tabIndex={0} ref={lines}>
          {talk.lines.length === 0 && <p class="dim">{t("Only those who play read what is written here.")}</p>}
          {talk.lines.map((line) => (
            <div key={line.number} class="apart chat-line" data-own={line.own}>
              <store.game.Emblem seat={line.seat} />
              <p>
                <b translate={false}>{line.own ? t("you") : named(store, line.seat)}</b> <time dateTime={iso(line.at)}>{clock(line.at)}</time>
                <br />
                {line.text}
              </p>
            </div>
          ))}
        </div>
        {talk.notice && (
          <p class="text-14 chat-notice" role="status">
            {talk.notice}
          </p>
        )}
        <form class="apart chat-form" onSubmit={send}>
          <input
            ref={field}
            aria-label={t("Message")}
            maxLength={talk.ceiling}
            autocomplete="off"
            value={talk.draft}
            onInput={(event) => (talk.draft = event.currentTarget.value)}
          />
          <button class="button main" disabled={talk.busy}>
            {t("Send")}
          </button>
        </form>
        <details class="chat-more">
          <summary class="row">{t("Ready words")}</summary>
          <p class="dim">{t("Everybody reads these in their own language.")}</p>
          <div class="by wraps">
            {Object.entries(talk.presets).map(([name, words]) => (
              <button key={name} type="button" class="chip" data-preset={name} disabled={talk.busy} onClick={() => talk.preset(name)}>
                {words}
              </button>
            ))}
          </div>
        </details>
        <details class="chat-more">
          <summary class="row">{t("Mute, block or report")}</summary>
          {view.seats.map((_, seat) => others(store).includes(seat) && <Person key={seat} store={store} seat={seat} />)}
        </details>
      </aside>
    </>
  );
}

/** The seats of other people. */
const others = ({ view, seats }: Store): number[] =>
  (view?.seats ?? []).flatMap((sitter, seat) => (sitter.bot === null && sitter.name && seat !== view?.viewer && !seats.includes(seat) ? [seat] : []));

const named = (store: Store, seat: number): string => store.view?.seats[seat]?.name ?? "";
const iso = (at: number): string => new Date(at * 1000).toISOString();
/** As where the reader lives, if that is in the language of the page. */
const place = navigator.languages.find((one) => one.startsWith(language)) ?? language;
const clock = (at: number): string => new Date(at * 1000).toLocaleTimeString(place, { hour: "2-digit", minute: "2-digit" });

function Person({ store, seat }: { store: Store; seat: number }) {
  const { talk } = store;
  const [reason, setReason] = useState<string | null>(null);
  const name = named(store, seat);
  const how = talk.muted.includes(seat) ? "mute" : talk.blocked.includes(seat) ? "block" : "";
  const report = (event: Event) => {
    event.preventDefault();
    talk.report(seat, reason ?? "", t("Reported. Whoever runs this site can read it."));
    setReason(null);
  };
  return (
    <div class="row wraps by chat-person" role="group" aria-label={name}>
      <b translate={false}>{name}</b>
      <button type="button" class="choice chip" aria-pressed={how === "mute"} onClick={() => talk.hush(seat, how === "mute" ? "" : "mute")}>
        {t("Mute")}
      </button>
      <button type="button" class="choice chip" aria-pressed={how === "block"} title={t("Nothing of them is shown to you, and they cannot join your tables.")} onClick={() => talk.hush(seat, how === "block" ? "" : "block")}>
        {t("Block")}
      </button>
      <button type="button" class="chip" aria-expanded={reason !== null} onClick={() => setReason(reason === null ? "" : null)}>
        {t("Report")}
      </button>
      {reason !== null && (
        <form class="apart chat-form" onSubmit={report}>
          <input aria-label={t("What happened")} placeholder={t("What happened")} maxLength={300} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
          <button class="button">{t("Report")}</button>
        </form>
      )}
    </div>
  );
}
