// What lies under the pieces: land, rivers, the outlines of states, the sides of a conflict.
import { useMemo } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { R, centre, course, hexagon, middle, outline } from "./geometry";
import { at, stateOf, type State } from "./state";
import "./ground.css";

/** Land, rivers and coast: they stay as they are for the whole game. */
export function Ground({ land, river }: { land: readonly string[]; river: readonly string[] }) {
  return useMemo(() => {
    const { line, stream, pools } = course(new Set(river), new Set(land));
    const water = river.map((hex) => hexagon(centre(hex))).join("");
    return (
      <g aria-hidden="true">
        <path class="hg-coast" d={outline([...land, ...river])} />
        <path class="hg-land" d={land.map((hex) => hexagon(centre(hex))).join("")} />
        <path class="hg-marsh" d={water} />
        <path class="hg-bank" d={line} />
        <path class="hg-bank pool" d={pools} />
        <path class="hg-water" d={line} />
        <path class="hg-water pool" d={pools} />
        <path class="hg-stream" d={stream} />
        <path class="hg-grid" d={water} />
      </g>
    );
  }, [land.join(), river.join()]);
}

export function States({ states, seen }: { states: Map<string, State>; seen: string | null }) {
  return (
    <g aria-hidden="true">
      {[...states].map(([group, { hexes }]) => (
        <Outline key={group} hexes={hexes.join()} name="hg-state" seen={seen === group} />
      ))}
    </g>
  );
}

function Outline({ hexes, name, seen }: { hexes: string; name: string; seen?: boolean }) {
  const line = useMemo(() => outline(hexes.split(",")), [hexes]);
  return <path class={name} data-seen={seen} d={line} />;
}

/** The sides of a war, each with its own line and its strength so far, and what led to the conflict. */
export function Conflict({ view }: BoardProps) {
  const state = stateOf(view);
  const marked = at(state.marked);
  if (state.conflict === "none" || !marked) return null;
  const spot = centre(marked);
  return (
    <g class="hg-conflict" aria-hidden="true">
      {state.sides.slice(0, state.n_sides).map((hexes, side) => (
        <Outline key={side} hexes={hexes.join()} name={`hg-side line${side}`} seen={state.won_by === side} />
      ))}
      <path class="hg-marker" d={hexagon(spot, R - 1)} />
      <path class="hg-marker light" d={hexagon(spot, R - 1)} />
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
