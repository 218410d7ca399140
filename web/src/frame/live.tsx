// The polite live region: what happens, as sentences, then what is asked. Each time it is a paragraph of its own, so that
// the same sentence is heard twice, and none is lost that came just before another.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Store } from "./store";

/** Paragraphs that stay: a reader may still be at the first of them. */
const KEPT = 4;

interface Said {
  key: number;
  text: string;
}

export function Live({ store }: { store: Store }) {
  const [said, say] = useState<readonly Said[]>([]);
  const { news, now: view, all: events } = store;
  const last = useRef({ key: 0, events: news.from, incidents: view?.incidents.length ?? 0, number: -1, prompt: "" });
  useEffect(() => {
    if (!view) return;
    const { key, number, prompt } = last.current;
    const from = news.events.length > 0 ? last.current.events : events.length; // all anew: nothing has happened
    const asked = !view.waiting && (view.number !== number || view.prompt !== prompt) ? view.prompt : "";
    const beside = number < 0 ? [] : view.incidents.slice(last.current.incidents);
    const told = [...[...events.slice(from), ...beside].map(({ text }) => text), asked].filter(Boolean);
    last.current = { key: key + 1, events: events.length, incidents: view.incidents.length, number: view.number, prompt: view.prompt };
    if (told.length === 0) return;
    const text = told.map((one) => (/[.!?]$/.test(one) ? one : `${one}.`)).join(" ");
    say((before) => [...before.slice(1 - KEPT), { key, text }]);
  }, [events, view?.number, view?.prompt, view?.incidents]);
  return (
    <div class="sr" id="live" role="status" aria-live="polite" aria-atomic="false">
      {said.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}
