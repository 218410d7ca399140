// The board: land and rivers, states, tiles, leaders, buildings, and what can be done there.
import { Component } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import type { Store } from "../../frame/store";
import { chosen } from "../../frame/tapping";
import { AS_IT_IS, t } from "../../frame/texts";
import type { LegalAction } from "../../types";
import { VIEW_BOX, useCamera } from "./camera";
import { R, centre, hexagon, middle, outline, towards, type Point } from "./geometry";
import { Conflict, Ground, States, Strengths } from "./ground";
import { useSight, type Sight } from "./sight";
import { NAMES, PAGODAS, at, bandsOf, stateOf, type Colour, type Leader, type State, type Things } from "./state";
import { places, tap } from "./tap";
import { Tools, useKeys } from "./tools";
import { colourName, spoken } from "./words";
import "./map.css";

const HEX = hexagon({ x: 0, y: 0 }, R);
const INSIDE = hexagon({ x: 0, y: 0 }, R - 2.4);

export interface MapProps extends BoardProps {
  things: Things;
  states: Map<string, State>;
  /** Hexes where something happened since the viewer's last decision. */
  fresh: ReadonlySet<string>;
}

type Piece = { colour: Colour; seat?: number };

const Drawn = ({ piece, ghost = false }: { piece: Piece; ghost?: boolean }) => (
  <use
    class={`${piece.colour}${ghost ? " hg-shade" : ""}`}
    href={piece.seat === undefined ? `#hg-tile-${piece.colour}` : `#hg-leader-${piece.seat}-${piece.colour}`}
    x="-20"
    y="-20"
    width="40"
    height="40"
  />
);

/** Around what has the focus: dark and light, and above all that is drawn there. */
const Ring = ({ at = { x: 0, y: 0 } }: { at?: Point }) => (
  <g class="hg-ring" aria-hidden="true" transform={`translate(${at.x.toFixed(2)} ${at.y})`}>
    <path d={INSIDE} />
    <path d={INSIDE} />
  </g>
);

interface HexProps {
  name: string;
  river: boolean;
  tile: Colour | undefined;
  leader: Leader | undefined;
  ghost: Piece | null;
  capital: boolean;
  granary: boolean;
  lit: boolean;
  chosen: boolean;
  fresh: boolean;
  stop: boolean;
  /** Its coordinates are shown. */
  named: boolean;
  label: string;
}

/** One hex. Drawn again only when something about it changed: there are 161 of them. */
class Hex extends Component<HexProps> {
  override shouldComponentUpdate(next: HexProps): boolean {
    const now = this.props;
    return (Object.keys(next) as (keyof HexProps)[]).some((key) => {
      if (key === "ghost") return now.ghost?.colour !== next.ghost?.colour || now.ghost?.seat !== next.ghost?.seat;
      if (key === "leader") return now.leader?.colour !== next.leader?.colour || now.leader?.seat !== next.leader?.seat;
      return now[key] !== next[key];
    });
  }

  override render({ name, river, tile, leader, ghost, capital, granary, lit, chosen, fresh, stop, named, label }: HexProps) {
    const { x, y } = centre(name);
    return (
      <g
        class="hg-hex"
        data-hex={name}
        data-part={`hex:${name}`}
        data-anchor={`hex:${name}`}
        data-lit={lit}
        data-river={river}
        data-full={Boolean(tile ?? leader)}
        data-owner={leader?.seat}
        role="button"
        tabindex={stop ? 0 : -1}
        aria-pressed={chosen}
        aria-label={label}
        transform={`translate(${x.toFixed(2)} ${y})`}
      >
        <path class="hg-cell" d={HEX} />
        {capital && !tile && <use href="#hg-wall" x="-20" y="-20" width="40" height="40" />}
        {lit && !tile && !leader && (
          <>
            <path class="hg-lit" d={INSIDE} />
            <circle r="3" fill="var(--tx-light)" stroke="var(--tx-dark)" stroke-width="1.4" />
          </>
        )}
        {tile && <Drawn piece={{ colour: tile }} />}
        {leader && <Drawn piece={leader} />}
        {ghost && <Drawn piece={ghost} ghost />}
        {lit && (tile || leader) && (
          <>
            <path class="hg-lit" d={HEX} />
            <path class="hg-lit-rim" d={HEX} fill="none" stroke="var(--tx-light)" stroke-width="2" />
          </>
        )}
        {granary && <use href="#hg-granary" x="1" y="3" width="15" height="15" />}
        {fresh && <path class="hg-fresh" d={HEX} />}
        {chosen && <path class="hg-chosen" d={INSIDE} />}
        {named && !tile && !leader && (
          <text class="hg-name" y="13.2" {...AS_IT_IS}>
            {name}
          </text>
        )}
      </g>
    );
  }
}

