// The five decks in a row, each with its die and the goods of the reserve; beside them the wagons to choose from.
import { NoUndoIcon } from "../../frame/icons";
import type { BoardProps } from "../../frame/game";
import { n, t } from "../../frame/texts";
import { Die, Good, KindArt, KingEmblem, Piece } from "./sprite";
import { COLOURS, asksOf, colourAt, spacesOf, stateOf, typeOf, type Colour } from "./state";
import { isChosen, legalOf, offered, play, pointing, tap } from "./tap";
import { deckName, dieName, goodsName, kingName } from "./words";
import { Quiet } from "./quiet";
import { MarketWagon } from "./wagon";
import "./row.css";

type ColumnProps = BoardProps & { colour: Colour };

/** The deck: drawn from with the die of its colour. What is drawn cannot be put back, so the deck says so. */
function Deck({ store, view, colour }: ColumnProps) {
  const state = stateOf(view);
  const at = COLOURS.indexOf(colour);
  const count = state.deck_size[at] ?? 0;
  const action = colourAt(state.die) === colour ? legalOf(store, "draw") : undefined;
  const inside = (
    <>
      <KindArt colour={colour} />
      <span class="sr">{deckName(colour)}: </span>
      <b>{count}</b>
      <span class="sr">
        {" "}
        {n("card", "cards", count)}
        {action && ","}
      </span>
      {action && <span class="text-12 hn-do">{t("Draw")}</span>}
    </>
  );
  const title = `${deckName(colour)}: ${count} ${n("card", "cards", count)}`;
  const wish = asksOf(view) === "after_die" && colourAt(state.die) !== colour ? `die:${colour}` : "draw";
  return action ? (
    <button type="button" class="row near centred hn-deck" title={title} data-part="draw" data-lit="true" data-anchor={`deck:${colour}`} {...pointing(store, "draw")} onClick={() => play(store, action)}>
      {inside}
      {action.irreversible && <NoUndoIcon />}
      {action.irreversible && <span class="sr">({t("no undo")})</span>}
    </button>
  ) : (
    <Quiet store={store} class="row near centred hn-deck" wish={wish} anchor={`deck:${colour}`} title={title} none={count === 0}>
      {inside}
    </Quiet>
  );
}

function DiePlace({ store, view, colour }: ColumnProps) {
  const state = stateOf(view);
  const at = COLOURS.indexOf(colour);
  const face = state.dice[at] ?? 0;
  const taker = state.taken_by[at] ?? -1;
  const current = colourAt(state.die) === colour;
  const part = `die:${colour}`;
  if (face === 0)
    return (
      <div class="middle hn-die" data-gone={!current} data-anchor={part}>
        {current ? <Die colour={colour} face={state.value} /> : taker >= 0 && <KingEmblem seat={taker} />}
        {taker >= 0 && (
          <span class="sr">
            {current
              ? t("{king} has the {die}, value {value}", { king: kingName(taker), die: dieName(colour), value: state.value })
              : t("taken by {king}", { king: kingName(taker) })}
          </span>
        )}
      </div>
    );
  const name = `${dieName(colour)}, ${face}`;
  const chosen = isChosen(store, part);
  return offered(store, part) || chosen ? (
    <button type="button" class="middle hn-die" data-part={part} data-lit={!chosen} data-anchor={part} aria-pressed={chosen} aria-label={t("{card}, can be used", { card: name })} title={name} {...pointing(store, part)} onClick={() => tap(store, part)}>
      <Die colour={colour} face={face} />
    </button>
  ) : (
    <Quiet store={store} class="middle hn-die" wish={part} anchor={part} label={name}>
      <Die colour={colour} face={face} />
    </Quiet>
  );
}

