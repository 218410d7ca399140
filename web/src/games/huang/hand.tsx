// What belongs to the viewer: tiles behind the screen, leaders, points by colour.
import type { BoardProps } from "../../frame/game";
import { useDrag } from "../../frame/drag";
import { moveFocus, useStops } from "../../frame/keyboard";
import { Onlooker } from "../../frame/onlooker";
import { n, t } from "../../frame/texts";
import { idOf, numbered } from "../../frame/values";
import { sightOf } from "./sight";
import { Building, LeaderFace, TileBack, TileFace } from "./sprite";
import { COLOURS, at, stateOf, tilesOf } from "./state";
import { drop, tap } from "./tap";
import { Brings } from "./telling";
import { HuangFacts } from "./types";
import { colourName, kindName, leaderName } from "./words";
import "./hand.css";

function Tiles({ store, view }: BoardProps) {
  const state = stateOf(view);
  const stops = useStops();
  const seat = view.viewer ?? 0;
  const tiles = tilesOf(state.hand[seat]);
  const { lit } = store.fit;
  const slots = numbered(tiles);
  const stop = stops(slots.map(idOf));
  const replaced = state.asks === "replace" && state.asked === seat ? state.replaced : 0;
  const replacing = store.isSelected("replace", 0) || replaced > 0;
  return (
    <div
      class="row hand hg-hand"
      role="toolbar"
      aria-label={n("Your hand: {count} tile", "Your hand: {count} tiles", tiles.length)}
      data-anchor="hand"
      data-replacing={replacing}
      onKeyDown={moveFocus}
    >
      {slots.map(({ kind: colour, index }) => {
        const id = idOf({ kind: colour, index });
        const part = `hand:${colour}`;
        const name = t("{kind}, {colour}", { kind: kindName(colour), colour: colourName(colour) });
        return (
          <button
            key={id}
            type="button"
            class="hg-piece"
            data-part={part}
            data-value={colour}
            data-lit={lit.has(part)}
            aria-pressed={store.isSelected(part, index)}
            aria-label={lit.has(part) ? t("{card}, can be used", { card: name }) : name}
            {...stop(id)}
            onClick={() => tap(store, part, index)}
          >
            <TileFace colour={colour} />
          </button>
        );
      })}
      {tiles.length === 0 && <p class="hint">{t("No tiles in your hand")}</p>}
      {replaced > 0 && (
        <span class="inline text-13 hg-replaced">
          {Array.from({ length: replaced }, (_, i) => (
            <TileBack key={i} />
          ))}
          <span>{n("{count} discarded", "{count} discarded", replaced)}</span>
        </span>
      )}
    </div>
  );
}

/**
 * The leaders, each with the points of its colour: at hand off the board, faint while they stand on it. White points count
 * for any colour, so the lowest of the other four is marked.
 */
function Leaders({ store, view }: BoardProps) {
  const state = stateOf(view);
  const seat = view.viewer ?? 0;
  const { lit } = store.fit;
  const points = state.points[seat];
  const taken = state.granaries_taken[seat] ?? 0;
  const worth = points?.map((count, i) => count + (COLOURS[i] === "blue" ? HuangFacts.granary_points * taken : 0)) ?? [];
  const lowest = Math.min(...worth.slice(0, 4));
  return (
    <ul class="near hg-leaders" aria-label={t("Your leaders and points")} data-drop="screen">
      {COLOURS.map((colour, i) => {
        const part = `leader:${colour}`;
        const hex = at(state.leaders[seat]?.[i]);
        const where = hex ? t("on {hex}", { hex }) : t("off the board");
        const wild = colour === "white";
        const low = !wild && worth[i] === lowest;
        const what = wild ? t("count for any colour") : low ? t("your lowest colour: your score") : "";
        return (
          <li key={colour} class="row">
            <button
              type="button"
              class="hg-piece hg-own-leader"
              data-part={part}
              data-lit={lit.has(part)}
              data-out={hex !== null}
              aria-pressed={store.isSelected(part, 0)}
              aria-label={`${leaderName({ seat, colour })}, ${where}`}
              title={`${kindName(colour)}, ${where}`}
              onPointerEnter={() => hex && sightOf(store).look(hex)}
              onPointerLeave={() => hex && sightOf(store).look(null)}
              onClick={() => tap(store, part)}
            >
              <LeaderFace seat={seat} colour={colour} />
            </button>
            <span class="nowrap hg-points" data-lowest={low} title={[colourName(colour), what].filter(Boolean).join(": ")}>
              {wild && "+"}
              <b>{worth[i]}</b>
              <span class="sr">
                {" "}
                {colourName(colour)} {what}
              </span>
            </span>
          </li>
        );
      })}
      {taken > 0 && (
        <li class="nowrap hg-points" title={t("granaries, in the blue points already")}>
          <Building id="granary" />
          <b>{taken}</b>
        </li>
      )}
    </ul>
  );
}

export function Hand(props: BoardProps) {
  const { store, view } = props;
  const area = useDrag({
    may: (part) => store.legal.some(({ parts }) => parts.includes(part)),
    places: "[data-hex], [data-drop]",
    begin: (part) => !store.selection.some((slot) => slot.part === part) && tap(store, part),
    over: (place) => sightOf(store).look(place?.dataset.hex ?? null),
    drop: (part, place) => (place ? drop(store, part, place.dataset.drop ?? `hex:${place.dataset.hex}`) : store.clear()),
  });
  if (view.viewer === null) return <Onlooker store={store}>{t("You are looking on: hands stay hidden.")}</Onlooker>;
  return (
    <section ref={area} class="hand-area hg-own" aria-label={t("Your side")}>
      <div class="row hg-tray">
        <Tiles {...props} />
        <Leaders {...props} />
      </div>
      <Brings store={store} />
    </section>
  );
}
