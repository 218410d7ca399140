// Cards in a camp and those just drawn.
import type { BoardProps } from "../../frame/game";
import type { Store } from "../../frame/store";
import { n, t, wordsOf } from "../../frame/texts";
import { helps } from "./help";
import { CardArt, Good, King, KindArt } from "./sprite";
import { BAGS, asksOf, colourOf, cursedBy, goodsOf, goodsOn, isHolder, isStopped, lieOf, spacesOn, stateOf, type Card, type Colour } from "./state";
import { isChosen, legalOf, offered, pointing, tap } from "./tap";
import { kingName, lieName, listed } from "./words";
import "./card.css";

interface CardProps extends BoardProps {
  seat: number;
  card: Card;
}

/** Spaces for goods of any colour, the filled ones first. */
export function Spaces({ goods, of }: { goods: readonly Colour[]; of: number }) {
  const said = goods.length > 0 ? `: ${listed(goods)}` : "";
  return (
    <span class="hn-spaces" role="img" aria-label={n("{filled} of {count} space filled", "{filled} of {count} spaces filled", of, { filled: goods.length }) + said}>
      {Array.from({ length: of }, (_, i) => {
        const good = goods[i];
        return (
          <i key={i} class="middle" data-good={good !== undefined}>
            {good && <Good colour={good} />}
          </i>
        );
      })}
    </span>
  );
}

/** The goods on a card and its spaces, if it has any. */
function Goods({ view, card }: CardProps) {
  const state = stateOf(view);
  const bags = card === "E05";
  const of = bags ? BAGS : spacesOn(state, card);
  return of > 0 ? <Spaces goods={bags ? goodsOf(state.saddlebags) : goodsOn(state, card)} of={of} /> : null;
}

/** Cards that speak of the player on the left. */
const NEIGHBOURLY: readonly string[] = ["E10", "T03"];

/** What is to be said of a card besides its text: how it lies, whether something keeps it from working. */
function standing({ view, seat, card }: CardProps): string {
  const state = stateOf(view);
  const lie = lieOf(state, card);
  const stopped = isStopped(state, seat, card) && lie !== "fled" ? (card[0] === "E" ? t("stopped by a curse") : t("stopped by a mutiny")) : "";
  const spent = state.spent.includes(card) ? (isHolder(card) ? t("already used") : t("used for now")) : "";
  const left = NEIGHBOURLY.includes(card) ? t("on the left: {king}", { king: kingName((seat + 1) % state.players) }) : "";
  return [lieName(lie), stopped, spent, left].filter(Boolean).join(", ");
}

const ONTO = ["place", "ritual", "bribe"];

/** The part that a card stands for now: to use it, to brand with it, or as the place of goods. */
function partOf({ store, view, card }: CardProps): string {
  if (card === "E07" && legalOf(store, "brand")) return "brand";
  return isHolder(card) && ONTO.includes(asksOf(view)) ? `onto:${card}` : `card:${card}`;
}

/** Cards whose effect can be used now, by a button elsewhere. */
const ELSEWHERE: Record<string, (store: Store) => boolean> = {
  E12: (store) => legalOf(store, "value") !== undefined,
  M06: (store) => legalOf(store, "loot_as") !== undefined,
  E05: (store) => legalOf(store, "die") !== undefined && legalOf(store, "load") !== undefined,
};

const Art = ({ card, lie }: { card: Card; lie: string }) => (
  <span class="hn-plate">{lie === "fled" ? <KindArt colour={colourOf(card)} /> : <CardArt card={card} />}</span>
);

/** What a card does, and when. */
export function Effect({ card }: { card: Card }) {
  const { timing, effect } = wordsOf(card);
  return (
    <span class="text-13 hn-effect">
      {timing && <i>{timing}: </i>}
      {effect}
    </span>
  );
}

/** How far a Treasure is: what it counts, and what it needs. */
function Far({ view, card }: CardProps) {
  const [has, needs] = (colourOf(card) === "yellow" && stateOf(view).progress[Number(card.slice(1)) - 1]) || ([] as number[]);
  if (has === undefined || needs === undefined) return null;
  return (
    <span class="hn-far" data-met={has >= needs} title={has >= needs ? t("counts as things stand") : t("does not count yet")}>
      {has}/{needs}
      <span class="sr"> {has >= needs ? t("counts as things stand") : t("does not count yet")}</span>
    </span>
  );
}

/** All that is to be read of a card in a camp. */
function Inside(props: CardProps) {
  const { view, card } = props;
  const note = standing(props);
  const by = colourOf(card) === "black" ? cursedBy(stateOf(view), card) : -1;
  return (
    <span class="column hn-body">
      <span class="wraps hn-name">
        <b>{wordsOf(card).name}</b> {note && <span class="hn-note">{note}</span>}
      </span>
      <Effect card={card} />
      <span class="row wraps text-13 hn-under">
        <Goods {...props} />
        <Far {...props} />
        {by >= 0 && (
          <span class="nowrap hn-by">
            {t("from")} <King seat={by} />
          </span>
        )}
      </span>
    </span>
  );
}

/** A card in a camp, in whatever form has room (`density.ts`); what has no room is read in a box beside it. */
export function Tile(props: CardProps & { picked?: boolean }) {
  const { store, view, card, seat, picked = false } = props;
  const lie = lieOf(stateOf(view), card);
  const part = partOf(props);
  const able = picked || seat === view.viewer ? offered(store, part) || (ELSEWHERE[card]?.(store) ?? false) : false;
  return (
    <div
      class={`yields hn-tile ${colourOf(card)}`}
      data-lie={lie}
      data-able={able}
      data-chosen={isChosen(store, part)}
      data-drop={seat === view.viewer && isHolder(card) ? `onto:${card}` : undefined}
      data-anchor={picked ? undefined : `card:${card}`}
      {...helps(() => <Inside {...props} />)}
    >
      <Ground {...props} part={picked || seat === view.viewer ? part : ""} />
      <Art card={card} lie={lie} />
      <Inside {...props} />
    </div>
  );
}

/** Lies over the whole card, to use it or to read it; what is written on it stays readable for a screen reader. */
function Ground({ store, card, part }: CardProps & { part: string }) {
  const { name } = wordsOf(card);
  if (!part || store.legal.length === 0) return <button type="button" class="hn-ground" aria-label={name} />;
  const [able, chosen] = [offered(store, part), isChosen(store, part)];
  return (
    <button
      type="button"
      class="hn-ground"
      data-part={part}
      data-lit={able && !chosen}
      aria-pressed={chosen}
      aria-label={able ? t("{card}, can be used", { card: name }) : name}
      {...pointing(store, part)}
      onClick={() => tap(store, part)}
    />
  );
}

/** One of the cards just drawn, which only who drew them sees. */
export function DrawnCard({ store, card, spaces }: { store: Store; card: Card; spaces: number }) {
  const part = `drawn:${card}`;
  const chosen = isChosen(store, part);
  const inside = (
    <span class="column hn-body">
      <span class="wraps hn-name">
        <b>{wordsOf(card).name}</b>
      </span>
      <Effect card={card} />
      {spaces > 0 && <span class="row wraps text-13 hn-under">{n("{count} space", "{count} spaces", spaces)}</span>}
    </span>
  );
  const reading = helps(() => inside);
  const press = (event: MouseEvent) => {
    reading.onClick(event);
    tap(store, part);
  };
  return (
    <button type="button" class={`yields hn-tile ${colourOf(card)}`} data-part={part} data-lit={offered(store, part) && !chosen} aria-pressed={chosen} {...reading} onClick={press}>
      <Art card={card} lie="up" />
      {inside}
    </button>
  );
}
