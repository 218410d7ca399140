// The levels of bots that one may play against, each by its name and in words; the page brings them along.
import type { SeatView } from "../types";
import { t } from "./texts";

const { levels = "" } = document.getElementById("table")?.dataset ?? {};

const LEVELS: readonly (readonly [name: string, words: string])[] = levels
  .split("\n")
  .map((one) => [one.slice(0, one.indexOf(" ")), one.slice(one.indexOf(" ") + 1)] as const);

/** Chosen is that of the bots at a table, else the usual one. Where the game would be `rated`, bots of the site's own say that it is not with them. */
export function LevelChoice({ seats, rated = false }: { seats: readonly SeatView[]; rated?: boolean }) {
  const level = seats.find(({ bot }) => LEVELS.some(([name]) => name === bot))?.bot ?? "normal";
  return (
    <select name="level">
      {LEVELS.map(([name, words]) => (
        <option key={name} value={name} selected={name === level}>
          {rated && name.includes(":") ? t("{name}, does not count for ratings", { name: words }) : words}
        </option>
      ))}
    </select>
  );
}
