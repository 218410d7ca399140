// What a card sends to a province, from one scout to a hero; shown is the middle, from 4 to 96.
import { bust } from "../../people/bust";
import {
  ARCHER, BANNER, CHARIOT, DRUM, FALLEN, FLAG, FLY, HELMET, HORSE, PEAKS, PLAIN, RIDER, RUNNING, SHIELD, SKIES, SKULL, SLOPE, SOLDIER, TOWER, many, put,
} from "../../people/scenery";

export const PICTURES: Record<string, string> = {
  // a scout by himself
  "1": SKIES.clear + PEAKS + SLOPE + put(SOLDIER, 34, 106, 0.95),
  "2": SKIES.clear + PEAKS + SLOPE + many(SOLDIER, [[28, 106, 0.9], [70, 106, 0.9]]),
  "3": SKIES.dawn + PLAIN + put(ARCHER, 60, 90, 0.98),
  "4": SKIES.wind + PEAKS + PLAIN + many(HELMET, [[14, 50, 0.9], [48, 44, 0.9], [82, 50, 0.9]]) + many(SHIELD, [[8, 94, 0.9], [88, 94, 0.9]]) + put(SHIELD, 48, 98, 1),
  "5": SKIES.wind + PLAIN + put(RIDER, 70, 88, 0.86) + put(HORSE, 48, 102, 0.8),
  // a place that is held
  "6": SKIES.dawn + PEAKS + PLAIN + put(TOWER, 48, 88, 0.78),
  "7": SKIES.wind + PLAIN + put(RUNNING, 22, 82, 0.8) + put(CHARIOT, 72, 84, 1),
  "8": SKIES.dawn + PLAIN + many(FLAG, [[84, 62, 0.6], [30, 60, 0.5]]) + put(CHARIOT, 84, 72, 0.7) + put(RUNNING, 44, 74, 0.6) + put(RUNNING, 22, 92, 0.9) + put(CHARIOT, 76, 96, 1.05),
  "9": bust({ head: "man", eyes: "stern", beard: "goatee", hat: "helmet", robe: "armour", ground: "rays", behind: "halberd" }),
  "10": bust({ head: "broad", eyes: "fierce", nose: "broad", beard: "lion", hat: "crested", robe: "plated", ground: "night", behind: "banner" }),
  "-1": SKIES.wind + PEAKS + PLAIN + put(FALLEN, 48, 92, 1.3),
  "+1": SKIES.clear + PLAIN + put(DRUM, 50, 92, 1.25),
  "+2": SKIES.wind + PEAKS + SLOPE + put(BANNER, 20, 98, 0.84) + many(HELMET, [[66, 92, 0.8], [92, 88, 0.7]]),
  "+3": SKIES.dawn + SLOPE + many(FLAG, [[14, 72, 0.7], [46, 70, 0.75], [78, 72, 0.7]]) + many(HELMET, [[2, 76, 0.8], [30, 74, 0.8], [62, 74, 0.8], [94, 76, 0.8]]) + many(HELMET, [[14, 98, 1.1], [48, 98, 1.1], [82, 98, 1.1]]),
  Plague: SKIES.night + SLOPE + many(SKULL, [[18, 92, 0.5], [82, 96, 0.6]]) + put(FLY, 48, 52, 0.94),
};

/** An event is about a card. */
export const EVENTS: Record<string, string> = { Pandemic: "Plague", "War chariot": "7", Champion: "9", Hero: "10", "Light infantry": "1" };