/** The goods of a colour in the reserve: looted with its die, or taken by an effect. */
function Pile({ store, view, colour }: ColumnProps) {
  const state = stateOf(view);
  const count = state.reserve[COLOURS.indexOf(colour)] ?? 0;
  const loot = colourAt(state.die) === colour ? legalOf(store, "loot") : undefined;
  const part = partOfPile(store, view, colour);
  const title = `${count} ${goodsName(colour, count)} ${t("in the reserve")}`;
  const inside = (
    <>
      <Good colour={colour} />
      <b>{count}</b>
      <span class="sr">
        {" "}
        {goodsName(colour, count)} {t("in the reserve")}{" "}
      </span>
      {(loot || (part?.startsWith("goods:") && offered(store, part))) && <span class="text-12 hn-do">{t("Loot")}</span>}
    </>
  );
  if (loot)
    return (
      <button type="button" class="row near centred hn-pile" title={title} data-part="loot" data-lit="true" data-anchor={`goods:${colour}`} {...pointing(store, "loot")} onClick={() => play(store, loot)}>
        {inside}
      </button>
    );
  const chosen = part !== null && isChosen(store, part);
  return part && (chosen || offered(store, part)) ? (
    <button type="button" class="row near centred hn-pile" title={title} data-part={part} data-lit={!chosen} data-anchor={`goods:${colour}`} aria-pressed={chosen} {...pointing(store, part)} onClick={() => tap(store, part)}>
      {inside}
    </button>
  ) : (
    <Quiet store={store} class="row near centred hn-pile" wish={part ?? "loot"} anchor={`goods:${colour}`} title={title} none={count === 0}>
      {inside}
    </Quiet>
  );
}

const FROM_RESERVE = ["start_good", "fast_loading", "fast_loading_again"];
const NOT_FROM_RESERVE = ["put", "keep", "bribed", "levy"];

/** What a pile stands for: the good that an effect takes or loads from here, or a loot in its colour. */
function partOfPile(store: ColumnProps["store"], view: ColumnProps["view"], colour: Colour): string | null {
  const asks = asksOf(view);
  if (FROM_RESERVE.includes(asks)) return `hand:${colour}`;
  if (asks === "after_die") return `goods:${colour}`;
  return legalOf(store, "good") && !NOT_FROM_RESERVE.includes(asks) ? `good:${colour}` : null;
}

export function Decks(props: BoardProps) {
  return (
    <section class="yields hn-decks" aria-label={t("Decks, dice and reserve")}>
      <ul class="near hn-columns">
        {COLOURS.map((colour) => (
          <li key={colour} class={`hn-column ${colour}`}>
            <span class="cut hn-deck-name" aria-hidden="true">
              {deckName(colour)}
            </span>
            <Deck {...props} colour={colour} />
            <DiePlace {...props} colour={colour} />
            <Pile {...props} colour={colour} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Market({ store, view }: BoardProps) {
  const state = stateOf(view);
  const part = "market:deck";
  const chosen = isChosen(store, part);
  const left = n("wagon in the deck", "wagons in the deck", state.wagons_left);
  const title = `${state.wagons_left} ${left}`;
  const deck = (
    <>
      <Piece id="sent" />
      <b>{state.wagons_left}</b>
      <span>{left}</span>
    </>
  );
  return (
    <section class="yields hn-market" aria-label={t("Wagons to choose from")}>
      {state.display.map((wagon, i) =>
        wagon === "none" ? (
          <span key={i} class="text-13 hn-nothing">
            {t("empty")}
          </span>
        ) : (
          <MarketWagon key={i} store={store} part={`market:${i + 1}`} type={typeOf(state, wagon)} spaces={spacesOf(state, wagon)} />
        ),
      )}
      {offered(store, part) || chosen ? (
        <button type="button" class="middle hn-wagon-deck" title={title} data-part={part} data-lit={!chosen} data-anchor={part} aria-pressed={chosen} {...pointing(store, part)} onClick={() => tap(store, part)}>
          {deck}
        </button>
      ) : (
        <Quiet store={store} class="middle hn-wagon-deck" wish={part} anchor={part} title={title} none={state.wagons_left === 0}>
          {deck}
        </Quiet>
      )}
    </section>
  );
}
