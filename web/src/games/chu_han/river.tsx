// What the table is spread with: a cloth in two halves, and between them the river that parts Chu from Han.
import "./river.css";

/** 楚河 and 漢界, the Chu river and the border of Han, as on the boards that are named after them: on a 48 by 48 grid. */
const SIGNS: readonly (readonly string[])[] = [
  [
    "M4 11h18M13 4v21M13 12c-2 4-5 7-9 9M13 13l7 6M26 11h18M35 4v21M35 12c-2 4-5 7-9 9M36 13c2 3 5 5 8 7M9 28h30l-3 5M25 28v15M25 35h11M14 33c-1 6-4 10-9 13M13 39c5 5 15 6 31 6",
    "M8 6l6 5M4 18l6 5M5 43c4-4 7-9 8-15M18 9h28M40 9v29q0 6-8 3M21 18h12v13H21z",
  ],
  [
    "M8 6l6 5M4 18l6 5M5 43c4-4 7-9 8-15M17 8h29M25 3v10M38 3v10M22 16h19v9H22zM31 13v19M19 29h25M16 35h31M31 32c-2 6-7 10-14 12M32 35c3 5 8 8 14 9",
    "M12 4h24v18H12zM12 13h24M24 4v18M24 22c-4 6-11 10-20 12M24 22c4 6 11 10 20 12M18 30c0 7-2 11-7 15M31 30v15",
  ],
];

/** It stays as it is: nothing of the game is told by it. */
export const River = () => (
  <div class="row river" aria-hidden="true">
    {SIGNS.map((sign, i) => (
      <svg key={i} viewBox="0 0 106 52" fill="none" stroke="var(--ch-bank)" stroke-width="4" stroke-linecap="square">
        {sign.map((strokes, at) => (
          <path key={at} d={strokes} transform={`translate(${2 + 54 * at} 2)`} />
        ))}
      </svg>
    ))}
  </div>
);
