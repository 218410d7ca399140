// What belongs to the viewer: tiles behind the screen, leaders, points by colour.
import { useState } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { moveFocus } from "../../frame/keyboard";
import { Onlooker } from "../../frame/onlooker";
import { n, t } from "../../frame/texts";
import { useDrag } from "./drag";
import { sightOf } from "./sight";
import { Building, LeaderFace, TileBack, TileFace } from "./sprite";
import { COLOURS, at, stateOf, tilesOf } from "./state";
import { tap } from "./tap";
import { colourName, kindName, leaderName } from "./words";

function Tiles({ store, view, start }: BoardProps & { start: (part: string) => (event: PointerEvent) => void }) {
  const state = stateOf(view);
  const [focused, setFocused] = useState("");
  const seat = view.viewer ?? 0;
  const tiles = tilesOf(state.hand[seat]);
  const { lit } = store.fit;
  const ids = tiles.map((colour, i) => `${colour}#${tiles.slice(0, i).filter((one) => one === colour).length}`);
  const stop = ids.includes(focused) ? focused : ids[0];
  const replaced = state.asks === "replace" && state.asked === seat ? state.replaced : 0;
  const replacing = store.isSelected("replace", 0) || replaced > 0;
  return (
    <div
      class="hand hg-hand"
      role="toolbar"
      aria-label={n("Your hand: {count} tile", "Your hand: {count} tiles", tiles.length)}
      data-anchor="hand"
      data-replacing={replacing}
      onKeyDown={moveFocus}
    >
      {tiles.map((colour, i) => {
        const id = ids[i]!;
        const index = Number(id.slice(id.indexOf("#") + 1));
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
            tabIndex={id === stop ? 0 : -1}
            onFocus={() => setFocused(id)}
            onPointerDown={start(part)}
            onClick={() => tap(store, part, index)}
          >
            <TileFace colour={colour} />
          </button>
        );
      })}
      {tiles.length === 0 && <p class="hint">{t("No tiles in your hand")}</p>}
      {replaced > 0 && (
        <span class="hg-replaced">
          {Array.from({ length: replaced }, (_, i) => (
            <TileBack key={i} />
          ))}
          <span>{n("{count} discarded", "{count} discarded", replaced)}</span>
        </span>
      )}
    </div>
  );
}

function Leaders({ store, view, start }: BoardProps & { start: (part: string) => (event: PointerEvent) => void }) {
  const state = stateOf(view);
  const seat = view.viewer ?? 0;
  const { lit } = store.fit;
  const home = lit.has("screen") && store.selection.length > 0;
  return (
    <section class="hg-leaders" aria-label={t("Your leaders")} data-drop="screen">
      <h2>{t("Your leaders")}</h2>
      <div class="hg-row">
        {COLOURS.map((colour, i) => {
          const part = `leader:${colour}`;
          const hex = at(state.leaders[seat]?.[i]);
          const where = hex ? t("on {hex}", { hex }) : t("aside");
          return (
            <button
              key={colour}
              type="button"
              class="hg-piece hg-own-leader"
              data-part={part}
              data-lit={lit.has(part)}
              data-out={hex !== null}
              aria-pressed={store.isSelected(part, 0)}
              aria-label={`${leaderName({ seat, colour })}, ${where}`}
              title={hex ? undefined : t("off the board")}
              onPointerDown={start(part)}
              onPointerEnter={() => hex && sightOf(store).look(hex)}
              onPointerLeave={() => hex && sightOf(store).look(null)}
              onClick={() => tap(store, part)}
            >
              <LeaderFace seat={seat} colour={colour} />
              <span class="hg-where">{hex ?? t("aside")}</span>
            </button>
          );
        })}
        <button
          type="button"
          class="button hg-screen"
          data-part="screen"
          data-lit={home}
          aria-pressed={store.isSelected("screen", 0)}
          disabled={!home}
          title={t("Take the leader off the board")}
          onClick={() => tap(store, "screen")}
        >
          {t("Withdraw")}
        </button>
      </div>
    </section>
  );
}

/** Own points by colour; white ones count for any colour, so the lowest of the other four is marked. */
function Points({ view }: BoardProps) {
  const state = stateOf(view);
  const points = state.points[view.viewer ?? 0];
  const taken = state.granaries_taken[view.viewer ?? 0] ?? 0;
  if (!points) return null;
  const worth = points.map((count, i) => count + (COLOURS[i] === "blue" ? 2 * taken : 0));
  const lowest = Math.min(...worth.slice(0, 4));
  return (
    <section class="hg-points" aria-label={t("Your points")}>
      <h2>{t("Your points")}</h2>
      <ul>
        {COLOURS.map((colour, i) => {
          const low = i < 4 && worth[i] === lowest;
          return (
            <li key={colour} data-lowest={low} title={colour === "white" ? t("count for any colour") : low ? t("your lowest colour: your score") : undefined}>
              <TileFace colour={colour} />
              <b>{worth[i]}</b>
              <span class="hg-note">{colour === "white" ? t("any") : low ? t("lowest") : ""}</span>
              <span class="sr">{colourName(colour)}</span>
            </li>
          );
        })}
        {taken > 0 && (
          <li title={t("granaries, in the blue points already")}>
            <Building id="granary" />
            <b>{taken}</b>
          </li>
        )}
      </ul>
    </section>
  );
}

export function Hand(props: BoardProps) {
  const { store, view } = props;
  const { start, drag } = useDrag(store, (part) => sightOf(store).look(part?.startsWith("hex:") ? part.slice(4) : null));
  if (view.viewer === null) return <Onlooker store={store}>{t("You are looking on: hands stay hidden.")}</Onlooker>;
  const [kind, colour] = (drag?.part ?? "").split(":") as [string, (typeof COLOURS)[number]];
  return (
    <section class="hg-own" aria-label={t("Your side")}>
      <Tiles {...props} start={start} />
      <Leaders {...props} start={start} />
      <Points {...props} />
      {drag && (
        <span class="hg-dragged" style={{ transform: `translate(${drag.x}px, ${drag.y}px) translate(-50%, -60%)` }}>
          {kind === "hand" ? <TileFace colour={colour} /> : <LeaderFace seat={view.viewer} colour={colour} />}
        </span>
      )}
    </section>
  );
}
