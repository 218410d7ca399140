// A browser's own translation takes each text off the page and puts a <font> with its translation there. Preact still holds
// the text that it has put: it would change one that nobody sees, or look in vain for it among its parent's children. So
// while Preact works every text lies where it has put it, and what is still true is translated again right after.
import { options } from "preact";

interface Translated {
  font: Element;
  /** What was translated. */
  said: string;
  /** Where in the font the text itself lies, if it was moved there. */
  inside: Node | null;
}

const texts = new Map<Text, Translated>();

const isFont = (node: Node | null): node is Element => node?.nodeName === "FONT";

function note(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (!(text instanceof Text)) continue;
      const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
      if (font) texts.set(text, { font, said: text.data, inside: null });
    }
  }
}

const observer = new MutationObserver(note);

/** Changes the page with every text in the place where it was put. */
export function steadily(change: () => void): void {
  note(observer.takeRecords());
  for (const [text, translated] of texts) {
    const { font } = translated;
    translated.inside = font.contains(text) ? text.parentNode : null;
    if (font.isConnected) font.replaceWith(text);
    else texts.delete(text);
  }
  try {
    change();
  } finally {
    for (const [text, { font, said, inside }] of texts) {
      if (text.isConnected && text.data === said) {
        text.replaceWith(font);
        inside?.appendChild(text);
      } else texts.delete(text);
    }
    observer.takeRecords(); // our own
  }
}

/** From now on nothing that a translator does to the page comes in the way of what is drawn. */
export function withstandTranslation(): void {
  observer.observe(document.body, { childList: true, subtree: true });
  options.debounceRendering = (render) => queueMicrotask(() => steadily(render));
}
