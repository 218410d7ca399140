// Settings and the list of keys, in one dialog.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { TableView } from "../types";
import { DaysOff } from "./clock";
import { Offers } from "./consent";
import { CrossIcon } from "./icons";
import { KEYS } from "./keyboard";
import { SealCheck } from "./seal";
import { SPEEDS, THEMES, settings } from "./settings";
import { at } from "./site";
import type { Store } from "./store";
import { language, m, t } from "./texts";
import "./dialog.css";

const SPEED_NAMES = { off: m("off"), fast: m("fast"), normal: m("normal pace"), slow: m("slow") };
const THEME_NAMES = { auto: m("as the system"), light: m("light"), dark: m("dark") };
const SWITCH_NAMES = { on: m("on"), off: m("off") };

interface ChoiceProps<T extends string> {
  name: string;
  title: string;
  options: readonly T[];
  names: Record<T, string>;
  value: T;
  onChange: (value: T) => void;
}

function Choice<T extends string>({ name, title, options, names, value, onChange }: ChoiceProps<T>) {
  return (
    <fieldset class="row apart">
      <legend>{title}</legend>
      <div class="segments">
        {options.map((option) => (
          <label key={option} class="inline">
            <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
            <span>{t(names[option])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The options with which this table plays; nothing for a game without any. */
function Options({ view }: { view: TableView | null }) {
  const options = Object.entries(view?.options ?? {});
  if (options.length === 0) return null;
  return (
    <section class="options" aria-labelledby="options-title">
      <h3 id="options-title">{t("Options of this game")}</h3>
      <dl>
        {options.map(([name, { title, words }]) => (
          <div key={name} data-option={name}>
            <dt>{title}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** This page, in the language that is chosen then. */
function back(): string {
  const query = new URLSearchParams(location.search);
  query.delete("lang");
  return query.size > 0 ? `${location.pathname}?${query}` : location.pathname;
}

/** The profiles of those who play, as far as everybody sees them. */
function Profiles() {
  const names = document.getElementById("table")?.dataset.profiles?.split("\n") ?? [];
  if (names.length === 0) return null;
  return (
    <nav class="tongues" aria-label={t("Profiles")}>
      {names.map((name) => (
        <a key={name} class="rules-link" href={at(`/people/${encodeURIComponent(name)}`)} target="_blank" translate={false}>
          {name}
        </a>
      ))}
    </nav>
  );
}

/** The seal on all chance of the game, and what was under it once the game is over. */
function Deal({ view }: { view: TableView | null }) {
  if (!view?.commitment) return null;
  const { commitment, revealed, past } = view;
  return (
    <section class="deal" aria-labelledby="deal-title">
      <h3 id="deal-title">{t("The deal")}</h3>
      <p>{t("Every draw and every roll was settled before the game began. This is the seal on it; when the game is over, what it sealed is shown here, and anybody can check it.")}</p>
      {past && (
        <p>
          {t("This game goes on from another one. Sealed is what was dealt anew there, and all that came after it.")} <a href={at(past)}>{t("The position")}</a>
        </p>
      )}
      <code translate={false}>{commitment}</code>
      {revealed && (
        <>
          <p>{t("What was sealed; its SHA-256 is the seal:")}</p>
          <code translate={false}>
            {revealed.seed}:{revealed.salt}
          </code>
          <SealCheck view={view} />
        </>
      )}
    </section>
  );
}

interface DialogProps {
  game: string;
  /** Keys that only this game has. */
  more: readonly { keys: string[]; does: string }[];
  /** Keys that this game has not. */
  lacks: readonly string[];
  store: Store;
  open: boolean;
  onClose: () => void;
}

/** All that can be set, and the keys. */
function Settings({ game, more, lacks, store, onClose }: DialogProps) {
  const { view } = store;
  const [, refresh] = useState(0);
  const set = <T,>(change: (value: T) => void) => (value: T) => {
    change(value);
    refresh((count) => count + 1);
  };
  return (
    <>
      <div class="row dialog-head">
        <h2 id="dialog-title">{t("This game, settings and keys")}</h2>
        <button type="button" class="bare" aria-label={t("Close")} onClick={onClose}>
          <CrossIcon />
        </button>
      </div>
      <Offers store={store} done={onClose} />
      <Choice
        name="speed"
        title={t("Animation")}
        options={SPEEDS}
        names={SPEED_NAMES}
        value={settings.speed}
        onChange={set((value) => (settings.speed = value))}
      />
      <Choice
        name="sound"
        title={t("Sound")}
        options={["on", "off"] as const}
        names={SWITCH_NAMES}
        value={settings.sound}
        onChange={set((value) => (settings.sound = value))}
      />
      <Choice
        name="theme"
        title={t("Colours")}
        options={THEMES}
        names={THEME_NAMES}
        value={settings.theme}
        onChange={set((value) => (settings.theme = value))}
      />
      <Choice
        name="keys"
        title={t("Single keys")}
        options={["on", "off"] as const}
        names={SWITCH_NAMES}
        value={settings.keys}
        onChange={set((value) => (settings.keys = value))}
      />
      <form class="tongues" method="post" action={at("/language")} aria-label={t("Language")}>
        <input type="hidden" name="back" value={back()} />
        {(["en", "pl"] as const).map((lang) => (
          <button key={lang} name="lang" value={lang} lang={lang} aria-current={lang === language ? "true" : undefined}>
            {lang === "en" ? "English" : "Polski"}
          </button>
        ))}
        <a class="rules-link" href={at("/")}>
          {t("All games")}
        </a>
        <a class="rules-link" href={at(`/how-to-play/${game}`)} target="_blank">
          {t("How to play")}
        </a>
        <a class="rules-link" href={at(`/rules/${game}`)} target="_blank">
          {t("Rules")}
        </a>
      </form>
      <Profiles />
      <DaysOff store={store} />
      <Options view={view} />
      <Deal view={view} />
      <h3>{t("Keys")}</h3>
      <dl class="keys">
        {[...KEYS.filter(({ keys }) => !keys.some((key) => lacks.includes(key))), ...more].map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} translate={false}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function SettingsDialog(props: DialogProps) {
  const { open, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) dialog.current.close();
  }, [open]);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="dialog-title" onClose={onClose}>
      {open && <Settings {...props} />}
    </dialog>
  );
}
