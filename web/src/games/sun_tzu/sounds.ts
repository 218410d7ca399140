// What is heard of the events, by their kind.
import type { Sound } from "../../frame/sound";

export const sounds: Readonly<Record<string, Sound>> = {
  confirmed: "seal",
  revealed: "card",
  drew: "card",
  went_under: "card",
  plague: "drum",
  won: "drum",
  event_fired: "drum",
  scored: "tile",
  over: "gong",
};
