// What lies under the pieces: land, rivers, the outlines of states, the sides of a conflict.
import { useMemo } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { t } from "../../frame/texts";
import { R, along, centre, course, hexagon, indexOf, middle, outline, stepsFrom, type Point } from "./geometry";
import { RIVERS } from "./rivers";
import { at, besides, stateOf, type Colour, type State, type Things } from "./state";
import "./ground.css";

/** By how far the next river is: fields on its banks, then hills, then mountains. */
const KINDS = ["field", "field", "hills", "mountains"] as const;
const TINTS = { field: "var(--hg-field)", hills: "var(--hg-hills)", mountains: "var(--hg-mountains)" };

/** A river from its banks inwards. */
const WATER = [
  ["var(--hg-bank)", 23.5],
  ["var(--hg-water)", 20.5],
  ["var(--hg-flow)", 12],
] as const;

/** What land is like, and what is drawn there; not on every hex. */
function relief(land: readonly string[], river: readonly string[], capitals: readonly string[]) {
  const far = stepsFrom(river, [...land, ...river]);
  const bare = new Set(capitals);
  return land.map((hex) => {
    const dice = (indexOf(hex) * 7919 + 13) % 5; // looks like chance, and is the same at every table
    const steps = Math.min(far.get(hex) ?? 9, 3);
    return { hex, kind: KINDS[steps]!, drawn: !bare.has(hex) && dice <= (steps > 1 ? 2 : 1) };
  });
}

/** Land, rivers and coast: they stay as they are for the whole game. */
export function Ground({ land, river, capitals }: { land: readonly string[]; river: readonly string[]; capitals: readonly string[] }) {
  return useMemo(() => {
    const { line, stream, pools } = course(new Set(river), new Set(land));
    const paths = (hexes: readonly string[]) => hexes.map((hex) => hexagon(centre(hex))).join("");
    const water = paths(river);
    const grid = { stroke: "var(--hg-grid)", "stroke-width": 0.8 };
    const coast = outline([...land, ...river]);
    const grown = relief(land, river, capitals);
    const named = RIVERS.filter(({ hexes }) => hexes.every((hex) => river.includes(hex)));
    return (
      <g aria-hidden="true" fill="none" stroke-linecap="round" stroke-linejoin="round">
        <clipPath id="hg-board">
          <path d={coast} />
        </clipPath>
        {/* the board has a thickness */}
        <path d={coast} fill="var(--hg-side)" stroke="var(--tx-dark)" stroke-width="6" transform="translate(0 5)" />
        <path d={coast} stroke="var(--hg-coast)" stroke-width="5" />
        {Object.entries(TINTS).map(([wanted, fill]) => (
          <path key={wanted} d={paths(grown.flatMap(({ hex, kind }) => (kind === wanted ? hex : [])))} fill={fill} {...grid} />
        ))}
        <path d={water} fill="var(--hg-marsh)" />
        {grown.map(({ kind, hex, drawn }) => {
          const { x, y } = centre(hex);
          return drawn && <use key={hex} href={`#hg-${kind}`} x={(x - 15).toFixed(1)} y={(y - 15).toFixed(1)} width="30" height="30" stroke="var(--hg-relief)" stroke-width="1.1" opacity="0.75" />;
        })}
        {WATER.map(([colour, width]) => (
          <g key={colour} stroke={colour} stroke-width={width}>
            <path d={line} />
            <path d={pools} fill={colour} />
          </g>
        ))}
        <path d={stream} stroke="var(--hg-stream)" stroke-width="1.4" stroke-dasharray="14 5 4 5" />
        <path d={water} {...grid} />
        {named.map(({ name, hexes }, i) => (
          <g key={i}>
            <path id={`hg-river-${i}`} d={along(hexes)} />
            <text class="hg-river" dy="0.34em">
              <textPath href={`#hg-river-${i}`} startOffset="50%">
                {t(name)}
              </textPath>
            </text>
          </g>
        ))}
      </g>
    );
  }, [land.join(), river.join(), capitals.join()]);
}

/** The states, each with a border and a tint in the colours of its rulers, who has more leaders there longer. */
export function States({ states, seen }: { states: Map<string, State>; seen: string | null }) {
  return (
    <g aria-hidden="true">
      {[...states].map(([group, { hexes, leaders }]) => (
        <Realm key={group} hexes={hexes.join()} rulers={leaders.map(({ seat }) => seat).sort().join()} seen={seen === group} />
      ))}
    </g>
  );
}

