// The levels of bots that one may play against, each by its name and in words; the page brings them along.
import type { SeatView } from "../types";

const { levels = "" } = document.getElementById("table")?.dataset ?? {};

const LEVELS: readonly (readonly [name: string, words: string])[] = levels
  .split("\n")
  .map((one) => [one.slice(0, one.indexOf(" ")), one.slice(one.indexOf(" ") + 1)] as const);

/** Chosen is that of the bots at a table, else the usual one. */
export function LevelChoice({ seats }: { seats: readonly SeatView[] }) {
  const level = seats.find(({ bot }) => LEVELS.some(([name]) => name === bot))?.bot ?? "normal";
  return (
    <select name="level">
      {LEVELS.map(([name, words]) => (
        <option key={name} value={name} selected={name === level}>
          {words}
        </option>
      ))}
    </select>
  );
}
