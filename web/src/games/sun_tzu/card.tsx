// One action card, drawn. The framed ones, which come back, have a second frame of ink; the others are plain.
import { AS_IT_IS, t } from "../../frame/texts";
import { shown } from "./events";
import { Picture } from "./sprite";
import { isFramed } from "./state";
import "./card.css";

const EFFECT: Record<string, string> = { "1": "draw", "6": "marker", "+2": "cost", "+3": "cost" };

/** Where the drawings of an effect lie: +3 costs two armies. */
const places = (kind: string): readonly number[] => (kind === "+3" ? [48, 76] : [76]);

/** A card, with the rim of whoever it belongs to. */
export function CardFace({ kind, seat }: { kind: string; seat?: number }) {
  const plague = kind === "Plague";
  const effect = EFFECT[kind];
  const framed = isFramed(kind);
  return (
    <svg class={`card st-card ${seat === undefined ? "" : `side${seat}`}`} data-framed={framed} viewBox="0 0 100 140" aria-hidden="true" {...AS_IT_IS}>
      <rect class="card-paper" x="1.5" y="1.5" width="97" height="137" rx="9" />
      {seat !== undefined && <rect stroke="var(--seat)" stroke-width="4" x="5" y="5" width="90" height="130" rx="6" />}
      <Picture id={kind} x={9} y={62} width={82} height={69} />
      <path stroke-width="1.6" d="M9 62H91V131H9z" />
      {framed && (
        <>
          <rect stroke-width="1.6" x="9" y="9" width="82" height="122" rx="3" />
          <path stroke-width="5" stroke-linecap="butt" stroke-linejoin="miter" d="M9 27V9h18M73 9h18v18M91 113v18H73M27 131H9v-18" />
        </>
      )}
      {plague ? (
        <text class="st-word" x="50" y="45" text-anchor="middle" textLength={76} lengthAdjust="spacingAndGlyphs">
          {t("Plague")}
        </text>
      ) : (
        <text class="st-value" x="50" y="57" text-anchor="middle" data-long={kind.length > 1}>
          {shown(kind)}
        </text>
      )}
      {effect &&
        places(kind).map((x) => (
          <g key={x}>
            <circle class="p" stroke-width="1.6" cx={x} cy="116" r="14" />
            <svg x={x - 10} y="106" width="20" height="20" viewBox="0 0 48 48">
              <use href={`#st-${effect}`} />
            </svg>
          </g>
        ))}
    </svg>
  );
}

export function CardBack({ seat }: { seat: number }) {
  return (
    <svg class={`card st-card-back side${seat}`} viewBox="0 0 100 140" aria-hidden="true">
      <use href="#st-back" />
    </svg>
  );
}

/** A small card for lists. */
export function MiniCard({ kind }: { kind: string }) {
  return (
    <span class="mini st-mini" data-framed={isFramed(kind)} translate={false}>
      {kind === "Plague" ? (
        <svg viewBox="0 0 48 48" class="mini-drawing" role="img" aria-label={t("Plague")}>
          <use href="#st-plague" />
        </svg>
      ) : (
        shown(kind)
      )}
    </span>
  );
}

export function MiniCards({ kinds }: { kinds: readonly string[] }) {
  return (
    <span class="minis">
      {kinds.map((kind, i) => (
        <MiniCard key={i} kind={kind} />
      ))}
    </span>
  );
}

export const spoken = (kinds: readonly string[]): string => kinds.map(shown).join(", ");
