// What riders do is seen as a picture of its own, on the ground of people and troops.
import { FLAG, HELMET, HORSE, PEAKS, PLAIN, RAIDER, RIDER, SKIES, SLOPE, SOLDIER, TENT, many, put } from "../../people/scenery";

export const RIDES: Record<string, string> = {
  // Steppe Horse
  E04: SKIES.clear + PLAIN + put(HORSE, 52, 92, 0.98),
  // Steppe Sweep
  R01: SKIES.wind + PLAIN + many(RAIDER, [[20, 50, 0.4], [82, 56, 0.46]]) + put(RAIDER, 34, 68, 0.5) + put(RAIDER, 64, 82, 0.62),
  // Night Ambush
  R02: SKIES.night + SLOPE + many(TENT, [[30, 62, 0.9], [72, 60, 0.7]]) + many(HELMET, [[16, 80, 1], [48, 82, 1.1], [82, 80, 1]]),
  // Forced March
  R04: SKIES.dawn + PEAKS + SLOPE + many(SOLDIER, [[58, 62, 0.4], [76, 66, 0.46]]) + put(SOLDIER, 40, 92, 0.94),
  // Cavalry Charge
  R07: SKIES.dawn + PLAIN + put(RAIDER, 54, 80, 0.84),
  // Ride Ahead
  R10: SKIES.clear + PEAKS + PLAIN + put(RIDER, 72, 80, 0.86) + put(HORSE, 44, 90, 0.78),
  // Encirclement
  R12: SKIES.wind + SLOPE + many(HELMET, [[48, 26, 0.7], [18, 36, 0.75], [78, 36, 0.75]]) + put(TENT, 48, 60, 0.9) + many(HELMET, [[8, 60, 0.8], [88, 60, 0.8]]) + many(HELMET, [[22, 84, 1.1], [74, 84, 1.1]]),
  // Four Banners
  T02: SKIES.night + SLOPE + many(FLAG, [[16, 56, 0.7], [62, 56, 0.7]]) + many(FLAG, [[24, 80, 0.85], [62, 80, 0.85]]),
};
