// All drawings of the game as SVG symbols, in lines of ink. Tiles and leaders lie around 0 in the units of the board.
import { Symbols } from "../../frame/symbols";
import type { Colour } from "./state";
import "./sprite.css";

/** What all of a drawing has that says nothing else. */
const INK = 'fill="none" stroke="var(--tx-dark)" stroke-width="1.1" stroke-linejoin="round" stroke-linecap="round"';

/** 官 兵 農 商 工 on a 48 by 48 grid. */
const GLYPHS: Record<Colour, string> = {
  yellow: "M24 3v6M7 19v-9h34v9M15 18v27M15 19h18v9H15M15 34h20v10H15",
  red: "M35 4C29 7 22 8 14 9v21M14 17h25M30 17v13M4 30h40M17 34c-3 5-6 8-11 11M30 34c4 3 8 7 11 11",
  blue: "M10 6h28v15H10zM19 2v19M29 2v19M10 13h28M9 26h32M9 26c0 9-1 14-5 20M15 32h23M11 38h33M19 38v7l8-4M27 38c4 4 9 6 16 8M37 39l-6 4",
  green: "M24 2v6M5 9h38M16 11l3 6M32 11l-3 6M8 46V18h32v25q0 3-5 2M20 20c-1 5-3 8-7 10M28 20v5q0 4 7 4M17 34h14v9H17z",
  white: "M9 9h30M24 9v30M4 39h40",
};

/** What each kind of people carries: a hat of office, a shield, a drop of water, a coin, a vase. */
const SHAPES: Record<Colour, string> = {
  yellow: "M-14.5-3.5h4.5v-3q0-7 10-7t10 7v3h4.5v4.5H10V11.5H-10V1h-4.5z",
  red: "M-10.5-12H10.5V1q0 9.5-10.5 13Q-10.5 10.5-10.5 1z",
  blue: "M0-15.5C7-9 11.5-4 11.5 2a11.5 11 0 0 1-23 0C-11.5-4-7-9 0-15.5z",
  green: "M0-12.5a12.5 12.5 0 1 0 .01 0z",
  white: "M-6-14H6v3.5H4.5C9-8 11.5-4 11.5.5 11.5 6 9 9.5 6 12.5H-6C-9 9.5-11.5 6-11.5.5-11.5-4-9-8-4.5-10.5H-6z",
};

const HEXAGON = "M0-18.4L15.93-9.2V9.2L0 18.4-15.93 9.2V-9.2z";
const INNER = "M0-16.2L14-8.1V8.1L0 16.2-14 8.1V-8.1z";

const glyph = (colour: Colour, size: number, x = 0, y = 0): string =>
  `<path fill="none" stroke="var(--hg-ink)" stroke-width="4.6" stroke-linecap="square" stroke-linejoin="miter" transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 48})" d="${GLYPHS[colour]}"/>`;

/** A tile has a side, so that it lies on the board and not in it. */
const tile = (colour: Colour): string =>
  `<symbol ${INK} id="hg-tile-${colour}" viewBox="-20 -20 40 40" overflow="visible"><path fill="color-mix(in srgb, var(--hg-flat) 50%, var(--tx-dark))" stroke-width="1.3" transform="translate(0 2.2)" d="${HEXAGON}"/>` +
  `<g transform="translate(0 -1)"><path fill="var(--hg-flat)" stroke-width="1.3" d="${HEXAGON}"/><path stroke="var(--hg-rim)" stroke-width="1" d="${INNER}"/>` +
  `<path fill="var(--tx-light)" d="${SHAPES[colour]}"/>${glyph(colour, colour === "yellow" ? 13 : 14.5, 0, colour === "yellow" ? 3.2 : colour === "blue" ? 1.6 : colour === "red" ? -0.6 : 0.6)}</g></symbol>`;

