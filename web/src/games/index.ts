// The games that the table page can draw.
import type { Game } from "../frame/game";
import { chuHan } from "./chu_han";

export const games: readonly Game[] = [chuHan];
