// The drawings as SVG symbols. Each colour has a shape of its own, the same for goods, spaces and the pips of its die.
import { Symbols } from "../../frame/symbols";
import { bust, cut } from "../../people/bust";
import { bare, cuts, edged, ink, rays, strokes as gouges, tint } from "../../people/cuts";
import { CARDS, KINGS, KINDS, PIECES, SHAPES, TYPES_OF_WAGONS } from "./art";
import { PEOPLE } from "./people";
import { RIDES } from "./rides";
import { colourOf, type Colour, type WagonType } from "./state";
import { kingName, typeName } from "./words";
import "./sprite.css";

const CLASSES: Record<string, string> = { "*": "hf", ".": "hi", "^": "hp", "+": "hw", _: "hb", "#": "h-wood", "=": "h-dark", "~": "h-shade" };

/** A drawing of strokes, as the tables of drawings write them. */
const strokes = (paths: readonly string[]): string =>
  paths
    .map((path) => (CLASSES[path[0]!] ? `<path class="${CLASSES[path[0]!]}" d="${path.slice(1)}"/>` : `<path d="${path}"/>`))
    .join("");

const symbol = (id: string, box: string, drawing: string): string => `<symbol id="hn-${id}" viewBox="${box}">${drawing}</symbol>`;
const of = (table: Record<string, readonly string[]>, box: string, prefix = ""): string =>
  Object.entries(table)
    .map(([id, paths]) => symbol(prefix + id, box, strokes(paths)))
    .join("");

/** What lies behind the things of each deck. */
const GROUNDS: Record<string, string> = {
  E: tint("M0 0H48V48H0z") + bare(gouges(-2, -2, 52, 52, 13, 2, -1)),
  R: tint("M0 0H48V48H0z") + bare(rays(24, 26, 13, 40, 22, 0.42)),
  C: ink("M0 0H48V48H0z") + tint(cuts(0, 49, 49, 49, 5, -52, 8, 0.34)) + tint("M24 2a22 22 0 1 0 .1 0z"),
  T: ink("M0 0H48V48H0z") + tint(rays(24, 24, 20, 40, 24, 0.4) + "M24 3a21 21 0 1 0 .1 0z"),
};

/** What drawings are cut with. */
const clips: string[] = [];

/** A thing as a print: light falls from the left above, so that a rim of each part lies in the shadow. */
function print(id: string, paths: readonly string[]): string {
  const drawn = paths.map((path, i) => {
    const [kind, d] = CLASSES[path[0]!] ? [path[0], path.slice(1)] : ["", path];
    if (kind === "^") return `<path class="hi" d="${d}"/>`; // what was cut out of a coloured thing is dark in one of paper
    if (kind !== "*") return `<path class="${CLASSES[kind!] ?? ""}" d="${d}"/>`;
    const clip = `hn-lit-${id}-${i}`;
    clips.push(`<clipPath id="${clip}"><path d="${d}"/></clipPath>`);
    return `${edged(d)}<g clip-path="url(#${clip})"><g transform="translate(-2.8 -1.8)">${bare(d)}</g></g><path d="${d}"/>`;
  });
  return `<symbol id="hn-${id}" viewBox="0 0 48 48">${GROUNDS[id[0]!]}<g transform="translate(3.600 3.600) scale(.85)">${drawn.join("")}</g></symbol>`;
}

/** Faces, and scenes. */
const PICTURES: Record<string, string> = { ...RIDES, ...Object.fromEntries(Object.entries(PEOPLE).map(([id, person]) => [id, bust(person)])) };

const symbols =
  Object.entries(CARDS)
    .map(([id, paths]) => print(id, paths))
    .join("") +
  Object.entries(PICTURES)
    .map(([id, drawing]) => cut(`hn-${id}`, drawing))
    .join("") +
  of(KINDS, "0 0 48 48", "kind-") +
  of(KINGS, "0 0 48 48", "king-") +
  of(PIECES, "0 0 48 48") +
  of(TYPES_OF_WAGONS, "0 0 100 62", "wagon-") +
  Object.entries(SHAPES)
    .map(([colour, [shape, mark]]) =>
      symbol(`good-${colour}`, "-12 -12 24 24", `<path class="hg-side" transform="translate(0 1.8)" d="${shape}"/><path class="hg-shape" transform="translate(0 -.6)" d="${shape}"/><path class="hg-mark" transform="translate(0 -.6)" d="${mark}"/>`),
    )
    .join("");