/** The animals on a 48 by 48 grid: light shapes with ink lines. */
const ANIMALS = [
  // tiger: round ears, the stripes of the brow, a broad muzzle
  '<path fill="var(--tx-light)" d="M9 14C4 6 9 2 15 5c2 1 3 2 4 4 3-1 7-1 10 0 1-2 2-3 4-4 6-3 11 1 6 9 4 5 5 9 5 14 0 10-9 17-20 17S4 38 4 28c0-5 1-9 5-14z"/><path stroke-width="2.2" d="M19 10h10M20 14.500h8M19 19h10M24 10v9M5 25l7 2M6 33l7-1M43 25l-7 2M42 33l-7-1M24 35v4M16 41q8 4 16 0"/><path fill="var(--tx-dark)" stroke="none" d="M14 24l6 2-3 3zM34 24l-6 2 3 3zM19.5 30h9l-4.5 5z"/>',
  // rabbit: two long ears
  '<path fill="var(--tx-light)" d="M18 22C12 12 11 4 14 2c4-1 8 8 8 19h4c0-11 4-20 8-19 3 2 2 10-4 20 6 3 9 7 9 12 0 7-6 12-15 12S9 41 9 34c0-5 3-9 9-12z"/><path stroke-width="2.2" d="M15.5 7c1 4 2 8 4 12M32.5 7c-1 4-2 8-4 12M24 37v4M24 41q-4 2-6-1M24 41q4 2 6-1M5 35l8 1M6 41l8-2M43 35l-8 1M42 41l-8-2"/><path fill="var(--tx-dark)" stroke="none" d="M16 29a2.2 2.2 0 1 0 .01 0zM32 29a2.2 2.2 0 1 0 .01 0zM21 34h6l-3 3.500z"/>',
  // rat: from the side, a pointed nose and a long tail
  '<path stroke-width="2.2" d="M8 37C1 39 0 30 5 27c5-2 6-8 2-12"/><path fill="var(--tx-light)" d="M7 38c-2-11 5-20 16-20 3-6 10-7 12-2 5 3 9 9 12 15-3 4-8 5-13 5l2 4H7z"/><path fill="var(--tx-light)" d="M25 21c-2-7 2-12 7-10 5 1 5 8 1 12"/><path stroke-width="2.2" d="M36 36c-2 0-4-1-5-2M13 40c-1-5 2-9 7-9M42 34l4 5M40 35l1 6"/><path fill="var(--tx-dark)" stroke="none" d="M37.5 23.500a2 2 0 1 0 .01 0zM44.5 29.500l3 1.5-2 2z"/>',
  // goat: horns that curl, ears, a beard
  '<path fill="var(--tx-light)" d="M17 19C17 9 11 6 7 10c-3 3-2 8 2 9 3 0 4-3 2-5M31 19c0-10 6-13 10-9 3 3 2 8-2 9-3 0-4-3-2-5"/><path fill="var(--tx-light)" d="M15 18c6-4 12-4 18 0l9 2c-1 4-4 6-8 5l-3 12c-1 3-3 4-7 4s-6-1-7-4l-3-12c-4 1-7-1-8-5z"/><path fill="var(--tx-light)" d="M20 40c1 4 2 6 4 7 2-1 3-3 4-7z"/><path stroke-width="2.2" d="M21 35q3 2 6 0"/><path fill="var(--tx-dark)" stroke="none" d="M18 24.500h4v2.500h-4zM26 24.500h4v2.500h-4z"/>',
  // dragon: antlers, whiskers, a long brow
  '<path stroke-width="2.2" d="M17 14C12 12 9 9 9 3M13 11C9 11 6 10 4 8M31 14c5-2 8-5 8-11M35 11c4 0 7-1 9-3"/><path fill="var(--tx-light)" d="M24 10l7 4 8 1-4 6 5 5-6 3c0 6-2 8-5 10-1 4-3 6-5 7-2-1-4-3-5-7-3-2-5-4-5-10l-6-3 5-5-4-6 8-1z"/><path stroke-width="2.2" d="M18 37C12 37 8 40 5 46M30 37c6 0 10 3 13 9M24 15v9M20 36q4 3 8 0"/><path fill="var(--tx-dark)" stroke="none" d="M15.5 22l6 2.5-4 2.500zM32.5 22l-6 2.5 4 2.500zM20.5 31h2.500v2h-2.500zM25 31h2.500v2H25z"/>',
];

