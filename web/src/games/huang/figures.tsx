// What the page that tells how to play shows of Huang: pieces of the map, leaders, points.
import "./tokens.css";
import { Arrow, Gain, drawFigures, listOf, pairsOf, type Facts } from "../../frame/figures";
import { GRID, R, W, centre, columnOf, hexagon, middle, outline, rowOf } from "./geometry";
import { Ground } from "./ground";
import { LeaderFace, Sprite, TileFace } from "./sprite";
import { COLOURS, type Colour } from "./state";
import { kindName } from "./words";
import "./map.css";

/** The hexes of a part of the map, as in `B7:E10`. */
function regionOf(fact: string): string[] {
  const [from = "A1", to = "A1"] = fact.split(":");
  const within = (at: number, low: number, high: number) => at >= low && at <= high;
  return GRID.filter((hex) => within(columnOf(hex), columnOf(from), columnOf(to)) && within(rowOf(hex), rowOf(from), rowOf(to)));
}

const Piece = ({ hex, href, colour, ghost = false }: { hex: string; href: string; colour: string; ghost?: boolean }) => {
  const { x, y } = centre(hex);
  return (
    <g transform={`translate(${x.toFixed(2)} ${y})`}>
      <use class={colour} href={href} x="-20" y="-20" width="40" height="40" />
      {ghost && <path class="hg-chosen" d={hexagon({ x: 0, y: 0 }, R - 1.5)} />}
    </g>
  );
};

/** Leaders as in `0red:C8`: seat, colour, hex. */
const leadersOf = (fact: string | undefined) => pairsOf(fact).map(([who, hex]) => ({ seat: Number(who[0]), colour: who.slice(1), hex }));

function Place({ facts }: { facts: Facts }) {
  const region = regionOf(facts.region ?? "");
  const river = listOf(facts.river);
  const land = region.filter((hex) => !river.includes(hex));
  const points = region.map(centre);
  const [left, top] = [Math.min(...points.map(({ x }) => x)) - W / 2 - 3, Math.min(...points.map(({ y }) => y)) - R - 3];
  const [right, bottom] = [Math.max(...points.map(({ x }) => x)) + W / 2 + 3, Math.max(...points.map(({ y }) => y)) + R + 3];
  const [pagoda, under] = pairsOf(facts.pagoda)[0] ?? ["", ""];
  const chain = listOf(facts.chain);
  const stands = under ? middle(listOf(under)) : null;
  return (
    <div class="fig-row">
      <svg class="fig-map" viewBox={`${left} ${top} ${right - left} ${bottom - top}`} aria-hidden="true">
        <Ground land={land} river={river} capitals={[]} />
        {pairsOf(facts.tiles).flatMap(([colour, hexes]) => listOf(hexes).map((hex) => <Piece key={hex} hex={hex} href={`#hg-tile-${colour}`} colour={colour} />))}
        {pairsOf(facts.new).map(([colour, hex]) => (
          <Piece key={hex} hex={hex} href={`#hg-tile-${colour}`} colour={colour} ghost />
        ))}
        {chain.map((hex) => (
          <Piece key={hex} hex={hex} href="#hg-tile-blue" colour="blue" ghost />
        ))}
        {leadersOf(facts.leaders).map(({ seat, colour, hex }) => (
          <Piece key={hex} hex={hex} href={`#hg-leader-${seat}-${colour}`} colour={colour} />
        ))}
        {leadersOf(facts.arrives).map(({ seat, colour, hex }) => (
          <Piece key={hex} hex={hex} href={`#hg-leader-${seat}-${colour}`} colour={colour} ghost />
        ))}
        {stands && (
          <g transform={`translate(${stands.x.toFixed(2)} ${stands.y.toFixed(2)})`} class={pagoda}>
            <path class="hg-realm" d={outline(listOf(under))} transform={`translate(${-stands.x} ${-stands.y})`} />
            <use href="#hg-pagoda" x="-16" y="-18" width="32" height="32" />
          </g>
        )}
        {pairsOf(facts.strength).map(([hex, strength]) => (
          <g key={hex} class="hg-strength" transform={`translate(${centre(hex).x} ${centre(hex).y - R + 3})`}>
            <circle r="9.5" />
            <text y="4">{strength}</text>
          </g>
        ))}
      </svg>
      {leadersOf(facts.gains).map(({ seat, colour, hex: points }) => (
        <span key={colour} class="fig-row fig-points">
          <LeaderFace seat={seat} colour={colour as Colour} />
          <Gain points={points} />
        </span>
      ))}
      {[facts.revolt, facts.war].filter(Boolean).map((winner) => (
        <span key={winner} class="fig-row fig-points">
          <LeaderFace seat={Number(winner)} colour="red" />
          <Gain points="1" />
        </span>
      ))}
    </div>
  );
}

function Callings({ facts }: { facts: Facts }) {
  return (
    <ul class="fig-row fig-points">
      {COLOURS.map((colour) => (
        <li key={colour} class="fig-column">
          <LeaderFace seat={Number(facts.seat)} colour={colour} />
          <TileFace colour={colour} />
          <span>{kindName(colour)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The points by colour, white ones last, and the score that they make. */
function Lowest({ facts }: { facts: Facts }) {
  const points = listOf(facts.points);
  return (
    <div class="fig-row fig-points">
      {COLOURS.map((colour, i) => (
        <span key={colour} class="fig-column">
          <TileFace colour={colour} />
          <b class="fig-gain">{points[i]}</b>
        </span>
      ))}
      <Arrow />
      <b class="fig-gain fig-score">{facts.score}</b>
    </div>
  );
}

drawFigures("huang", Sprite, { map: Place, callings: Callings, lowest: Lowest });
