// What can be done now, beside the hand: in words what is meant would bring, then what is chosen, then the buttons. Only those
// that can be used are shown; the others lie behind one more, where they say why.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { LegalAction } from "../types";
import { CrossIcon, MoreIcon, NoUndoIcon, UndoIcon } from "./icons";
import { ownSide } from "./drawn";
import { usePreview } from "./preview";
import type { Pinned } from "./game";
import type { Store } from "./store";
import { byFinger } from "./tapping";
import { m, t } from "./texts";
import { tight } from "./tight";
import "./actions.css";

const MOST_CHIPS = 10;
const MOST_OFFERED = 6; // as long as nothing is chosen

/** On a button of what cannot be taken back: the sign and, where there is room, words. */
export function Sealed({ action, small = false }: { action: LegalAction; small?: boolean }) {
  if (!action.irreversible) return null;
  return (
    <span class="irreversible" title={t("no undo")}>
      <NoUndoIcon />
      <span class={small ? "sr" : undefined}>{t("no undo")}</span>
    </span>
  );
}

/** What is meant right now: what the pointer or the focus is on, else what is chosen. */
function meant({ pointed, selection, fit }: Store): LegalAction | null {
  return pointed ?? (selection.length > 0 && fit.exact.length === 1 ? fit.exact[0]! : null);
}

/** An action that is pointed at is told in words, beside where it is pressed. */
export const pointing = (store: Store, action: LegalAction) => ({
  onPointerEnter: () => store.point(action),
  onPointerLeave: () => store.point(null),
  onFocus: () => store.point(action),
  onBlur: () => store.point(null),
});

interface Place {
  kind: string;
  label: string;
  action: LegalAction | undefined;
  begin: Pinned["begin"];
}

/** The pinned buttons, each with the kind that it stands for now. */
function places({ game, view, telling, reading }: Store): Place[] {
  const legal = telling || reading.more ? [] : (view?.legal ?? []); // those of the moment, also while an answer is on its way
  return game.pinned.map((place) => {
    const { kind, label, begin } = [place, ...(place.others ?? [])].find((one) => legal.some((act) => act.kind === one.kind)) ?? place;
    return { kind, label, begin, action: legal.find((one) => one.kind === kind) };
  });
}

function PinnedButtons({ store }: { store: Store }) {
  const { view } = store;
  const all = places(store);
  return (
    <div class="row by pinned">
      {all.map(
        ({ kind, label, action, begin }) =>
          action &&
          !begin && (
            <button
              key={kind}
              type="button"
              class="button"
              data-kind={kind}
              aria-disabled={store.pending !== null}
              title={action.label}
              {...pointing(store, action)}
              onClick={() => store.play(action)}
            >
              <span>{t(label)}</span>
              <Sealed action={action} />
            </button>
          ),
      )}
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
          <span class="word">{t("Undo")}</span>
        </span>
      </button>
      <More store={store} idle={all.filter(({ action }) => !action)} />
    </div>
  );
}

