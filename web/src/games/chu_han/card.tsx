// One card, drawn: value, drawing, name, and the mark of when its ability is for.
import { Fragment } from "preact";
import { AS_IT_IS } from "../../frame/texts";
import { Drawing } from "./sprite";
import { kindOf, nameOf, sortKinds } from "./kinds";
import "./card.css";

/** The name, a line for each word. Spaces between the lines keep the words apart for whoever reads the text. */
function Name({ name }: { name: string }) {
  const words = name.split(" ");
  const first = words.length > 1 ? 112 : 122;
  return (
    <>
      {words.map((word, line) => (
        <Fragment key={word}>
          {" "}
          <text class="card-name" x="50" y={first + 19 * line} text-anchor="middle">
            {word}
          </text>
        </Fragment>
      ))}
    </>
  );
}

export function CardFace({ kind: id }: { kind: string }) {
  const kind = kindOf(id);
  const named = kind.name !== "";
  return (
    <svg class={`card use-${kind.use} v${kind.value} ${named ? "named" : ""}`} viewBox="0 0 100 140" aria-hidden="true" {...AS_IT_IS}>
      <rect class="card-paper" x="1.5" y="1.5" width="97" height="137" rx="9" />
      <text class="card-value" x="12" y="43">
        {kind.value}
      </text>
      {kind.use !== "plain" && <Drawing id={kind.use} class="card-mark" x={70} y={12} width={20} height={20} />}
      {kind.mark !== null && (
        <Drawing
          id={kind.mark === 0 ? "han" : "chu"}
          class={`card-side ${kind.mark === 0 ? "han" : "chu"}`}
          x={70}
          y={kind.use === "plain" ? 11 : 36}
          width={21}
          height={21}
        />
      )}
      {named ? (
        <Drawing id={kind.id} class="card-drawing" x={27} y={48} width={46} height={46} />
      ) : (
        <Drawing id={kind.id} class="card-drawing" x={21} y={57} width={58} height={58} />
      )}
      {named && <Name name={kind.name} />}
      {named && (
        <text class="card-spine" transform="translate(29 133) rotate(-90)" textLength={kind.name.length > 8 ? 84 : undefined} lengthAdjust="spacingAndGlyphs">
          {kind.name}
        </text>
      )}
    </svg>
  );
}

export function CardBack() {
  return (
    <svg class="card card-back" viewBox="0 0 100 140" aria-hidden="true" {...AS_IT_IS}>
      <use href="#ch-back" />
    </svg>
  );
}

/** A small card for lists: value and, for persons, the drawing. */
export function MiniCard({ kind: id }: { kind: string }) {
  const kind = kindOf(id);
  return (
    <span class={`mini v${kind.value}`} title={kind.name || undefined} translate={false}>
      {kind.value}
      {kind.use !== "plain" && (
        <svg viewBox="0 0 48 48" class="mini-drawing" aria-hidden="true">
          <Drawing id={kind.id} />
        </svg>
      )}
    </span>
  );
}

/** Small cards by value, or `asLying`: in the order in which they lie, which tells what is drawn next. */
export function MiniCards({ kinds, asLying = false }: { kinds: readonly string[]; asLying?: boolean }) {
  return (
    <span class="minis">
      {(asLying ? kinds : sortKinds(kinds)).map((kind, i) => (
        <MiniCard key={i} kind={kind} />
      ))}
    </span>
  );
}

/** Cards lying side by side, each covering a part of the one before; `top` is the one to be seen whole. */
export function Fan({ kinds, label, top = "" }: { kinds: readonly string[]; label: string; top?: string }) {
  const sorted = sortKinds(kinds);
  const cards = sorted.includes(top) ? [...sorted.filter((kind) => kind !== top), top] : sorted;
  return (
    <span class="fan" role="img" aria-label={label}>
      {cards.map((kind, i) => (
        <CardFace key={i} kind={kind} />
      ))}
    </span>
  );
}

/** "8, 8, 3 Ji Bu" for the screen reader. */
export const spoken = (kinds: readonly string[]): string =>
  sortKinds(kinds)
    .map((id) => nameOf(kindOf(id)))
    .join(", ");
