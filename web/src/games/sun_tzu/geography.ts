// The map: where the provinces meet, on a sheet of 600 by 400. Every border is drawn once and used by both its sides.
import type { Province } from "./state";

type Point = readonly [number, number];

/** Corners: west coast, north coast, three where three provinces meet, east coast, south coast. */
const [W, N, QJH, QHC, HCW, E1, E2, S]: Point[] = [
  [12, 264],
  [222, 10],
  [232, 134],
  [216, 262],
  [345, 266],
  [588, 130],
  [590, 264],
  [342, 390],
];

/** Lines from corner to corner: the borders of the table, then the coast. */
const LINES: Record<string, readonly Point[]> = {
  "QIN/JIN-YAN": [N!, [238, 48], [222, 92], QJH!],
  "QIN/HAN-QI": [QJH!, [217, 176], [234, 218], QHC!],
  "QIN/CHU": [QHC!, [164, 274], [112, 254], [60, 272], W!],
  "JIN-YAN/HAN-QI": [QJH!, [290, 122], [350, 142], [420, 124], [504, 140], E1!],
  "HAN-QI/CHU": [QHC!, [266, 274], [300, 254], HCW!],
  "HAN-QI/WU": [HCW!, [415, 254], [506, 274], E2!],
  "CHU/WU": [HCW!, [359, 308], [333, 350], S!],
  coastQ: [W!, [20, 190], [9, 110], [18, 16], [120, 8], N!],
  coastJ: [N!, [330, 7], [452, 15], [578, 9], [594, 62], E1!],
  coastH: [E1!, [580, 172], [595, 216], E2!],
  coastW: [E2!, [595, 322], [578, 386], [478, 393], S!],
  coastC: [S!, [262, 395], [130, 387], [22, 392], [9, 330], W!],
};

/** The outline of each province: its lines in order, those with a minus backwards. */
const OUTLINES: Record<Province, readonly string[]> = {
  QIN: ["coastQ", "QIN/JIN-YAN", "QIN/HAN-QI", "QIN/CHU"],
  CHU: ["-QIN/CHU", "HAN-QI/CHU", "CHU/WU", "coastC"],
  "JIN-YAN": ["coastJ", "-JIN-YAN/HAN-QI", "-QIN/JIN-YAN"],
  "HAN-QI": ["JIN-YAN/HAN-QI", "coastH", "-HAN-QI/WU", "-HAN-QI/CHU", "-QIN/HAN-QI"],
  WU: ["HAN-QI/WU", "coastW", "-CHU/WU"],
};

const at = ([x, y]: Point): string => `${Math.round(x)} ${Math.round(y)}`;

/** A calm line through all points; the same one from either end. */
function curve(points: readonly Point[]): string {
  return points
    .slice(1)
    .map((end, i) => {
      const start = points[i]!;
      const before = points[i - 1] ?? start;
      const after = points[i + 2] ?? end;
      const one: Point = [start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6];
      const two: Point = [end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6];
      return `C${at(one)} ${at(two)} ${at(end)}`;
    })
    .join("");
}

function outline(names: readonly string[]): string {
  const lines = names.map((name) => (name.startsWith("-") ? [...LINES[name.slice(1)]!].reverse() : LINES[name]!));
  return `M${at(lines[0]![0]!)}${lines.map(curve).join("")}Z`;
}

export const SHAPES = Object.fromEntries(
  Object.entries(OUTLINES).map(([province, names]) => [province, outline(names)]),
) as Record<Province, string>;

/** What is written and laid in a province: left, top, width, height in hundredths of the sheet. */
export const BOXES: Record<Province, readonly [number, number, number, number]> = {
  QIN: [3.2, 4.5, 33, 58],
  CHU: [3.5, 69, 51.5, 27.5],
  "JIN-YAN": [40.5, 4.5, 56, 27],
  "HAN-QI": [40, 34.5, 56.5, 30],
  WU: [60, 69, 36.5, 27.5],
};

/** Huang He and Chang Jiang from the west to the sea, with a lake of each. */
export const RIVERS =
  "M70 196C96 196 92 222 124 220S168 236 196 226 296 234 352 238 446 196 500 198 560 206 592 201" +
  "M58 322C70 346 110 360 150 356S250 368 320 362 420 376 480 364 556 346 592 352";
export const LAKES = "M176 357c4-14 34-15 46-6 13 10-6 20-22 17-14-3-27-2-24-11zM470 365c-2-11 20-16 36-10 14 6 6 17-10 18-14 1-25 0-26-8z";
