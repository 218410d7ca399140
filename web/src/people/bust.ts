// A bust is put together from shared parts: a print in ink, paper and one colour. A game lists its people as data.
import { bare, fine, ink, line, paper, rays, strokes, tint } from "./cuts";
import { BEARDS, EAR, EYES, HEADS, MARKS, MOUTHS, NECK, NOSES } from "./faces";
import { BEHIND, EXTRAS, HEADWEAR, ROBES, type Worn } from "./wear";

export interface Person {
  head: keyof typeof HEADS;
  eyes: keyof typeof EYES;
  nose?: keyof typeof NOSES;
  mouth?: keyof typeof MOUTHS;
  beard?: keyof typeof BEARDS;
  hat: keyof typeof HEADWEAR;
  robe: keyof typeof ROBES;
  marks?: readonly (keyof typeof MARKS)[];
  extra?: keyof typeof EXTRAS;
  behind?: keyof typeof BEHIND;
  ground?: keyof typeof GROUNDS;
  /** Looks to the right. */
  turned?: boolean;
}

/** What lies behind a head, from -16 to 96. */
export const GROUNDS = {
  rays: tint("M-14-20H112V104H-14z") + bare(rays(54, 44, 34, 120, 26, 0.4)),
  sun: tint("M-14-20H112V104H-14z") + bare("M50 38m-46 0a46 46 0 1 0 92 0a46 46 0 1 0 -92 0z"),
  gouged: tint("M-14-20H112V104H-14z") + bare(strokes(-16, -20, 130, 120, 22, 6, -2)),
  /** A sun that is covered: the light stands behind the head. */
  night: ink("M-14-20H112V104H-14z") + tint(rays(52, 40, 50, 130, 36, 0.34) + "M52 -4a44 44 0 1 0 .1 0z"),
  sea: tint("M-14-20H112V104H-14z") + bare([-8, 4, 16, 28, 40, 52, 64, 76].map((y, r) => Array.from({ length: 7 }, (_, i) => `M${-24 + 22 * i + (r % 2) * 11} ${y}q5.500-9 11 0q5.500 6 11 0q-5 11-11 3.500q-6-7-11-3.500z`).join("")).join("")),
  cloth: tint("M-14-20H112V104H-14z") + fine(line([-14, 0, 14, 28, 42, 56, 70].map((y, r) => [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => `M${-14 + i * 16 + (r % 2) * 8} ${y}l4 4-4 4-4-4z`).join("")).join(""), 1)),
} satisfies Record<string, string>;

/** Beards that bring their own mouth. */
const MOUTHED: readonly unknown[] = ["full", "lion", "white", "forked", "curled"];
const mouth = ({ mouth = "firm", beard }: Person): string =>
  MOUTHED.includes(beard) ? "" : beard && beard !== "stubble" ? `<g transform="translate(0 2.5)">${MOUTHS[mouth]}</g>` : MOUTHS[mouth];

/** The drawing of a person without the ground, on the square of a face and beyond it. */
export function figure(person: Person): string {
  const head = HEADS[person.head];
  const hat: Worn = HEADWEAR[person.hat];
  const drawing =
    (person.behind ? BEHIND[person.behind] : "") + (hat.behind ?? "") + NECK + ROBES[person.robe] + (person.extra ? EXTRAS[person.extra] : "") +
    paper(head.outline) + ink(head.shadow) + ink(head.edge) + EYES[person.eyes] + NOSES[person.nose ?? "straight"] + mouth(person) +
    hat.before + (hat.ear === false ? "" : EAR) + (person.beard ? BEARDS[person.beard] : "") + (person.marks ?? []).map((mark) => MARKS[mark]).join("");
  const whole = hat.tall ? `<g transform="matrix(.88 0 0 .88 6.5 12)">${drawing}</g>` : drawing;
  return person.turned ? `<g transform="matrix(-1 0 0 1 96 0)">${whole}</g>` : whole;
}

export const bust = (person: Person): string => GROUNDS[person.ground ?? "rays"] + figure(person);
/** A picture as a symbol of a sprite: 120 wide from -12, and 112 high from -16. */
export const cut = (id: string, drawing: string): string => `<symbol id="${id}" viewBox="-12 -16 120 112">${drawing}</symbol>`;