/** What has a button and cannot be done now, behind one more: there it says why. */
function More({ store, idle }: { store: Store; idle: readonly Place[] }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const shown = open && idle.length > 0;
  useLayoutEffect(() => {
    if (!shown) return;
    box.current?.querySelector("button")?.focus();
    const outside = (event: Event) => box.current?.parentElement?.contains(event.target as Node) || setOpen(false);
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [shown]);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !shown) return;
    event.stopPropagation();
    close();
  };
  return (
    <div class="more" data-needed={idle.length > 0} onKeyDown={onKey}>
      <button ref={opener} type="button" class="bare" aria-label={t("What can't be done now")} title={t("What can't be done now")} aria-expanded={shown} onClick={() => setOpen(!shown)}>
        <MoreIcon />
      </button>
      {shown && (
        <div class="by more-list" ref={box} role="group" aria-label={t("What can't be done now")}>
          {idle.map(({ kind, label }) => (
            <button
              key={kind}
              type="button"
              class="button"
              data-kind={kind}
              aria-disabled
              title={store.answers.refusal(kind) || undefined}
              onPointerEnter={() => !store.telling && store.answers.askRefusal(kind)}
              onClick={() => (close(), !store.pending && !store.telling && store.whyNo(kind))}
            >
              {t(label)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** How long it is, where it is written and not drawn: it needs so much room. */
const said = (store: Store, action: LegalAction) => (store.game.chip(action) ? {} : { style: { "--letters": action.label.length } });

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
          title={action.label}
          {...said(store, action)}
          {...pointing(store, action)}
          onClick={() => store.play(action)}
        >
          {store.game.chip(action) ?? <span>{action.label}</span>}
          <Sealed action={action} small />
        </button>
      ))}
    </>
  );
}

/** Where there are too many to show them all, what is to be chosen for them. */
function asks(store: Store, actions: readonly LegalAction[]): string {
  if (actions.length <= MOST_CHIPS) return "";
  const texts = new Set(actions.flatMap(({ kind }) => store.game.asks[kind] ?? []));
  return [...texts].map((text) => t(text)).join(" ");
}

/** Of too many to show them all those that only take more of the same things come first to mind. */
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

/** At the begin of a game, before what else is said. */
function OwnSide({ store }: { store: Store }) {
  const side = ownSide(store);
  return side ? <><b class="own-side">{side}</b> </> : null;
}

/** While others decide: cards can be chosen ahead; a long wait is explained. */
function Waiting({ store }: { store: Store }) {
  const { view } = store;
  const preparing = store.preparing && performance.now() < PREPARING.until;
  const long = useLongWait(view?.number ?? 0, preparing ? PREPARING.after : PATIENCE);
  const bot = view?.seats.find((seat) => seat.thinking && seat.bot !== null);
  if (store.pass) return null;
  // asked for a reaction that it does not hold: the platform passes for it after a moment
  if (view?.viewer != null && view.to_act.includes(view.viewer)) {
    return <p class="hint">{t("Everybody is asked, so that nobody can tell what you hold.")}</p>;
  }
  if (!long || !bot) {
    return (
      <p class="hint">
        <OwnSide store={store} />
        {t(store.game.hints?.ahead ?? m("You may choose cards ahead; they stay chosen."))}
      </p>
    );
  }
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

/** What is chosen, to be played. */
const Play = ({ store, action }: { store: Store; action: LegalAction }) => (
  <button type="button" class="button main" {...pointing(store, action)} onClick={() => store.play(action)}>
    <span>{action.label}</span>
    <Sealed action={action} />
  </button>
);

/** For a game's own offers: the one action that is chosen; what it brings stands above it. */
export const Confirm = ({ store, action }: { store: Store; action: LegalAction }) => (
  <>
    <Play store={store} action={action} />
    <Clear store={store} />
  </>
);

/** What can be chosen as long as nothing is: what has its button already is none of it. */
function open({ game, fit }: Store): LegalAction[] {
  const own = new Set(game.pinned.flatMap((place) => [place, ...(place.others ?? [])].map(({ kind }) => kind)));
  return fit.more.filter((action) => !own.has(action.kind));
}

/** Those of them that have a button. */
function offered(store: Store): LegalAction[] {
  const { unlisted = [] } = store.game;
  const more = unlisted.includes(store.view?.asked?.kind ?? "") ? [] : open(store).filter((action) => !unlisted.includes(action.kind));
  return more.length <= MOST_OFFERED ? more : [];
}

const isFree = ({ view }: Store): boolean => view?.legal.some((action) => action.parts.length > 0) ?? false;
const isDeputised = ({ view }: Store): boolean => view?.viewer != null && Boolean(view.seats[view.viewer]?.deputy);

/** Whether a bot may be asked what it would do: there is something to decide, and nothing else goes on. */
const mayAsk = (store: Store): boolean => store.mayHint && store.legal.length > 1 && !store.pending && !store.telling && !store.reading.more && !isDeputised(store);

/** What a bot would do, for who asks: always in the same place, which is kept while nothing is to be decided. */
const Hint = ({ store }: { store: Store }) => (
  <button type="button" class="ask-hint" data-needed={mayAsk(store)} onClick={() => store.hint()}>
    {t("Hint")}
  </button>
);

/** What an action would bring, so that nobody takes it for what has happened. */
export const Then = ({ brings }: { brings: string }) =>
  brings ? (
    <>
      <b>{t("Then:")}</b> {brings}
    </>
  ) : null;

/** In words: what is on its way, what the action that is meant would bring, else what there is to choose. */
function Told({ store }: { store: Store }) {
  const { view, pending, selection, telling, game } = store;
  const action = meant(store);
  const brings = usePreview(store, action);
  if (pending) {
    return (
      <p key="sending" class="hint sending" role="status">
        <span class="dots" aria-hidden="true" />
        {store.link === "open" ? t("Sending: {action}", { action: pending.label }) : t("Not sent yet: {action}", { action: pending.label })}
      </p>
    );
  }
  if (telling || store.reading.more || !view || store.over || isDeputised(store)) return null;
  if (action) {
    return (
      <p class="brings">
        {action === store.pointed && (brings ? `${action.label}. ` : action.label)}
        <Then brings={brings} />
      </p>
    );
  }
  const words = game.told?.(store);
  if (words) return <p class="brings">{words}</p>;
  if (game.offers?.(store)) return null;
  if (selection.length === 0 && view.waiting) return <Waiting store={store} />;
  const { exact, more, stray } = store.fit;
  if (selection.length > 0 && !stray) return <p class="hint">{exact.length === 0 && !isFree(store) ? t("Chosen ahead of your turn.") : asks(store, more)}</p>;
  const choose = offered(store).length === 0 ? t("Choose what you play; what can be used is lit.") : "";
  const only = view.legal.length === 1 && view.can_undo ? m("Press the button, or take your last action back.") : null;
  const none = only ?? game.hints?.buttons ?? (store.reading.open ? m("Press a button, or what is lit.") : m("None of your cards can be used now."));
  return (
    <p class="hint">
      <OwnSide store={store} />
      {open(store).length === 0 ? t(none) : choose}
    </p>
  );
}

/** While the board tells what has happened nothing is asked: the next answer may depend on it. */
const Skip = ({ store }: { store: Store }) => (
  <button type="button" class="button" data-kind="skip" onClick={() => store.told.tell(store.events.length)}>
    {t("Skip")}
  </button>
);

/** A bot plays for who sits here. */
const Deputised = ({ store }: { store: Store }) => (
  <button type="button" class="button main" data-kind="return" onClick={() => store.attend("return")}>
    {t("Take your seat again")}
  </button>
);

/** What begins with a button of its own, as long as nothing is chosen; where that is one action or the choice of two, what it
 *  costs is told before. */
function Begins({ store }: { store: Store }) {
  return (
    <>
      {places(store).map(({ kind, label, action, begin }) => {
        const ways = store.legal.filter((one) => one.kind === kind);
        return (
          action &&
          begin && (
            <button
              key={kind}
              type="button"
              class="button"
              data-kind={kind}
              title={ways.length <= 2 ? ways.map((way) => way.label).join("\n") : undefined}
              {...(ways.length === 1 && pointing(store, action))}
              onClick={(event) => begin(store, byFinger(event))}
            >
              {t(label)}
            </button>
          )
        );
      })}
    </>
  );
}

function Choices({ store }: { store: Store }) {
  const { view, pending, selection, telling } = store;
  if (pending || !view || store.over || (store.reading.more && !telling)) return null;
  if (telling) return <Skip store={store} />;
  if (isDeputised(store)) return view.resigned.includes(view.viewer!) ? null : <Deputised store={store} />;
  const special = store.game.offers?.(store);
  if (special) return <>{special}</>;
  if (selection.length === 0) {
    if (view.waiting) return store.pass && <PassOn pass={store.pass} />;
    return (
      <>
        <Begins store={store} />
        <Chips store={store} actions={offered(store)} />
      </>
    );
  }
  const { exact, more, stray } = store.fit;
  return (
    <>
      {stray ? (
        <Chips store={store} actions={offered(store)} />
      ) : (
        <>
          {exact.map((action) => (
            <Play key={action.id} store={store} action={action} />
          ))}
          <Chips store={store} actions={more} />
        </>
      )}
      {(stray || (exact.length === 0 && more.length === 0)) && isFree(store) && (
        <button type="button" class="button" data-kind="why" onClick={() => store.why()}>
          {t("Why not?")}
        </button>
      )}
      <Clear store={store} />
    </>
  );
}

export function Actions({ store }: { store: Store }) {
  const hint = Boolean(store.now?.hints);
  return (
    <div class="actions" data-hint={hint} role="group" aria-label={t("Your actions")} id="actions" tabIndex={-1}>
      <div ref={tight} class="told">
        <Told store={store} />
      </div>
      {hint && <Hint store={store} />}
      <div ref={tight} class="row by offers">
        <Choices store={store} />
      </div>
      <PinnedButtons store={store} />
    </div>
  );
}

/** Where all at one screen look at the table: nothing is decided here, and who is to decide gets the screen. */
export function Together({ store }: { store: Store }) {
  const { view, telling, seats, pass } = store;
  const next = view?.to_act.some((seat) => seats.includes(seat));
  return (
    <div class="actions" role="group" aria-label={t("Your actions")} id="actions" tabIndex={-1}>
      <div class="row by offers">{telling ? <Skip store={store} /> : next && pass && <PassOn pass={pass} />}</div>
    </div>
  );
}
