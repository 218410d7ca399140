// What is heard of the events, by their kind.
import type { Sound } from "../../frame/sound";

export const sounds: Readonly<Record<string, Sound>> = {
  dealt: "card",
  drew: "card",
  played: "tile",
  declared: "seal",
  cancelled: "drum",
  restored: "seal",
  swapped: "card",
  gave: "card",
  went_out: "drum",
  event_revealed: "seal",
  match_won: "gong",
  won: "gong",
};
