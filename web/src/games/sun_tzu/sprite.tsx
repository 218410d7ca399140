// All drawings of the game as SVG symbols: ink lines on a 48 by 48 grid, `.f` is the one flat colour of a drawing.
// The characters of the provinces are drawn here too, stroke by stroke, as on a name seal.
import { Symbols } from "../../frame/symbols";
import { bust, cut } from "../../people/bust";
import { PICTURES } from "./art";
import { PEOPLE } from "./people";
import "./sprite.css";

/** A round base with its thickness. */
const BASE = '<path class="d" d="M8 40v4c0 2.5 7 4 16 4s16-1.5 16-4v-4z"/><ellipse class="s" cx="24" cy="40" rx="16" ry="4.5"/>';

const DRAWINGS: Record<string, string> = {
  // an army of Sun Tzu: a foot soldier under a square banner, on a base
  army0:
    BASE +
    '<path d="M33 39V1" stroke-width="2.4"/><path class="s" d="M33 2H14l3 5.5-3 5.5h19z"/><path class="q" d="M19.5 7.5h9"/>' +
    '<path class="s" d="M13 40c0-12 2-17 10-17s10 5 10 17z"/><path class="d" d="M25 23c6 1 8 7 8 17h-5z" stroke="none"/><path class="q" d="M17 32h11"/>' +
    '<circle class="p" cx="23" cy="20" r="4.5"/><path class="i" d="M16 19c0-4.5 3-6.5 7-6.5s7 2 7 6.5z"/>',
  // an army of King Shao: a horseman with a long pennant
  army1:
    BASE +
    '<path d="M34 39V0" stroke-width="2.4"/><path class="s" d="M34 1L13 6.5 34 12z"/>' +
    '<path class="s" d="M13 40l2-9-5 1-2-4 7-9 5 5h11c5 0 7 3 7 8v8h-4l-2-7H21l-3 7z"/><path class="d" d="M38 32v8h-4l-2-7-4-2z" stroke="none"/>' +
    '<path class="q" d="M19 28h9"/><path class="s" d="M19 27c0-7 2-10 6-10s6 3 6 10z"/><circle class="p" cx="25" cy="16.5" r="4"/><path class="i" d="M18.5 15.5c.5-4 3-5.5 6.5-5.5s6 1.5 6.5 5.5z"/>',
  // the small ones of a row
  row0: '<path class="d" d="M4 41h34v6H4z"/><path d="M13 3v38" stroke-width="5"/><path class="s" d="M13 5h31v22H13z" stroke-width="4"/>',
  row1: '<path class="d" d="M4 41h34v6H4z"/><path d="M13 3v38" stroke-width="5"/><path class="s" d="M13 4l33 13-33 13z" stroke-width="4"/>',
  // Sun Tzu: bamboo slips, tied
  side0: '<rect class="s" x="4" y="6" width="40" height="36" rx="2"/><path class="q" d="M14 6v36M24 6v36M34 6v36"/><path d="M2 17h44M2 31h44" stroke-width="3"/>',
  // King Shao: a bronze axe of rank
  side1: '<path class="s" d="M24 2l21 22-21 22L3 24z"/><path class="q" d="M24 9v30M17 15h14M14 23c4 9 16 9 20 0z"/>',
  // a card effect: more cards
  draw: '<rect class="f" x="17" y="5" width="24" height="33" rx="3"/><path d="M11 11v29a3 3 0 0 0 3 3h20"/><path d="M29 14v15M22 21.5h14"/>',
  // an army becomes a marker
  marker: '<path class="f" d="M5 35h38v9H5z"/><path d="M17 35V4"/><path class="f" d="M17 6h21l-6 7 6 7H17z"/>',
  // armies leave for reinforcements
  cost: '<path d="M24 4v25M14 20l10 10 10-10"/><path class="f" d="M5 34h38v9H5z"/>',
  // a Plague: the fly
  plague: '<path class="f" d="M24 17c6 0 8 5 8 13s-3 15-8 15-8-7-8-15 2-13 8-13z"/><path d="M17 28h14M17 35h14"/><circle class="f" cx="24" cy="13" r="6"/><path d="M20 8l-4-6M28 8l4-6"/><path class="p" d="M18 20C10 13 3 17 2 26c3 5 10 5 15-2zM30 20c8-7 15-3 16 6-3 5-10 5-15-2z"/><path d="M15 34l-8 6M33 34l8 6M17 40l-4 6M31 40l4 6"/>',
  // the points figure: a bronze tripod
  figure: '<path class="f" d="M7 14h34v4c0 10-7 15-17 15S7 28 7 18z"/><path d="M4 14h40M14 14V5h-5M34 14V5h5M15 31l-3 14M33 31l3 14M24 33v12"/>',
  // scoring
  score: '<path class="f" d="M24 3l6 13 14 2-10 10 3 15-13-7-13 7 3-15L4 18l14-2z"/>',
  // fewer armies: chooses the next battle
  holder: '<path class="f" d="M12 4h24v14L24 30 12 18z"/><path d="M24 30v10M14 44h20"/>',
  swords: '<path d="M7 5l30 31M41 5L11 36M30 38l9-9M9 29l9 9M35 35l8 8M13 35l-8 8"/>',
  general: '<path class="f" d="M10 25C10 12 16 7 24 7s14 5 14 18l4 8H6z"/><path d="M24 7V1M18 33v6c0 4 12 4 12 0v-6M6 33h36"/>',
  event: '<path class="f" d="M8 8h30v26c0 6 3 8 6 8H14c-4 0-6-3-6-8z"/><path d="M14 16h18M14 24h18"/>',
  deck: '<rect class="f" x="14" y="4" width="28" height="36" rx="3"/><path d="M8 10v31a3 3 0 0 0 3 3h25"/>',
  hand: '<path class="f" d="M4 15l13-5 10 28-13 5z"/><path class="p" d="M18 9h14v31H18z"/><path class="f" d="M33 10l12 6-11 27-8-4z"/>',
};