/** Borders by player, readable without colour: full, long dashes, dots, double, dash and dot. */
const BORDERS = [
  '<circle r="14.6" stroke-width="2.6"/>',
  '<circle r="14.6" stroke-width="2.6" stroke-dasharray="7.6 3.860"/>',
  '<circle r="14.6" stroke-width="2.8" stroke-linecap="round" stroke-dasharray=".01 4.580"/>',
  '<circle r="15.6" stroke-width="1.1"/><circle r="13.2" stroke-width="1.1"/>',
  '<circle r="14.6" stroke-width="2.6" stroke-dasharray="7 2.3 1.5 2.3"/>',
];

const COLOURS: readonly Colour[] = ["yellow", "red", "blue", "green", "white"];

const leader = (seat: number, colour: Colour): string =>
  `<symbol ${INK} id="hg-leader-${seat}-${colour}" viewBox="-20 -20 40 40" overflow="visible"><circle class="owner-${seat}" fill="color-mix(in srgb, var(--owner) 50%, var(--tx-dark))" stroke-width="1.3" cy="2.6" r="17"/>` +
  `<g transform="translate(0 -1)"><circle class="owner-${seat}" fill="var(--owner)" r="17"/>${BORDERS[seat]}` +
  `<circle fill="var(--hg-flat)" r="11.8"/><svg x="-10.5" y="-11" width="21" height="21" viewBox="0 0 48 48" stroke-width="2.2">${ANIMALS[seat]}</svg>` +
  `<path fill="var(--tx-light)" stroke-width="0.9" d="M4.5 6.5h11.5v11.5H4.5z"/>${glyph(colour, 9, 10.25, 12.25)}</g></symbol>`;

const animal = (seat: number): string => `<symbol ${INK} id="hg-animal-${seat}" viewBox="0 0 48 48"><g stroke-width="2.2">${ANIMALS[seat]}</g></symbol>`;

/** Roofs in the colour of the building, walls in the light, a base of stone; `h-halo` holds them off the board. */
const building = (id: string, box: string, walls: string, roofs: string, lines: string): string =>
  `<symbol ${INK} id="hg-${id}" viewBox="${box}" overflow="visible"><path fill="var(--tx-light)" stroke="var(--tx-light)" stroke-width="4" d="${walls}${roofs}"/><path fill="var(--tx-light)" d="${walls}"/>` +
  `<path fill="var(--tx-shade)" stroke="none" d="${lines.split("|")[1]}"/><path fill="var(--hg-flat)" d="${roofs}"/><path stroke-width="2.2" d="${lines.split("|")[0]}"/></symbol>`;

