// The polite live region: what happens, as sentences, then what is asked; why something is refused; what others write. Each time
// it is a paragraph of its own, so that the same sentence is heard twice, and none is lost that came just before another.
import { useEffect, useRef, useState } from "preact/hooks";
import { ownSide } from "./drawn";
import type { Store } from "./store";
import { t } from "./texts";

/** Paragraphs that stay: a reader may still be at the first of them. */
const KEPT = 4;

interface Said {
  key: number;
  text: string;
}

export function Live({ store }: { store: Store }) {
  const [said, add] = useState<readonly Said[]>([]);
  const { now: view, notice, talk } = store;
  const { news, all: events } = store.told;
  const last = useRef({ events: news.from, incidents: view?.incidents.length ?? 0, number: -1, prompt: "" });
  const keys = useRef(0);
  const say = (sentences: readonly string[]) => {
    const told = sentences.filter(Boolean);
    if (told.length === 0) return;
    const [key, text] = [keys.current++, told.map((one) => (/[.!?…]$/.test(one) ? one : `${one}.`)).join(" ")];
    add((before) => [...before.slice(1 - KEPT), { key, text }]);
  };
  useEffect(() => {
    if (!view) return;
    const { number, prompt } = last.current;
    const from = news.events.length > 0 ? last.current.events : events.length; // all anew: nothing has happened
    const side = number < 0 ? ownSide(store) : "";
    const asked = !view.waiting && (view.number !== number || view.prompt !== prompt) ? view.prompt : "";
    const beside = number < 0 ? [] : view.incidents.slice(last.current.incidents).filter(({ text }) => text !== notice?.text);
    last.current = { events: events.length, incidents: view.incidents.length, number: view.number, prompt: view.prompt };
    say([...[...events.slice(from), ...beside].map(({ text }) => text), side, asked]);
  }, [events, view?.number, view?.prompt, view?.incidents]);
  useEffect(() => say([notice?.text ?? ""]), [notice]);
  useEffect(() => say([view?.paused || view?.hurried || ""]), [view?.paused, view?.hurried]);
  useEffect(() => {
    if (store.seats.length > 1) return; // others may look on
    say(talk.heard().map(({ seat, text }) => t("{name} writes: {text}", { name: view?.seats[seat]?.name ?? "", text })));
  }, [talk.lines, talk.here]);
  return (
    <div class="sr" id="live" role="status" aria-live="polite" aria-atomic="false">
      {said.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}
