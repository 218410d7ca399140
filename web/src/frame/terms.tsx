// Words of the game in what is said at the table: each opens a small note with the sentence that tells it, and where to read on.
// Numbers of rules are links.
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { at } from "./site";
import { t } from "./texts";
import "./terms.css";

interface Term {
  forms: readonly string[];
  part: string;
  sentence: string;
}

const MARGIN = 8; // pixels

/** The words of the game; the page brings them along as JSON in `#terms`. */
const terms: readonly Term[] = JSON.parse(document.getElementById("terms")?.textContent || "[]");
const byForm = new Map(terms.flatMap((term) => term.forms.map((form) => [form, term] as const)));
const longestFirst = [...byForm.keys()].sort((a, b) => b.length - a.length).map((form) => form.replace(/[^\p{L}\p{N} ]/gu, "\\$&"));
const FORMS = new RegExp(longestFirst.length > 0 ? `(?<![\\p{L}\\p{N}])((?:${longestFirst.join("|")})(?![\\p{L}\\p{N}])[,.;:]?)` : "(?!)()", "giu");
const STOP = /[,.;:]$/;
const NUMBERS = /(?<=[[(][^[\]()]*)\b([A-Z]\d+(?:\.\d+(?:[a-z]|\.\d+)?)?)(?=[\]),])/; // hexes stand in no brackets

/** A text with the numbers of rules as links. */
function Numbered({ text, game }: { text: string; game: string }) {
  return (
    <>
      {text.split(NUMBERS).map((piece, i) =>
        i % 2 === 0 ? (
          piece
        ) : (
          <a key={i} href={at(`/rules/${game}#${piece}`)} target="_blank">
            {piece}
          </a>
        ),
      )}
    </>
  );
}

/** A word that tells what it means when it is pressed; no line begins with the stop after it. */
function Word({ word, term, game, stop }: { word: string; term: Term; game: string; stop: string }) {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLSpanElement>(null);
  const note = useId();
  useLayoutEffect(() => {
    const box = document.getElementById(note);
    if (!open || !box) return;
    const { left, top } = whole.current!.getBoundingClientRect();
    const { bottom } = (whole.current!.closest(".bar") ?? whole.current!).getBoundingClientRect();
    const below = bottom + box.offsetHeight + MARGIN < innerHeight;
    box.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - box.offsetWidth - MARGIN))}px`;
    box.style.top = `${below ? bottom + 4 : top - box.offsetHeight - 4}px`;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key !== "Escape" : whole.current?.contains(event.target as Node)) return;
      if (event instanceof KeyboardEvent) event.preventDefault(); // nothing else is cleared by it
      setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close, true);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close, true);
    };
  }, [open]);
  return (
    <span class="term" ref={whole}>
      <span class="nowrap">
        <button type="button" aria-expanded={open} aria-controls={note} onClick={() => setOpen(!open)}>
          {word}
        </button>
        {stop}
      </span>
      <span class="card-help" id={note} role="status" hidden={!open}>
        {open && (
          <>
            <Numbered text={term.sentence} game={game} />{" "}
            <a href={at(`/how-to-play/${game}#${term.part}`)} target="_blank">
              {t("How to play")}
            </a>
          </>
        )}
      </span>
    </span>
  );
}

/** A text with the words of the game marked, each where it is met first. */
export function Terms({ text, game }: { text: string; game: string }) {
  const met = new Set<Term>();
  return (
    <>
      {text.split(FORMS).map((piece, i) => {
        const word = piece.replace(STOP, "");
        const term = i % 2 === 1 ? byForm.get(word.toLowerCase()) : undefined;
        if (!term || met.has(term)) return <Numbered key={i} text={piece} game={game} />;
        met.add(term);
        return <Word key={`${term.forms[0]}${i}`} word={word} term={term} game={game} stop={piece.slice(word.length)} />;
      })}
    </>
  );
}
