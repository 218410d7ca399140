// The games that the table page can draw.
import type { Game } from "../frame/game";
import { chuHan } from "./chu_han";
import { huang } from "./huang";
import { sunTzu } from "./sun_tzu";

export const games: readonly Game[] = [chuHan, sunTzu, huang];
