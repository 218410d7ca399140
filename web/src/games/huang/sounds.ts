// What is heard of the events, by their kind.
import type { Sound } from "../../frame/sound";

export const sounds: Readonly<Record<string, Sound>> = {
  placed: "tile",
  positioned: "tile",
  withdrew: "tile",
  took: "tile",
  pagoda_lost: "drum",
  established: "seal",
  palace_built: "seal",
  revolt_began: "drum",
  war_began: "drum",
  bandits_beaten: "drum",
  over: "gong",
};
