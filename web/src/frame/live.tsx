// The polite live region: what happens, as sentences, then what is asked.
import { useEffect, useState } from "preact/hooks";
import type { Store } from "./store";

export function Live({ store }: { store: Store }) {
  const [said, say] = useState("");
  const { news, view } = store;
  useEffect(() => {
    if (!view) return;
    const told = [...news.events.map((event) => event.text), view.waiting ? "" : view.prompt].filter(Boolean);
    say(told.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(" "));
  }, [news, view?.prompt]);
  return (
    <div class="sr" id="live" role="status" aria-live="polite">
      {said}
    </div>
  );
}
