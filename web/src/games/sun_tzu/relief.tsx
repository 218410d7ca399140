// What is painted on the map beside borders and rivers: woodcuts of mountains, walls, woods, fields. They keep their own
// proportions on a map of any shape, stay as they are, and lie below all that is written.
import "./relief.css";

/** Lines of ink, for all that is drawn on the map. */
export const INK = { fill: "none", stroke: "var(--tx-ink)", "stroke-linejoin": "round", "stroke-linecap": "round" } as const;
/** The side in the light, and the one in the shade. */
const A = 'fill="var(--st-lit)" stroke="none"';
const B = 'fill="var(--st-shade)" stroke="none"';

const PEAK = (x: number, w: number, h: number): string =>
  `<path ${A} d="M${x} 60l${w * 0.5} ${-h} ${w * 0.5} ${h}z"/>` +
  `<path ${B} d="M${x + w * 0.5} ${60 - h}l${w * 0.08} ${h * 0.36} ${-w * 0.1} ${h * 0.22} ${w * 0.12} ${h * 0.42}h${w * 0.4}z"/>` +
  `<path d="M${x} 60l${w * 0.5} ${-h} ${w * 0.5} ${h}M${x + w * 0.42} ${60 - h * 0.72}l${-w * 0.12} ${h * 0.4}M${x + w * 0.3} ${60 - h * 0.42}l${-w * 0.1} ${h * 0.3}"/>`;

const PINE = (x: number, y: number): string =>
  `<path ${B} d="M${x} ${y - 26}l7 11h-3l5 8h-3l5 8h-11z"/><path d="M${x} ${y - 26}l7 11h-3l5 8h-3l5 8h-22l5-8h-3l5-8h-3zM${x} ${y + 1}v5M${x} ${y - 20}v20"/>`;

const ROOF = (x: number, y: number, w: number): string =>
  `<path ${B} d="M${x - 4} ${y}c4-1 6-4 7-8h${w - 6}c1 4 3 7 7 8z"/><path ${A} d="M${x} ${y}h${w}v10H${x}z"/><path d="M${x - 4} ${y}c4-1 6-4 7-8h${w - 6}c1 4 3 7 7 8zM${x} ${y}v10h${w}V${y}M${x + w / 2 - 3} ${y + 10}v-6h6v6"/>`;

const WOODCUTS = {
  range: [PEAK(2, 34, 34), PEAK(52, 40, 40), PEAK(88, 30, 26), PEAK(22, 46, 54), PEAK(70, 34, 32)].join(""),
  peaks: [PEAK(0, 40, 36), PEAK(58, 36, 30), PEAK(26, 44, 50)].join(""),
  wall:
    `<path ${B} d="M0 46l24-12 30 8 34-18 32 10v12l-32-10-34 18-30-8L0 58z"/><path d="M0 46l24-12 30 8 34-18 32 10M0 58l24-12 30 8 34-18 32 10"/>` +
    '<path d="M3 44.5v-4l5-2.5v4M11 40.5v-4l5-2.5v4M34 36.5v-4l5 1.5v4M43 39v-4l5 1.5v4M60 38.5v-4l5-2.5v4M70 33v-4l5-2.5v4M98 27v-4l5 1.5v4M108 30.5v-4l5 1.5v4"/>' +
    `<path ${A} d="M19 50V27h11v23zM82 40V15h12v25z"/><path d="M19 50V27h11v23M82 40V15h12v25M17 27v-5h4v3h7v-3h4v5zM80 15v-5h4v3h8v-3h4v5zM23 38v-4h3v4M86 28v-5h4v5"/>`,
  wood: [PINE(44, 34), PINE(74, 30), PINE(28, 40), PINE(60, 42), PINE(96, 40), PINE(14, 52), PINE(42, 54), PINE(80, 54), PINE(108, 55)].join(""),
  fields:
    `<path ${A} d="M4 44l18-14h34l-12 14zM50 44l12-14h30l-4 14zM0 60l4-12h38l-8 12zM40 60l8-12h40l-2 12z"/>` +
    '<path d="M4 44l18-14h34l-12 14zM50 44l12-14h30l-4 14zM0 60l4-12h38l-8 12zM40 60l8-12h40l-2 12z"/>' +
    '<path d="M14 40h30M20 36h30M58 40h30M62 35h30M6 52h34M4 56h32M48 52h38M45 56h40"/>',
  town: ROOF(4, 48, 22) + ROOF(46, 50, 20) + ROOF(22, 36, 28),
  boat: `<path ${B} d="M2 46q22 8 44-1l-6 11q-16 6-32 0z"/><path ${A} d="M22 42V12q18 8 16 30z"/><path d="M2 46q22 8 44-1l-6 11q-16 6-32 0zM22 44V10M22 12q18 8 16 30H22M22 22h13M22 32h16M50 52q5-4 10 0t10 0M-8 60q5-4 10 0t10 0"/>`,
} as const;

/** Which, its left end, its foot and its breadth in hundredths of the map. */
const PLACED: readonly (readonly [keyof typeof WOODCUTS, number, number, number])[] = [
  ["peaks", 23, 22, 12.5],
  ["peaks", 3.5, 43, 13],
  ["range", 4, 61, 17],
  ["wall", 58, 19, 20],
  ["wood", 63, 30.5, 11],
  ["fields", 58, 50, 10],
  ["town", 67, 61.5, 7],
  ["fields", 57, 63, 8],
  ["range", 23, 83, 15],
  ["wood", 21.5, 96, 11],
  ["town", 33, 96, 5.5],
  ["peaks", 71, 80, 7],
  ["boat", 73, 96, 3],
];

const HTML = PLACED.map(
  ([id, left, foot, breadth]) =>
    `<svg x="${left}%" y="${foot - 20}%" width="${breadth}%" height="20%" viewBox="-1 -1 ${id === "boat" ? 62 : 122} 63" preserveAspectRatio="xMinYMax">${WOODCUTS[id]}</svg>`,
).join("");

export const Relief = () => <svg class="st-land" aria-hidden="true" {...INK} stroke-width="1.1" opacity="0.75" dangerouslySetInnerHTML={{ __html: HTML }} />;