/** How strong a state is in a war, on its border, and each of its leaders in a revolt. */
export function Strengths({ states, things, shown }: { states: Map<string, State>; things: Things; shown: string | null | "all" }) {
  return (
    <g class="hg-strengths" aria-hidden="true" pointer-events="none">
      {[...states].map(([group, { hexes, tiles }]) => {
        if (shown !== "all" && shown !== group) return null;
        const { x, y } = centre(hexes[0]!);
        return (
          <g key={group}>
            {hexes
              .filter((hex) => things.leader.has(hex))
              .map((hex) => (
                <Badge key={hex} at={{ x: centre(hex).x - 13, y: centre(hex).y + 10 }} colour="yellow" count={besides(things, hex, "yellow")} />
              ))}
            <Badge at={{ x, y: y - R }} colour="red" count={tiles[1] ?? 0} />
          </g>
        );
      })}
    </g>
  );
}

const Badge = ({ at, colour, count }: { at: Point; colour: Colour; count: number }) => (
  <g class={`hg-badge ${colour}`} transform={`translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`}>
    <circle r="7.5" />
    <text y="3.6">{count}</text>
  </g>
);

const DASH = 9;

function Realm({ hexes, rulers, seen }: { hexes: string; rulers: string; seen: boolean }) {
  return useMemo(() => {
    const line = outline(hexes.split(","));
    const seats = rulers.split(",");
    const one = seats.every((seat) => seat === seats[0]);
    const drawn = seats.slice(0, one ? 1 : undefined).map((seat, i) => ({
      class: `owner-${seat}`,
      d: line,
      "stroke-dasharray": one ? undefined : `${DASH} ${DASH * (seats.length - 1)}`,
      "stroke-dashoffset": -i * DASH,
    }));
    return (
      <g class="hg-state" data-seen={seen}>
        {drawn.map((seat, i) => (
          <path key={i} {...seat}  clip-path="url(#hg-board)" fill="var(--owner)" stroke="var(--owner)" stroke-width="17" opacity="0.5" />
        ))}
        <path class="hg-realm" d={line} />
        {drawn.map((seat, i) => (
          <path key={i} {...seat} class={`hg-border ${seat.class}`} />
        ))}
      </g>
    );
  }, [hexes, rulers, seen]);
}

/** The sides of a war are told apart by their lines: full, dashes, dots. */
const DASHES = [undefined, "9 5", "0.1 6"];

function Outline({ hexes, dashes, seen }: { hexes: string; dashes: string | undefined; seen: boolean }) {
  const line = useMemo(() => outline(hexes.split(",")), [hexes]);
  return <path data-seen={seen} d={line} fill="none" stroke="var(--hg-coast)" stroke-width="4" stroke-linejoin="round" stroke-linecap={dashes?.startsWith("0") ? "round" : "butt"} stroke-dasharray={dashes} />;
}

/** The sides of a war, each with its own line and its strength so far, and what led to the conflict. */
export function Conflict({ view }: BoardProps) {
  const state = stateOf(view);
  const marked = at(state.marked);
  if (state.conflict === "none" || !marked) return null;
  const spot = centre(marked);
  return (
    <g class="hg-conflict" aria-hidden="true" pointer-events="none">
      {state.sides.slice(0, state.n_sides).map((hexes, side) => (
        <Outline key={side} hexes={hexes.join()} dashes={DASHES[side]} seen={state.won_by === side} />
      ))}
      <path d={hexagon(spot, R - 1)} fill="none" stroke="var(--tx-dark)" stroke-width="4" />
      <path d={hexagon(spot, R - 1)} fill="none" stroke="var(--tx-light)" stroke-width="1.6" />
      {state.side_hex.slice(0, state.conflict === "war" ? state.n_sides : 0).map((hex, side) => {
        if (hex === "none") return null;
        const { x, y } = middle([hex, marked]);
        return (
          <g key={side} class="hg-strength" transform={`translate(${x} ${y})`}>
            <circle r="8.5" />
            <text y="3.9">{state.totals[side]}</text>
          </g>
        );
      })}
    </g>
  );
}
