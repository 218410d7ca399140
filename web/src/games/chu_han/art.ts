// The pictures of cards without a person: the arms of both sides, in the field.
import { ink, gouge } from "../../people/cuts";
import { ARCHER, BANNER, FLAG, HELMET, HORSE, PEAKS, PLAIN, RIDER, SHIELD, SKIES, SLOPE, SOLDIER, TENT, TOWER, many, put } from "../../people/scenery";
import { BEHIND } from "../../people/wear";

export const SCENES: Record<string, string> = {
  // spears of a column that climbs
  "1": SKIES.dawn + PEAKS + SLOPE + many(SOLDIER, [[62, 66, 0.42], [78, 70, 0.46], [46, 68, 0.46]]) + many(SOLDIER, [[20, 104, 0.9], [64, 108, 1]]),
  // a wall of shields
  "4": SKIES.wind + PEAKS + PLAIN + many(HELMET, [[16, 48, 0.9], [44, 44, 0.9], [74, 48, 0.9]]) + many(SHIELD, [[10, 92, 0.95], [86, 92, 0.95]]) + put(SHIELD, 48, 98, 1.1),
  // an archer before the sun
  "5": SKIES.dawn + PLAIN + put(ARCHER, 60, 88, 1.02),
  // the banner over the camp
  "7": SKIES.wind + PEAKS + SLOPE + many(FLAG, [[84, 66, 0.5]]) + many(TENT, [[66, 70, 0.7], [88, 78, 0.9], [48, 76, 0.8]]) + put(BANNER, 22, 92, 0.98),
  // a rider with the halberd
  "8": SKIES.clear + PLAIN + `<g transform="translate(0 4)">${BEHIND.halberd}</g>` + put(RIDER, 68, 84, 0.98) + put(HORSE, 45, 100, 0.8),
  // the gate of the pass
  "9": SKIES.dawn + ink("M-14 96V14L-4 20L6 30L10 50L16 60L14 96zM112 96V4L104 12L90 24L86 46L80 58L82 96z") + gouge("M-2 34L4 44L6 70M96 26L92 46L90 76M2 60L6 84", 1.800) + PLAIN + put(TOWER, 48, 76, 0.86),
};