interface Shape {
  hexes: string[];
  label: string;
  action: LegalAction;
}

/** Where a building may stand now. */
function shapesOf(store: Store): Shape[] {
  return store.legal
    .filter(({ kind }) => kind === "pagoda" || kind === "palace")
    .map((action) => ({ hexes: action.parts.map((part) => part.slice(4)), label: action.label, action }));
}

function Buildings({ view, store, things }: MapProps) {
  const state = stateOf(view);
  const { lit } = store.fit;
  const palace = at(state.palace_at)?.split("+");
  return (
    <g>
      {state.pagodas.map((place, i) => {
        if (place === "none") return null;
        const { x, y } = middle(place.split("+"));
        const part = `pagoda:${place}`;
        return (
          <g
            key={i}
            class={`hg-stands ${PAGODAS[i]}`}
            data-part={lit.has(part) ? part : undefined}
            data-lit={lit.has(part)}
            aria-pressed={lit.has(part) ? store.isSelected(part, 0) : undefined}
            role={lit.has(part) ? "button" : undefined}
            tabindex={lit.has(part) ? 0 : undefined}
            aria-label={lit.has(part) ? t("{colour} pagoda on {hexes}", { colour: colourName(PAGODAS[i]!), hexes: place }) : undefined}
            transform={`translate(${x.toFixed(2)} ${y.toFixed(2)})`}
          >
            {lit.has(part) && <circle class="hg-lit" r="17" />}
            <use href="#hg-pagoda" x="-16" y="-18" width="32" height="32" />
            <Ring />
          </g>
        );
      })}
      {palace && (
        <g class="hg-stands yellow" transform={`translate(${middle(palace).x.toFixed(2)} ${middle(palace).y.toFixed(2)})`}>
          <use href="#hg-palace" x="-20" y="-15" width="40" height="31" />
        </g>
      )}
      {bandsOf(state).map(({ hexes, count }) => {
        const { x, y } = middle(hexes);
        return (
          <g key={hexes.join()} class="hg-bandits hg-count" aria-hidden="true" pointer-events="none">
            <path d={outline(hexes)} fill="var(--hg-band)" stroke="var(--tx-dark)" stroke-width="2" stroke-linejoin="round" />
            <g transform={`translate(${x.toFixed(2)} ${y.toFixed(2)})`}>
              <use href="#hg-bandit" x="-21" y="-26" width="42" height="42" />
              <circle cy="13" r="7" />
              <text y="16.6">{count}</text>
            </g>
          </g>
        );
      })}
      {shapesOf(store).map(({ hexes, label, action }) => {
        const { x, y } = middle(hexes);
        const palace = action.kind === "palace";
        const colour = things.tile.get(hexes[0]!) ?? "white";
        return (
          <g
            key={action.id}
            class={`hg-choice ${colour}`}
            data-shape={hexes.join("+")}
            data-chosen={chosen(store)?.id === action.id}
            role="button"
            tabindex={0}
            aria-label={label}
          >
            <path d={`M${hexes.map((hex) => `${centre(hex).x.toFixed(1)} ${centre(hex).y}`).join("L")}Z`} pointer-events="none" fill="none" stroke="var(--tx-dark)" stroke-width="1.4" stroke-dasharray="3 2.5" stroke-linejoin="round" />
            <g transform={`translate(${x.toFixed(2)} ${y.toFixed(2)})`}>
              <circle class="hg-lit" r={palace ? 9 : 13} />
              {palace ? (
                <use href="#hg-palace" x="-10" y="-8" width="20" height="15" />
              ) : (
                <use href="#hg-pagoda" x="-11" y="-12" width="22" height="22" />
              )}
              <Ring />
            </g>
          </g>
        );
      })}
    </g>
  );
}

