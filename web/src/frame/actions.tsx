// The buttons that the legal actions allow. Those without parts keep their place for the whole game: a button that
// cannot be used is grey and says why when it is pressed; it is never hidden, so that nothing moves under the finger.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { LegalAction } from "../types";
import { CrossIcon, SealIcon, UndoIcon } from "./icons";
import type { Store } from "./store";
import { m, t } from "./texts";
import "./actions.css";

const MOST_CHIPS = 10;
const MOST_OFFERED = 6; // as long as nothing is chosen

function Sealed({ action, small = false }: { action: LegalAction; small?: boolean }) {
  if (!action.irreversible) return null;
  return (
    <span class="irreversible" title={t("no undo")}>
      <SealIcon />
      <span class={small ? "sr" : undefined}>{t("no undo")}</span>
    </span>
  );
}

function Pinned({ store }: { store: Store }) {
  const { view, legal } = store;
  return (
    <div class="pinned">
      {store.game.pinned.map((place) => {
        const { kind, label } = [place, ...(place.others ?? [])].find((one) => legal.some((act) => act.kind === one.kind)) ?? place;
        const action = legal.find((one) => one.kind === kind);
        return (
          <button
            key={place.kind}
            type="button"
            class="button"
            data-kind={kind}
            aria-disabled={!action}
            title={action ? [action.label, store.preview(action)].filter(Boolean).join(". ") : store.refusal(kind) || undefined}
            onPointerEnter={() => (action ? store.askPreview(action) : !store.telling && store.askRefusal(kind))}
            onClick={() => (action ? store.play(action) : !store.pending && !store.telling && store.whyNo(kind))}
          >
            <span>{t(label)}</span>
            {action && <Sealed action={action} />}
          </button>
        );
      })}
      <button
        type="button"
        class="button"
        data-kind="undo"
        aria-disabled={!view?.can_undo || store.pending !== null || store.telling}
        title={view?.undo_reason || t("Take back your last action")}
        onClick={() => !store.pending && !store.telling && store.undo(t("Undo"))}
      >
        <span class="with-icon">
          <UndoIcon />
          {t("Undo")}
        </span>
      </button>
    </div>
  );
}

function Chips({ store, actions }: { store: Store; actions: readonly LegalAction[] }) {
  const selection = new Set(store.selection.map((slot) => slot.part));
  const shown = actions.length <= MOST_CHIPS ? actions : actions.filter((one) => sameParts(one, selection));
  if (shown.length === 0 || shown.length > MOST_CHIPS) return null;
  return (
    <>
      {shown.map((action) => (
        <button
          key={action.id}
          type="button"
          class="chip"
          title={[action.label, store.preview(action)].filter(Boolean).join(". ")}
          onPointerEnter={() => store.askPreview(action)}
          onClick={() => store.play(action)}
        >
          {store.game.chip(action) ?? action.label}
          <Sealed action={action} small />
        </button>
      ))}
    </>
  );
}

/** Where there are too many to show them all, what is to be chosen for them. */
function Asks({ store, actions }: { store: Store; actions: readonly LegalAction[] }) {
  if (actions.length <= MOST_CHIPS) return null;
  const asked = [...new Set(actions.map(({ kind }) => kind))].flatMap((kind) => store.game.asks[kind] ?? []);
  return (
    <>
      {asked.map((text) => (
        <p key={text} class="hint">
          {t(text)}
        </p>
      ))}
    </>
  );
}

/** Too many to show them all: those that only take more of the same things come first to mind. */
const sameParts = (action: LegalAction, parts: ReadonlySet<string>) => action.parts.every((part) => parts.has(part));

const PATIENCE = 12_000; // milliseconds; no bot thinks that long
const PREPARING = { after: 1_500, until: 90_000 };

/** The time since the table last changed, as far as somebody else has to decide: true once it is long. */
function useLongWait(number: number, wait: number): boolean {
  const [late, setLate] = useState(-1);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(number), wait);
    return () => window.clearTimeout(timer);
  }, [number, wait]);
  return late === number;
}

const PassOn = ({ pass }: { pass: () => void }) => (
  <button type="button" class="button main" data-kind="pass-screen" onClick={pass}>
    {t("Pass the screen on")}
  </button>
);

/** Where all at one screen look at the table: nothing is decided here, and who is to decide gets the screen. */
export function Together({ store }: { store: Store }) {
  const { view, telling, seats, pass } = store;
  const next = view?.to_act.some((seat) => seats.includes(seat));
  return (
    <div class="actions" role="group" aria-label={t("Your actions")} id="actions" tabIndex={-1}>
      <div class="offers">{telling ? <Telling store={store} /> : next && pass && <PassOn pass={pass} />}</div>
    </div>
  );
}

