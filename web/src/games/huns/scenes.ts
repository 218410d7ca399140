// What riders do is seen as a scene, on the ground of people and troops.
import { FLAG, HELMET, HORSE, PEAKS, PLAIN, RAIDER, RIDER, SKIES, SLOPE, SOLDIER, TENT, many, put } from "../../people/scenery";

export const SCENES: Record<string, string> = {
  // Steppe Horse
  E04: SKIES.clear + PLAIN + put(HORSE, 52, 98, 1.1),
  // Steppe Sweep
  R01: SKIES.wind + PLAIN + many(RAIDER, [[20, 50, 0.4], [82, 56, 0.46]]) + put(RAIDER, 36, 78, 0.56) + put(RAIDER, 70, 96, 0.66),
  // Night Ambush
  R02: SKIES.night + SLOPE + many(TENT, [[30, 72, 1], [72, 70, 0.8]]) + many(HELMET, [[14, 92, 1], [48, 94, 1.1], [82, 92, 1]]),
  // Forced March
  R04: SKIES.dawn + PEAKS + SLOPE + many(SOLDIER, [[58, 62, 0.4], [76, 66, 0.46]]) + put(SOLDIER, 40, 104, 1),
  // Cavalry Charge
  R07: SKIES.dawn + PLAIN + put(RAIDER, 54, 90, 1),
  // Ride Ahead
  R10: SKIES.clear + PEAKS + PLAIN + put(RIDER, 70, 88, 0.96) + put(HORSE, 46, 102, 0.84),
  // Encirclement
  R12: SKIES.wind + SLOPE + many(HELMET, [[48, 26, 0.7], [18, 36, 0.75], [78, 36, 0.75]]) + put(TENT, 48, 68, 0.9) + many(HELMET, [[4, 66, 0.9], [92, 66, 0.9]]) + many(HELMET, [[22, 92, 1.1], [74, 92, 1.1]]),
  // Four Banners
  T02: SKIES.night + SLOPE + many(FLAG, [[14, 66, 0.7], [62, 66, 0.7]]) + many(FLAG, [[26, 90, 0.95], [66, 92, 0.95]]),
};
