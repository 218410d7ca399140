// The pictures of cards without a person: the arms of both sides in the field, and the events.
import { bust } from "../../people/bust";
import { bare, edged, flat, gouge, ink, line, paper, rays, tint } from "../../people/cuts";
import {
  ARCHER, BANNER, FLAG, HELMET, HORSE, PEAKS, PLAIN, RIDER, RAIDER, SHIELD, SKIES, SLOPE, SOLDIER, TENT, TOWER, many, put,
} from "../../people/scenery";
import { BEHIND } from "../../people/wear";
import type { ChuHanEventsPast } from "./types";

export const SCENES: Record<string, string> = {
  // spears of a column that climbs
  "1": SKIES.dawn + PEAKS + SLOPE + many(SOLDIER, [[62, 66, 0.42], [78, 70, 0.46], [46, 68, 0.46]]) + many(SOLDIER, [[20, 104, 0.9], [64, 108, 1]]),
  // a wall of shields
  "4": SKIES.wind + PEAKS + PLAIN + many(HELMET, [[16, 48, 0.9], [44, 44, 0.9], [74, 48, 0.9]]) + many(SHIELD, [[10, 92, 0.95], [86, 92, 0.95]]) + put(SHIELD, 48, 98, 1.1),
  // an archer before the sun
  "5": SKIES.dawn + PLAIN + put(ARCHER, 62, 92, 1.02),
  // the banner over the camp
  "7": SKIES.wind + PEAKS + SLOPE + many(FLAG, [[84, 66, 0.5]]) + many(TENT, [[66, 70, 0.7], [88, 78, 0.9], [48, 76, 0.8]]) + put(BANNER, 22, 92, 0.98),
  // a rider with the halberd
  "8": SKIES.clear + PLAIN + `<g transform="translate(-10 4)">${BEHIND.halberd}</g>` + put(RIDER, 63, 84, 0.96) + put(HORSE, 40, 100, 0.8),
  // the gate of the pass
  "9": SKIES.dawn + ink("M-14 96V14L-4 20L6 30L10 50L16 60L14 96zM112 96V4L104 12L90 24L86 46L80 58L82 96z") + gouge("M-2 34L4 44L6 70M96 26L92 46L90 76M2 60L6 84", 1.800) + PLAIN + put(TOWER, 48, 76, 0.86),
};

/** A bronze cup on three legs. */
const CUP = edged("M-16 -44H16C16 -24 12 -16 0 -16C-12 -16 -16 -24 -16 -44z") + gouge("M-13 -38H13M-12 -30H12M-6 -35v3h4v-3M3 -35v3h4v-3", 1.500) + edged("M-10 -18L-16 2H-10L-5 -16zM10 -18L16 2H10L5 -16zM-3 -17L-2 2H2L3 -17z") + flat("M-16 -44C-22 -50 -26 -48 -28 -52L-16 -54zM16 -44L28 -56L18 -54z");
const SWORD = paper("M-3 -4V-66L0 -74L3 -66V-4z") + ink("M0 -74L3 -66V-4H0z") + flat("M-9 -5H9V1H-9z") + ink("M-2.500 1H2.500V14H-2.500z") + flat("M0 13a4.500 4.500 0 1 0 .1 0z");
const CAMPFIRE = edged("M-14 0C-20 -14 -8 -20 -6 -34C4 -28 2 -22 4 -18C8 -22 8 -26 8 -28C18 -18 18 -8 14 0z") + flat("M-8 0C-12 -8 -4 -12 -2 -20C6 -14 10 -8 8 0z") + line("M-18 2L18 -4M-18 -4L18 2", 4);

/** The events, wider than high: only the middle is shown, from -8 to 84. */
export const EVENTS: Record<ChuHanEventsPast, string> = {
  // nobody stirs
  silence: SKIES.night + PEAKS + SLOPE + many(TENT, [[14, 72, 0.8], [42, 70, 0.7], [72, 74, 0.9]]),
  // the sword stays in its place
  restraint: SKIES.wind + put(edged("M-44 -10H44V4H-44zM-36 4H-26V22H-36zM26 4H36V22H26z"), 48, 68) + many(SWORD, [[22, 56, 0.86], [48, 56, 0.86], [74, 56, 0.86]]),
  // each under a banner of his own
  warlords: SKIES.dawn + PEAKS + SLOPE + put(BANNER, 0, 92, 0.6) + put(BANNER, 34, 96, 0.82) + put(BANNER, 76, 92, 0.64),
  // wine, and a sword dance
  hongmen: SKIES.night + flat("M-14 62H112V104H-14z") + gouge("M-10 70H108M-10 80H108", 2) + put(CUP, 26, 78, 1.05) + put(CUP, 70, 78, 1.05) + `<g transform="rotate(34 48 40)">${put(SWORD, 48, 62, 1)}</g><g transform="rotate(-34 48 40)">${put(SWORD, 48, 62, 1)}</g>`,
  // the race to the pass
  hangu: SKIES.dawn + ink("M-14 96V-6L4 2L16 30L26 60L24 96zM112 96V-10L94 6L84 36L70 60L74 96z") + gouge("M-6 10L6 34L12 66M104 8L96 36L84 66M-8 40L2 70M106 46L98 76", 2) + paper("M24 96L42 62H54L74 96z") + line("M48 66V72M48 78V86", 2) + put(TOWER, 48, 64, 0.5),
  // spears on all sides, and songs of home
  gaixia: SKIES.night + SLOPE + put(TENT, 48, 62, 1) + put(CAMPFIRE, 48, 82, 0.7) + many(HELMET, [[8, 66, 0.8], [90, 66, 0.8]]) + many(SOLDIER, [[-2, 108, 0.8], [26, 112, 0.62], [72, 112, 0.62], [98, 108, 0.8]]),
  // the fields lie quiet below the town
  stabilisation: SKIES.dawn + PEAKS + PLAIN + put(TOWER, 48, 66, 0.56) + line("M-14 74L40 68M112 74L56 68M-14 86L36 70M112 86L60 70M20 96L44 70M76 96L52 70", 2),
  // the border is a water
  hong_canal: SKIES.wind + PEAKS + PLAIN + flat("M38 60H56C52 70 66 78 84 104H-2C24 78 40 70 38 60z") + gouge("M42 68h10M36 76h22M28 84h38M18 92h58", 2) + put(BANNER, 2, 84, 0.5) + put(BANNER, 94, 84, 0.5, true),
  // heaven gives and takes
  mandate: SKIES.night + tint("M-14 -20H112V104H-14z") + bare(rays(48, 34, 26, 130, 24, 0.5)) + paper("M48 4a30 30 0 1 0 .1 0z") + line("M48 12a22 22 0 1 0 .1 0z", 1.800) + ink("M48 24a10 10 0 1 0 .1 0z") + line("M36 18a4 4 0 1 1 4 4M60 18a4 4 0 1 0-4 4M36 50a4 4 0 1 0 4-4M60 50a4 4 0 1 1-4-4M28 34h6M62 34h6", 2) + SLOPE,
  // riders out of nowhere
  sudden_charge: SKIES.wind + PLAIN + put(RAIDER, 84, 50, 0.46) + put(RAIDER, 18, 54, 0.5) + put(RAIDER, 56, 82, 0.8),
  // an old man's word
  wise_counsel: bust({ head: "old", eyes: "shut", nose: "straight", beard: "three", hat: "cap", robe: "court", ground: "rays", marks: ["wrinkles"] }),
};
