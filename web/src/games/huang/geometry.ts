// Where hexes lie on the sheet, and the lines along them. Pointed tops, odd rows shifted half a hex to the right.
import { HuangFacts } from "./types";

export const R = 20; // from the middle of a hex to its corners
export const W = Math.sqrt(3) * R;
const { rows: ROWS, columns: COLUMNS } = HuangFacts;
export const SHEET = { width: W * (COLUMNS + 0.5), height: R * (1.5 * ROWS + 0.5) };

export interface Point {
  x: number;
  y: number;
}

export const columnOf = (name: string): number => name.charCodeAt(0) - 65;
export const rowOf = (name: string): number => Number(name.slice(1)) - 1;
export const indexOf = (name: string): number => rowOf(name) * COLUMNS + columnOf(name);
const nameOf = (row: number, column: number): string => String.fromCharCode(65 + column) + (row + 1);

/** All places of the grid, in the order of the record. */
export const GRID = Array.from({ length: ROWS * COLUMNS }, (_, i) => nameOf(Math.floor(i / COLUMNS), i % COLUMNS));

export function centre(name: string): Point {
  const row = rowOf(name);
  return { x: W * (columnOf(name) + 0.5 + (row % 2) / 2), y: R * (1.5 * row + 1) };
}

/** The middle of several hexes: where a building stands on them. */
export function middle(names: readonly string[]): Point {
  const points = names.map(centre);
  return {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  };
}

/** The six places around a hex, clockwise from the upper left; null where the grid ends. */
function ring(name: string): (string | null)[] {
  const [row, column] = [rowOf(name), columnOf(name)];
  const left = column - 1 + (row % 2);
  const places = [
    [row - 1, left],
    [row - 1, left + 1],
    [row, column + 1],
    [row + 1, left + 1],
    [row + 1, left],
    [row, column - 1],
  ] as const;
  return places.map(([r, c]) => (r >= 0 && r < ROWS && c >= 0 && c < COLUMNS ? nameOf(r, c) : null));
}

const rings = new Map<string, (string | null)[]>();
export function around(name: string): (string | null)[] {
  let found = rings.get(name);
  if (!found) rings.set(name, (found = ring(name)));
  return found;
}
export const near = (name: string): string[] => around(name).filter((other) => other !== null);

const fixed = (value: number): string => String(Math.round(value * 100) / 100);
const write = ({ x, y }: Point): string => `${fixed(x)} ${fixed(y)}`;

/** Corners clockwise from the top. */
export function corners({ x, y }: Point, radius = R): Point[] {
  return Array.from({ length: 6 }, (_, k) => {
    const angle = ((60 * k - 90) * Math.PI) / 180;
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
  });
}

export const hexagon = (at: Point, radius = R): string => `M${corners(at, radius).map(write).join("L")}Z`;

/** The line around a set of hexes, as closed loops. */
export function outline(names: Iterable<string>): string {
  const inside = new Set(names);
  const next = new Map<string, string>();
  for (const name of inside) {
    const points = corners(centre(name)).map(write);
    around(name).forEach((other, side) => {
      if (other !== null && inside.has(other)) return;
      next.set(points[(side + 5) % 6]!, points[side]!);
    });
  }
  const loops: string[] = [];
  while (next.size > 0) {
    const [start] = next.keys();
    let point = start!;
    const loop: string[] = [];
    for (let to = next.get(point); to !== undefined; to = next.get(point)) {
      loop.push(point);
      next.delete(point);
      point = to;
    }
    loops.push(`M${loop.join("L")}Z`);
  }
  return loops.join("");
}

const middlePoint = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Where a line from the middle of a hex leaves it. */
const door = (name: string, other: string): Point => middlePoint(centre(name), centre(other));

/** Where a river that ends in this hex flows out to the sea: the open side that lies most opposite of where it comes from. */
function mouth(name: string, land: ReadonlySet<string>, river: ReadonlySet<string>, from: number): Point | null {
  const at = centre(name);
  const open = around(name).map((other) => other === null || !(land.has(other) || river.has(other)));
  const side = [3, 2, 4].map((turn) => (from + turn) % 6).find((one) => open[one]);
  if (side === undefined) return null;
  const angle = ((60 * side - 120) * Math.PI) / 180;
  return { x: at.x + 0.62 * W * Math.cos(angle), y: at.y + 0.62 * W * Math.sin(angle) };
}

/** A smooth line through the middles of hexes that follow each other, for what is written along it. */
export function along(names: readonly string[]): string {
  const [first, ...others] = names.map(centre);
  const ends = others.slice(0, -1).map((one, i) => middlePoint(one, others[i + 1]!));
  return `M${write(first!)}${others.slice(0, -1).map((one, i) => `Q${write(one)} ${write(ends[i]!)}`).join("")}L${write(others.at(-1)!)}`;
}

/** How many steps it is from each hex to the nearest of some others. */
export function stepsFrom(starts: readonly string[], within: readonly string[]): ReadonlyMap<string, number> {
  const inside = new Set(within);
  const steps = new Map(starts.map((name) => [name, 0]));
  for (const [name, far] of steps) for (const other of near(name)) if (inside.has(other) && !steps.has(other)) steps.set(other, far + 1);
  return steps;
}

/** A river as one line: it bends from side to side, and ends in the sea or in the middle of its last hex. */
export function course(river: ReadonlySet<string>, land: ReadonlySet<string>): { line: string; stream: string; pools: string } {
  let [line, stream, pools] = ["", "", ""];
  for (const name of river) {
    const at = centre(name);
    const others = around(name).map((other) => (other !== null && river.has(other) ? other : null));
    const doors = others.filter((other) => other !== null).map((other) => door(name, other));
    let here = doors.length === 0 ? `M${write(at)}h.01` : "";
    if (doors.length === 1) {
      const out = mouth(name, land, river, others.findIndex((other) => other !== null));
      here = out ? `M${write(doors[0]!)}Q${write(at)} ${write(out)}` : `M${write(doors[0]!)}L${write(at)}`;
    }
    doors.forEach((from, i) => {
      const to = doors[i + 1] ?? (doors.length > 2 ? doors[0] : undefined);
      if (to) here += `M${write(from)}Q${write(at)} ${write(to)}`;
    });
    line += here;
    if (doors.length < 3) stream += here;
    // three hexes around one corner make a pool
    others.forEach((other, side) => {
      const beside = others[(side + 1) % 6];
      if (other && beside) pools += `M${[name, other, beside].map((one) => write(centre(one))).join("L")}Z`;
    });
  }
  return { line, stream, pools };
}

/**
 * The hex of a set that lies in the direction of an arrow key, seen from another one: a neighbour if there is one. Up and
 * down keep to a column letter, so that a walk goes straight.
 */
export function towards(from: string, key: string, names: ReadonlySet<string>): string | null {
  const here = centre(from);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  let best: string | null = null;
  let least = Infinity;
  for (const name of names) {
    const there = centre(name);
    const along = (there.x - here.x) * dx! + (there.y - here.y) * dy!;
    const across = Math.abs((there.x - here.x) * dy!) + Math.abs((there.y - here.y) * dx!);
    if (along < 1 || across > along * 1.2 + 1) continue;
    const beside = Math.hypot(there.x - here.x, there.y - here.y) < 1.1 * W;
    const far = (beside ? 0 : 100 * R) + along + 2 * across + (name[0] === from[0] ? 0 : 1);
    if (far < least) [best, least] = [name, far];
  }
  return best;
}
