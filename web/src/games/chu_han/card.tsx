// One card, drawn: value, drawing, name, and the mark of when its ability is for.
import { AS_IT_IS } from "../../frame/texts";
import { Drawing } from "./sprite";
import { kindOf, nameOf, sortKinds } from "./kinds";
import "./card.css";

/** Wider names are drawn closer. */
const WIDE = 9;

export function CardFace({ kind: id }: { kind: string }) {
  const kind = kindOf(id);
  const named = kind.name !== "";
  const wide = kind.name.length > WIDE;
  return (
    <svg class={`card use-${kind.use} v${kind.value} ${named ? "named" : ""}`} viewBox="0 0 100 140" aria-hidden="true" {...AS_IT_IS}>
      <rect class="card-paper" x="1.5" y="1.5" width="97" height="137" rx="9" />
      <svg class="print" x="6" y="6" width="88" height={named ? 108 : 128} viewBox={named ? "-3 -15 88 108" : "5 -16 78 112"} preserveAspectRatio="xMidYMid slice">
        <Drawing id={`picture-${kind.id}`} x={-12} y={-16} width={120} height={112} />
      </svg>
      <path stroke-width="1.6" d={named ? "M6 6H94V114H6z" : "M6 6H94V134H6z"} />
      <path class="p" stroke-width="1.6" d="M6 6H36V50H6z" />
      <path class="p card-strip" stroke-width="1.6" d="M6 6H36V134H6z" />
      <text class="card-value" x="21" y="44" text-anchor="middle">
        {kind.value}
      </text>
      {kind.use !== "plain" && (
        <g class="card-mark" stroke-width="4">
          <circle class="p card-seal" stroke-width="1.6" cx="81" cy="19" r="12.500" />
          <Drawing id={kind.use} x={73} y={11} width={16} height={16} />
        </g>
      )}
      {kind.mark !== null && (
        <Drawing
          id={kind.mark === 0 ? "han" : "chu"}
          class={`card-side ${kind.mark === 0 ? "han" : "chu"}`}
          x={70}
          y={kind.use === "plain" ? 9 : 34}
          width={21}
          height={21}
        />
      )}
      <circle class="p card-seal" stroke-width="1.6" cx="79" cy={named ? 99 : 119} r="14" />
      <Drawing id={kind.id} class="card-drawing" x={69} y={named ? 89 : 109} width={20} height={20} />
      {" " /* keeps the words apart for whoever reads the text */}
      {named && (
        <text class="card-name" x="50" y="130" text-anchor="middle" textLength={wide ? 88 : undefined} lengthAdjust="spacingAndGlyphs">
          {kind.name}
        </text>
      )}
      {named && (
        <text class="card-spine" transform="translate(27 132) rotate(-90)" textLength={kind.name.length > 8 ? 80 : undefined} lengthAdjust="spacingAndGlyphs">
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
