// What is heard of the events, by their kind.
import type { Sound } from "../../frame/sound";

export const sounds: Readonly<Record<string, Sound>> = {
  rolled: "dice",
  changed: "dice",
  took_die: "tile",
  drew: "card",
  played: "card",
  cursed: "drum",
  looted: "tile",
  loaded: "tile",
  robbed: "drum",
  sent: "drum",
  new_wagon: "seal",
  over: "gong",
};