const CHARACTERS: Record<string, string[]> = {
  QIN: ["M10 8h28M13 14h22M5 20h38M24 3c-2 11-8 19-18 25M26 20c4 5 9 8 17 9M30 26l-13 3M10 34h28M24 27v19M23 34c-3 5-8 9-14 11M25 34c3 5 8 9 14 11"],
  CHU: ["M4 11h18M13 4v21M13 12c-2 4-5 7-9 9M13 13l7 6M26 11h18M35 4v21M35 12c-2 4-5 7-9 9M36 13c2 3 5 5 8 7M9 28h30l-3 5M25 28v15M25 35h11M14 33c-1 6-4 10-9 13M13 39c5 5 15 6 31 6"],
  "JIN-YAN": [
    "M7 7h34M18 7v16M30 7v16M10 12l4 7M38 12l-4 7M4 23h40M12 28h24v18H12zM12 37h24",
    "M5 8h38M16 3v11h16V3M18 18h12v9H18zM12 17v14M4 22h8M3 31l9-4M36 17v10c0 4 2 4 8 3M44 19l-8 4M8 36l-3 9M18 37l2 8M28 37l2 8M38 36l5 9",
  ],
  "HAN-QI": [
    "M4 8h19M13 3v12M6 15h15v15H6zM6 22h15M3 37h21M13 30v16M27 11h17M27 19h16M26 27h17v9l-4 2M35 4v42",
    "M24 2v7M5 11h38M34 11c-4 8-13 15-26 18M14 11c4 8 13 15 27 18M17 28c0 9-2 14-9 18M31 28v18",
  ],
  WU: ["M14 4h20v13H14zM9 23h30M4 31h40M24 23c-1 11-6 18-19 23M25 32c3 6 9 11 18 14"],
};

const symbols = Object.entries(DRAWINGS)
  .map(([id, drawing]) => `<symbol id="st-${id}" viewBox="0 0 48 48">${drawing}</symbol>`)
  .join("");

