// The market: a slim strip of six tiles, and the bag.
import type { BoardProps } from "../../frame/game";
import { t } from "../../frame/texts";
import { numbered } from "../../frame/values";
import { Building, TileFace } from "./sprite";
import { stateOf, tilesOf } from "./state";
import { tap } from "./tap";
import { kindName } from "./words";
import "./market.css";

export function Market({ store, view }: BoardProps) {
  const state = stateOf(view);
  const tiles = tilesOf(state.market);
  const { lit } = store.fit;
  return (
    <section class="row wraps rigid hg-market" aria-label={t("Market")} data-anchor="market">
      <h2 class="sr">{t("Market")}</h2>
      <div class="hg-row">
        {numbered(tiles).map(({ kind: colour, index }, i) => {
          const part = `market:${colour}`;
          return lit.has(part) ? (
            <button key={i} type="button" class="choice hg-piece" data-part={part} data-lit="true" aria-pressed={store.isSelected(part, index)} aria-label={t("Take {tile}", { tile: kindName(colour) })} onClick={() => tap(store, part, index)}>
              <TileFace colour={colour} />
            </button>
          ) : (
            <span key={i} class="hg-piece" role="img" aria-label={kindName(colour)}>
              <TileFace colour={colour} />
            </span>
          );
        })}
        {tiles.length === 0 && <span class="dim">{t("empty")}</span>}
      </div>
      <p class="nowrap hg-stock">
        <span title={t("Tiles in the bag; whoever cannot draw ends the game")}>
          <Building id="bag" /> <b>{state.bag_size}</b> <span class="hg-in-bag">{t("in the bag")}</span>
        </span>
      </p>
    </section>
  );
}