/** The piece that the selection would put on a hex. */
function pieceOf(store: Store, viewer: number | null): Piece | null {
  for (const { part } of store.selection) {
    if (part.startsWith("hand:")) return { colour: part.slice(5) as Colour };
    if (part.startsWith("leader:") && viewer !== null) return { colour: part.slice(7) as Colour, seat: viewer };
  }
  return null;
}

function buildingsAt(view: BoardProps["view"]): Map<string, string> {
  const state = stateOf(view);
  const found = new Map<string, string>();
  state.pagodas.forEach((place, i) => {
    if (place === "none") return;
    for (const hex of place.split("+")) found.set(hex, t("{colour} pagoda", { colour: colourName(PAGODAS[i]!) }));
  });
  for (const hex of at(state.palace_at)?.split("+") ?? []) found.set(hex, t("palace"));
  return found;
}

/** A tap on a hex: a place for what is chosen, else the own leader that stands there, else only a look. */
function tapHex(store: Store, sight: Sight, things: Things, hex: string, byFinger: boolean): void {
  const part = `hex:${hex}`;
  const leader = things.leader.get(hex);
  const own = leader && leader.seat === store.view?.viewer ? `leader:${leader.colour}` : "";
  sight.look(hex);
  if (places(store).has(part)) tap(store, part, 0, byFinger);
  else if (own && (store.fit.lit.has(own) || store.isSelected(own, 0))) tap(store, own);
  else if (pieceOf(store, store.view?.viewer ?? null)) tap(store, part, 0, byFinger); // says why not
}