const BUILDINGS =
  building(
    "pagoda",
    "-20 -21 40 40",
    "M-7.5 7h15v7.5h-15zM-6 -2h12v4h-12zM-4.5-10h9v3.5h-9zM-10.5 14.5h21v3.5h-21z",
    "M0-21l1.5 5h-3zM-8-9.5c3-1 5-3 6-6.5h4c1 3.5 3 5.5 6 6.5zM-10.5-1.5c4-1 6-3 7-6h7c1 3 3 5 7 6zM-13.5 7.5c5-1 7.5-3 8.5-6.5H5c1 3.5 3.5 5.5 8.5 6.5z",
    "M-2 14.5v-4.5h4v4.5M-10.5 14.5h21|M3 8h4.5v6.5H3zM2.5-1.5H6V1H2.5z",
  ) +
  building(
    "palace",
    "-22 -14 44 34",
    "M-13-2h26v5h-26zM-16 9h32v7h-32zM-19 16h38v3.5h-38z",
    "M-17-2c5-1 7-4 8-8H9c1 4 3 7 8 8zM-20 9c4-1 6-3 7-6h26c1 3 3 5 7 6z",
    "M-4 16v-5h8v5M-10 9v7M10 9v7M-8-2v5M8-2v5M-19 16h38|M10 9.5h6V16h-6zM9-1.5h4V2.5H9z",
  ) +
  `<symbol ${INK} id="hg-granary" viewBox="-8 -8 16 16" overflow="visible"><path fill="var(--tx-light)" stroke="var(--tx-light)" stroke-width="4" d="M-5 0h10v6H-5zM-7 0L0-7 7 0z"/><path fill="var(--tx-light)" d="M-5 0h10v6H-5z"/><path fill="var(--hg-straw)" d="M-7 0L0-7 7 0z"/><path stroke-width="2.2" d="M-1.5 6V3h3v3"/></symbol>` +
  `<symbol ${INK} id="hg-bandit" viewBox="-24 -24 48 48" overflow="visible"><path fill="var(--tx-dark)" stroke="none" d="M-9-6C-9-14 9-14 9-6 12-5 12 0 9 1 8 8 4 11 0 11S-8 8-9 1C-12 0-12-5-9-6z"/><path fill="var(--tx-light)" d="M-10-5h20v6h-20z"/><path fill="var(--tx-dark)" stroke="none" d="M-6-3h4v2.500h-4zM2-3h4v2.500H2z"/><path stroke="var(--tx-light)" stroke-width="2.2" d="M-15 14L-4 3M15 14L4 3"/></symbol>` +
  `<symbol ${INK} id="hg-wall" viewBox="-20 -20 40 40" overflow="visible"><path fill="var(--hg-lit)" stroke="var(--hg-coast)" stroke-width="1.6" opacity="0.75" d="M-12 9V-4h4v3h4v-3h8v3h4v-3h4V9z"/><path fill="var(--hg-lit)" stroke="var(--hg-coast)" stroke-width="1.6" opacity="0.75" d="M-3.5 9V4q3.5-4 7 0v5M-8-4.5c2 0 4-2 5-5h6c1 3 3 5 5 5z"/></symbol>` +
  `<symbol ${INK} id="hg-bag" viewBox="0 0 48 48"><path fill="var(--hg-straw)" stroke-width="3" d="M17 12C8 20 4 28 4 35c0 8 8 10 20 10s20-2 20-10c0-7-4-15-13-23z"/><path fill="var(--tx-light)" stroke-width="3" d="M16 3l4 4 4-4 4 4 4-4 1 9H15z"/><path stroke-width="2.2" d="M14 12h20"/></symbol>` +
  `<symbol ${INK} id="hg-tile-back" viewBox="-20 -20 40 40"><path fill="var(--hg-back)" stroke-width="1.3" d="${HEXAGON}"/><path stroke="var(--tx-light)" stroke-width="2.2" d="M0-11L9.5-5.500v11L0 11-9.5 5.500v-11z"/></symbol>`;