/** What a card sends, and the generals. */
const pictures = [...Object.entries(PICTURES), ...Object.entries(PEOPLE).map(([id, person]) => [id, bust(person)])]
  .map(([id, drawing]) => cut(`st-picture-${id}`, drawing!))
  .join("");

/** What tells the sides apart without colour: waves for blue, red leans; in heavy lines, seen from afar. */
const PATTERNS =
  '<pattern id="st-hatch0" width="24" height="16" patternUnits="userSpaceOnUse"><path d="M0 8q6-7 12 0t12 0" fill="none" stroke="var(--st-hatch-0)" stroke-width="2.6" opacity="0.42"/></pattern>' +
  '<pattern id="st-hatch1" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(-52)"><path d="M0 7h14" stroke="var(--st-hatch-1)" stroke-width="4" opacity="0.42"/></pattern>';

const BACK =
  '<symbol id="st-back" viewBox="0 0 100 140"><rect x="1.5" y="1.5" width="97" height="137" rx="9" class="back"/>' +
  '<rect x="8" y="8" width="84" height="124" rx="4" class="line"/><rect x="14" y="14" width="72" height="112" class="line"/>' +
  `<path class="line" d="${slips()}"/><path class="line" d="M14 38H86M14 43H86M14 97H86M14 102H86" stroke-width="2.4"/>` +
  '<circle cx="50" cy="70" r="23" class="disc"/><circle cx="50" cy="70" r="19" class="line"/>' +
  '<path class="line" d="M39 59l22 22M61 59L39 81M35 76l9 9M65 76l-9 9M50 52v6M50 82v6"/></symbol>';

/** Bamboo slips, as books were. */
function slips(): string {
  let d = "";
  for (let x = 23; x < 86; x += 9) d += `M${x} 14V126`;
  return d;
}

export const Sprite = () => <Symbols drawings={symbols + pictures + BACK} paints={PATTERNS} />;

interface DrawingProps {
  id: string;
  class?: string;
}

/** One drawing, as large as its class says. */
export function Drawing({ id, class: name = "" }: DrawingProps) {
  return (
    <svg class={`drawing st-drawing ${name}`} viewBox="0 0 48 48" aria-hidden="true">
      <use href={`#st-${id}`} />
    </svg>
  );
}

/** The face of a general, in the colour of the side. */
export function Face({ id, side }: { id: string; side: number }) {
  return (
    <svg class={`print face side${side}`} viewBox="-1 -14 98 98" aria-hidden="true">
      <use href={`#st-picture-${id}`} x={-12} y={-16} width={120} height={112} />
    </svg>
  );
}

/** Who sends the armies of a side. */
export const MasterFace = ({ seat }: { seat: number }) => <Face id={`side${seat}`} side={seat} />;

/** What a card sends, in a frame of so many by so many. */
export function Picture({ id, ...place }: { id: string; class?: string; x?: number; y?: number; width?: number; height?: number }) {
  return (
    <svg {...place} class={`print ${place.class ?? ""}`} viewBox="-11 4 118 92" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <use href={`#st-picture-${id}`} x={-12} y={-16} width={120} height={112} />
    </svg>
  );
}

export function SideEmblem({ seat }: { seat: number }) {
  return (
    <svg class={`emblem side${seat}`} viewBox="0 0 48 48" aria-hidden="true">
      <use href={`#st-side${seat}`} />
    </svg>
  );
}

/** The character of a province in its seal; two states share a province, so some have two. */
export function Seal({ province }: { province: string }) {
  const characters = CHARACTERS[province] ?? [];
  return (
    <svg class="st-seal" viewBox={`0 0 ${8 + 50 * characters.length} 58`} aria-hidden="true" fill="none" stroke="var(--st-seal-sign)" stroke-width="3.1" stroke-linecap="round" stroke-linejoin="round">
      <rect x="1" y="1" width={6 + 50 * characters.length} height="56" rx="5" fill="var(--st-seal)" stroke="var(--tx-ink)" stroke-width="1.5" />
      {characters.map((strokes, i) => (
        <path key={i} d={strokes} transform={`translate(${5 + 50 * i} 5)`} />
      ))}
    </svg>
  );
}