export function HexMap(props: MapProps) {
  const { store, view, things, states, fresh } = props;
  const state = stateOf(view);
  const sight = useSight(store);
  const box = useRef<HTMLDivElement>(null);
  const finger = useRef(false);
  const home = useRef<HTMLDivElement>(null);
  const camera = useCamera(box, home);
  camera.onRest = (hex) => sight.look(hex);
  useKeys(camera, sight);
  const names = useMemo(() => {
    const all = new Set<string>([...state.land, ...state.river]);
    return NAMES.filter((name) => all.has(name));
  }, [state.land.join(), state.river.join()]);
  const inside = useMemo(() => new Set<string>(names), [names]);
  const [focus, setFocus] = useState<string>("");
  const stop = inside.has(focus) ? focus : (names[Math.floor(names.length / 2)] ?? "");
  const piece = pieceOf(store, view.viewer);
  const open = useMemo(() => places(store), [store.legal, store.selection]);
  const labels = useMemo(() => {
    const standing = buildingsAt(view);
    return new Map(
      names.map((name) => {
        const group = at(state.group[NAMES.indexOf(name)]);
        return [name, spoken(name, things, group ? states.get(group) : undefined, standing.get(name) ?? "")];
      }),
    );
  }, [names, things, states, view]);
  const seen = sight.at ? (at(state.group[NAMES.indexOf(sight.at as (typeof NAMES)[number])]) ?? null) : null;
  const shapes = shapesOf(store);

  const isGhost = piece && store.selection.some(({ part }) => part.startsWith("hex:"));
  const over = piece && sight.at && !isGhost && open.has(`hex:${sight.at}`) ? sight.at : "";
  const hexes = useMemo(
    () => (
      <g>
        {names.map((name) => {
          const part = `hex:${name}`;
          const isChosen = store.isSelected(part, 0);
          return (
            <Hex
              key={name}
              name={name}
              river={things.river.has(name)}
              tile={things.tile.get(name)}
              leader={things.leader.get(name)}
              ghost={piece && (isChosen || over === name) ? piece : null}
              capital={things.capitals.has(name)}
              granary={things.granaries.has(name)}
              lit={!isChosen && open.has(part)}
              chosen={isChosen}
              fresh={fresh.has(name)}
              stop={name === stop}
              named={sight.coordinates}
              label={labels.get(name)!}
            />
          );
        })}
      </g>
    ),
    [names, things, labels, store.selection, over, fresh, stop, open, sight.coordinates],
  );

  const press = (target: Element, byFinger: boolean) => {
    const shape = target.closest<SVGElement>("[data-shape]")?.dataset.shape;
    const choice = shapes.find(({ hexes }) => hexes.join("+") === shape);
    if (choice) {
      sight.look(shape!);
      const only = shapes.length === 1 && !choice.action.irreversible;
      if (byFinger && !only && chosen(store)?.id !== choice.action.id) store.lookAt(choice.action);
      else store.play(choice.action);
      return;
    }
    const pagoda = target.closest<SVGElement>('[data-part^="pagoda:"]')?.dataset.part;
    if (pagoda) {
      tap(store, pagoda);
      return;
    }
    const hex = target.closest<SVGElement>("[data-hex]")?.dataset.hex;
    if (hex) tapHex(store, sight, things, hex, byFinger);
  };
  const hover = (event: PointerEvent) => {
    if (event.pointerType === "touch") return;
    const target = event.target as Element;
    sight.look(target.closest<SVGElement>("[data-shape]")?.dataset.shape ?? target.closest<SVGElement>("[data-hex]")?.dataset.hex ?? null);
  };
  const onKey = (event: KeyboardEvent) => {
    const target = event.target as Element;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press(target, false);
      return;
    }
    const from = (target as SVGElement).dataset.hex;
    const to = from && event.key.startsWith("Arrow") ? towards(from, event.key, inside) : null;
    if (!to) return;
    event.preventDefault();
    box.current?.querySelector<SVGElement>(`[data-hex="${to}"]`)?.focus();
  };
  const onFocus = (event: FocusEvent) => {
    const hex = (event.target as SVGElement).dataset?.hex;
    if (!hex) return;
    setFocus(hex);
    if ((event.target as Element).matches(":focus-visible")) {
      sight.look(hex);
      camera.reveal(centre(hex));
    }
  };
  return (
    <>
      <div class="hg-map" ref={box} data-zoomed="false">
        <svg viewBox={VIEW_BOX} class="hg-land" aria-hidden="true">
          <Ground land={state.land} river={state.river} capitals={state.capitals} />
        </svg>
        <svg
          viewBox={VIEW_BOX}
          role="group"
          aria-label={t("Board")}
          onPointerDown={(event) => (finger.current = event.pointerType === "touch")}
          onPointerOver={hover}
          onPointerLeave={(event) => event.pointerType !== "touch" && sight.look(null)}
          onClick={(event) => press(event.target as Element, finger.current)}
          onKeyDown={onKey}
          onFocusIn={onFocus}
        >
          <States states={states} seen={seen} />
          {hexes}
          <Conflict {...props} />
          <Strengths states={states} things={things} shown={sight.strengths ? "all" : seen} />
          <Buildings {...props} />
          <Ring at={centre(stop)} />
        </svg>
      </div>
      <div class="hg-home" ref={home}>
        <Tools camera={camera} sight={sight} />
      </div>
    </>
  );
}