/** What grows on land, on a 24 by 24 grid; lines in the ground's own colour. */
const RELIEF =
  '<symbol id="hg-mountains" viewBox="0 0 24 24"><path fill="var(--hg-lit)" stroke="none" d="M2 19L8.5 6l6 13zM11 19l6-11 5.5 11z"/><path fill="var(--hg-dim)" stroke="none" d="M8.5 6l1 5-1.5 3 2 5h5zM17 8l.5 4-1 2 1.5 5h5z"/><path d="M2 19L8.5 6l4 8M11 19l6-11 5.5 11M7.5 9.5L5 15M16 11l-2 5"/></symbol>' +
  '<symbol id="hg-hills" viewBox="0 0 24 24"><path fill="var(--hg-lit)" stroke="none" d="M1 17q5.5-9 11 0zM11 15q5.5-8 12 2.5z"/><path fill="var(--hg-dim)" stroke="none" d="M7 12.5q3 .5 5 4.5H8zM17.5 11q3.5 1 5.5 6.5h-5z"/><path d="M1 17q5.5-9 11 0M11 15q5.5-8 12 2.5M4 16q2-3 3.5-3.5M13.5 15.5q2-3 4-3.5"/></symbol>' +
  '<symbol id="hg-field" viewBox="0 0 24 24"><path fill="var(--hg-lit)" stroke="none" d="M2 17q4-5 9-4l10 3q-6 3-10 3-5 0-9-2z"/><path d="M2 17q4-5 9-4l10 3M5 17.5q3-3 7-2.5M9 18.5q3-2 6-1.5M16 9V6M16 9l-2-2.5M16 9l2-2.5M8 8V5M8 8L6 5.5M8 8l2-2.5M12 11V8M12 11l-2-2.5M12 11l2-2.5"/></symbol>';

const symbols =
  RELIEF +
  COLOURS.map(tile).join("") +
  ANIMALS.map((_, seat) => animal(seat) + COLOURS.map((colour) => leader(seat, colour)).join("")).join("") +
  COLOURS.map((colour) => `<symbol ${INK} id="hg-glyph-${colour}" viewBox="0 0 48 48"><path fill="none" stroke="var(--hg-ink)" stroke-width="4.6" stroke-linecap="square" stroke-linejoin="miter" d="${GLYPHS[colour]}"/></symbol>`).join("") +
  BUILDINGS;

export const Sprite = () => <Symbols drawings={symbols} />;

/** Pieces lie around 0. */
const AT = { x: -20, y: -20, width: 40, height: 40 };

export const TileFace = ({ colour }: { colour: Colour }) => (
  <svg class={`hg-tile ${colour}`} viewBox="-20 -20 40 40" aria-hidden="true">
    <use href={`#hg-tile-${colour}`} {...AT} />
  </svg>
);

export const TileBack = () => (
  <svg class="hg-tile" viewBox="-20 -20 40 40" aria-hidden="true">
    <use href="#hg-tile-back" {...AT} />
  </svg>
);

export const LeaderFace = ({ seat, colour }: { seat: number; colour: Colour }) => (
  <svg class={`hg-leader ${colour}`} viewBox="-18.5 -18.5 37 37" aria-hidden="true">
    <use href={`#hg-leader-${seat}-${colour}`} {...AT} />
  </svg>
);

export const Glyph = ({ colour }: { colour: Colour }) => (
  <svg class={`hg-glyph ${colour}`} viewBox="0 0 48 48" aria-hidden="true">
    <use href={`#hg-glyph-${colour}`} />
  </svg>
);

export const Building = ({ id, colour = "" }: { id: string; colour?: string }) => (
  <svg class={`hg-building ${colour}`} viewBox="0 0 48 48" aria-hidden="true">
    <use href={`#hg-${id}`} width="48" height="48" />
  </svg>
);

/** The animal of a dynasty, in the ring of its border. */
export function DynastyEmblem({ seat }: { seat: number }) {
  return (
    <svg class="emblem hg-emblem" viewBox="-18.5 -18.5 37 37" aria-hidden="true">
      <circle class={`owner-${seat}`} fill="var(--owner)" stroke="var(--tx-dark)" stroke-width="1.1" r="17" />
      <circle fill="var(--tx-light)" r="11.8" stroke="none" />
      <g fill="none" stroke="var(--tx-dark)" dangerouslySetInnerHTML={{ __html: BORDERS[seat] ?? "" }} />
      <svg x="-11.5" y="-12" width="23" height="23" viewBox="0 0 48 48">
        <use href={`#hg-animal-${seat}`} />
      </svg>
    </svg>
  );
}