/** While others decide: cards can be chosen ahead; a long wait is explained. */
function Waiting({ store }: { store: Store }) {
  const { view } = store;
  const preparing = store.preparing && performance.now() < PREPARING.until;
  const long = useLongWait(view?.number ?? 0, preparing ? PREPARING.after : PATIENCE);
  const bot = view?.seats.find((seat) => seat.thinking && seat.bot !== null);
  if (store.pass) return <PassOn pass={store.pass} />;
  // asked for a reaction that it does not hold: the platform passes for it after a moment
  if (view?.viewer != null && view.to_act.includes(view.viewer)) {
    return <p class="hint">{t("Everybody is asked, so that nobody can tell what you hold.")}</p>;
  }
  if (!long || !bot) return <p class="hint">{t(store.game.hints?.ahead ?? m("You may choose cards ahead; they stay chosen."))}</p>;
  return (
    <p class="hint" role="status">
      <span class="dots" aria-hidden="true" />{" "}
      {preparing
        ? t("The bot is being prepared; after the first start that takes up to half a minute.")
        : t("{name} is still thinking.", { name: bot.name })}
    </p>
  );
}

export const Clear = ({ store }: { store: Store }) => (
  <button type="button" class="button clear" aria-label={t("Clear the selection")} onClick={() => store.clear()}>
    <CrossIcon />
  </button>
);

/** For a game's own offers: what is chosen, and beside it what it would bring. */
export const Confirm = ({ store, action, children }: { store: Store; action: LegalAction; children: ComponentChildren }) => (
  <>
    <button type="button" class="button main" onClick={() => store.play(action)}>
      <span>{action.label}</span>
      {action.irreversible && <span class="irreversible">{t("no undo")}</span>}
    </button>
    {children}
    <Clear store={store} />
  </>
);

/** What can be chosen as long as nothing is. */
function Open({ store }: { store: Store }) {
  const own = new Set(store.game.pinned.flatMap((place) => [place, ...(place.others ?? [])].map(({ kind }) => kind)));
  const all = store.fit.more.filter((action) => !own.has(action.kind)); // those have their button already
  if (all.length === 0) return <p class="hint">{t(store.game.hints?.buttons ?? m("None of your cards can be used now."))}</p>;
  const more = all.filter((action) => !store.game.unlisted?.includes(action.kind));
  return more.length > 0 && more.length <= MOST_OFFERED ? (
    <Chips store={store} actions={more} />
  ) : (
    <p class="hint">{t("Choose what you play; what can be used is lit.")}</p>
  );
}

/** While the board tells what has happened nothing is asked: the next answer may depend on it. */
function Telling({ store }: { store: Store }) {
  return (
    <button type="button" class="button" data-kind="skip" onClick={() => store.tell(store.events.length)}>
      {t("Skip")}
    </button>
  );
}

/** A bot plays for who sits here. */
function Deputy({ store }: { store: Store }) {
  const { view } = store;
  if (view?.viewer == null || view.resigned.includes(view.viewer)) return null;
  return (
    <button type="button" class="button main" data-kind="return" onClick={() => store.attend("return")}>
      {t("Take your seat again")}
    </button>
  );
}

function Choices({ store }: { store: Store }) {
  const { view, pending, selection, telling } = store;
  if (pending) {
    return (
      <p class="hint sending" role="status">
        <span class="dots" aria-hidden="true" />
        {store.link === "open" ? t("Sending: {action}", { action: pending.label }) : t("Not sent yet: {action}", { action: pending.label })}
      </p>
    );
  }
  if (telling) return <Telling store={store} />;
  if (!view || store.over) return null;
  if (view.viewer !== null && view.seats[view.viewer]?.deputy) return <Deputy store={store} />;
  const special = store.game.offers?.(store);
  if (special) return <>{special}</>;
  const free = view.legal.some((action) => action.parts.length > 0);
  if (selection.length === 0) return view.waiting ? <Waiting store={store} /> : <Open store={store} />;
  const { exact, more, stray } = store.fit;
  return (
    <>
      {stray ? (
        <Open store={store} />
      ) : (
        <>
          {exact.map((action) => (
            <button key={action.id} type="button" class="button main" onClick={() => store.play(action)}>
              <span>{action.label}</span>
              <Sealed action={action} />
            </button>
          ))}
          <Chips store={store} actions={more} />
          <Asks store={store} actions={more} />
        </>
      )}
      {(stray || (exact.length === 0 && more.length === 0)) && free && (
        <button type="button" class="button" data-kind="why" onClick={() => store.why()}>
          {t("Why not?")}
        </button>
      )}
      {exact.length === 0 && !free && <p class="hint">{t("Chosen ahead of your turn.")}</p>}
      <Clear store={store} />
    </>
  );
}

export function Actions({ store }: { store: Store }) {
  const over = Boolean(store.known?.result || store.known?.settled);
  return (
    <div class="actions" role="group" aria-label={t("Your actions")} id="actions" tabIndex={-1} data-over={over}>
      <div class="offers">
        <Choices store={store} />
      </div>
      {!over && <Pinned store={store} />}
    </div>
  );
}