export const Sprite = () => <Symbols drawings={symbols} paints={clips.join("")} />;

/** The picture of a card: a thing, a scene, or the face of a mercenary. */
export const CardArt = ({ card }: { card: string }) =>
  card in PICTURES ? (
    <svg class={`drawing hn-art print ${colourOf(card)}`} viewBox="-1 -14 98 98" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <use href={`#hn-${card}`} x="-12" y="-16" width="120" height="112" />
    </svg>
  ) : (
    <svg class={`drawing hn-art print ${colourOf(card)}`} viewBox="0 0 48 48" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <use href={`#hn-${card}`} />
    </svg>
  );

export const KindArt = ({ colour }: { colour: Colour }) => (
  <svg class={`drawing hn-art ${colour}`} viewBox="0 0 48 48" aria-hidden="true">
    <use href={`#hn-kind-${colour}`} />
  </svg>
);

/** A piece or a place: stash, token, sent wagons, brand. */
export const Piece = ({ id }: { id: string }) => (
  <svg class="drawing hn-piece" viewBox="0 0 48 48" aria-hidden="true">
    <use href={`#hn-${id}`} />
  </svg>
);

export const Good = ({ colour, empty = false }: { colour: Colour; empty?: boolean }) => (
  <svg class={`hn-good ${colour}`} data-empty={empty} viewBox="-12 -12 24 24" aria-hidden="true">
    <use href={`#hn-good-${colour}`} x="-12" y="-12" width="24" height="24" />
  </svg>
);

/** So many goods of each colour, as a shape and a number. */
export function Counts({ counts, named }: { counts: readonly { colour: Colour; count: number }[]; named: (colour: Colour, count: number) => string }) {
  return (
    <>
      {counts
        .filter(({ count }) => count > 0)
        .map(({ colour, count }) => (
          <span key={colour} class="inline hn-count" title={named(colour, count)}>
            <Good colour={colour} />
            {count}
            <span class="sr"> {named(colour, count)}</span>
          </span>
        ))}
    </>
  );
}

const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [-8, -8],
    [8, 8],
  ],
  [
    [-10, -10],
    [0, 0],
    [10, 10],
  ],
];

export const Die = ({ colour, face }: { colour: Colour; face: number }) => (
  <svg class={`hn-die-face ${colour}`} viewBox="-22 -22 44 44" aria-hidden="true">
    <rect class="hn-die-side" x="-20" y="-18" width="40" height="39" rx="8" />
    <rect x="-20" y="-21" width="40" height="37" rx="8" />
    <rect class="hn-die-edge" x="-17" y="-18" width="34" height="31" rx="6" />
    {PIPS[face]?.map(([x, y], i) => (
      <use key={i} href={`#hn-good-${colour}`} x={x - 6} y={y - 8.5} width="12" height="12" />
    ))}
  </svg>
);

export const TypeIcon = ({ type }: { type: WagonType }) => (
  <svg class={`drawing hn-type ${type}`} viewBox="0 0 100 62" role="img" aria-label={typeName(type)}>
    <use href={`#hn-wagon-${type}`} />
  </svg>
);

/** A king himself. */
export const KingFace = ({ seat }: { seat: number }) => (
  <svg class="print face" viewBox="-1 -14 98 98" aria-hidden="true">
    <use href={`#hn-king${seat}`} x="-12" y="-16" width="120" height="112" />
  </svg>
);

/** The tamga of a king in the ring of its border. */
export const KingEmblem = ({ seat }: { seat: number }) => (
  <svg class={`emblem hn-emblem owner-${seat}`} viewBox="0 0 48 48" aria-hidden="true">
    <circle class="hn-rim" cx="24" cy="24" r="24" />
    <circle class={`hn-ring ring${seat}`} cx="24" cy="24" r="20" />
    {seat === 3 && <circle class="hn-ring ring3" cx="24" cy="24" r="17" />}
    <use href={`#hn-king-${seat}`} x="9" y="9" width="30" height="30" />
  </svg>
);

export const King = ({ seat }: { seat: number }) => (
  <span class="hn-king" role="img" aria-label={kingName(seat)}>
    <KingEmblem seat={seat} />
  </span>
);
