// Cards in a camp: with their whole text in the own one, as a line that opens in the others.
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { BoardProps } from "../../frame/game";
import type { Store } from "../../frame/store";
import { n, t, wordsOf } from "../../frame/texts";
import { CardArt, Good, King, KindArt } from "./sprite";
import { BAGS, askedOf, asksOf, colourOf, cursedBy, goodsOf, goodsOn, isHolder, isStopped, lieOf, spacesOn, stateOf, type Card, type Colour } from "./state";
import { isChosen, legalOf, offered, tap } from "./tap";
import { goodName, kingName, lieName, listed } from "./words";
import "./card.css";

interface CardProps extends BoardProps {
  seat: number;
  card: Card;
}

interface SpacesProps {
  goods: readonly Colour[];
  of: number;
  /** Where a good can be chosen: what its part begins with. */
  pick?: { store: Store; from: string } | null;
}

/** Spaces for goods of any colour, the filled ones first. */
export function Spaces({ goods, of, pick = null }: SpacesProps) {
  const parts = pick ? goods.map((good) => `${pick.from}:${good}`) : [];
  const spaces = Array.from({ length: of }, (_, i) => {
    const good = goods[i];
    const part = parts[i];
    const chosen = pick !== null && part !== undefined && isChosen(pick.store, part);
    if (!good) return <i key={i} />;
    return pick && part && (chosen || offered(pick.store, part)) ? (
      <button key={i} type="button" class="hn-pick" data-part={part} data-lit={!chosen} aria-pressed={chosen} aria-label={goodName(good)} onClick={() => tap(pick.store, part)}>
        <Good colour={good} />
      </button>
    ) : (
      <i key={i} data-good="true">
        <Good colour={good} />
      </i>
    );
  });
  if (pick) return <span class="hn-spaces">{spaces}</span>;
  const said = goods.length > 0 ? `: ${listed(goods)}` : "";
  return (
    <span class="hn-spaces" role="img" aria-label={n("{filled} of {count} space filled", "{filled} of {count} spaces filled", of, { filled: goods.length }) + said}>
      {spaces}
    </span>
  );
}

/** Goods are loaded from the own Saddlebags before the die, and one goes off a Mercenary whose guards were bribed. */
function picking({ store, view, seat, card }: CardProps): { store: Store; from: string } | null {
  const asked = askedOf(view);
  if (card === "E05") return seat === view.viewer && asked.kind === "before_die" && legalOf(store, "load") ? { store, from: "hand" } : null;
  return asked.kind === "bribed" && asked.card === card && legalOf(store, "good") ? { store, from: "good" } : null;
}

/** The goods on a card and its spaces, if it has any. */
function Goods(props: CardProps) {
  const state = stateOf(props.view);
  const { card } = props;
  const bags = card === "E05";
  const of = bags ? BAGS : spacesOn(state, card);
  return of > 0 ? <Spaces goods={bags ? goodsOf(state.saddlebags) : goodsOn(state, card)} of={of} pick={picking(props)} /> : null;
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

function Body(props: CardProps) {
  const { view, card } = props;
  const state = stateOf(view);
  const { name, timing, effect } = wordsOf(card);
  const note = standing(props);
  const by = colourOf(card) === "black" ? cursedBy(state, card) : -1;
  return (
    <span class="hn-body">
      <span class="hn-name">
        <b>{name}</b> {note && <span class="hn-note">{note}</span>}
      </span>
      <span class="hn-effect">
        {timing && <i>{timing}: </i>}
        {effect}
      </span>
      {(spacesOn(state, card) > 0 || card === "E05" || by >= 0) && (
        <span class="hn-under">
          <Goods {...props} />
          {by >= 0 && (
            <span>
              {t("from")} <King seat={by} />
            </span>
          )}
        </span>
      )}
    </span>
  );
}

const Art = ({ card, lie }: { card: Card; lie: string }) => (
  <span class="hn-plate">{lie === "fled" ? <KindArt colour={colourOf(card)} /> : <CardArt card={card} />}</span>
);

/** A card with all its text. */
export function FullCard(props: CardProps) {
  const { store, view, card } = props;
  const lie = lieOf(stateOf(view), card);
  const part = partOf(props);
  const able = offered(store, part) || (ELSEWHERE[card]?.(store) ?? false);
  const onto = isHolder(card) ? `onto:${card}` : undefined;
  return (
    <div class={`hn-card ${colourOf(card)}`} data-lie={lie} data-able={able} data-chosen={isChosen(store, part)} data-drop={onto} data-anchor={`card:${card}`}>
      {store.legal.length > 0 && <UseButton store={store} card={card} part={part} />}
      <Art card={card} lie={lie} />
      <Body {...props} />
    </div>
  );
}

/** Lies over the whole card; what is written on it stays readable for a screen reader. */
function UseButton({ store, card, part }: { store: Store; card: Card; part: string }) {
  const { name } = wordsOf(card);
  const [able, chosen] = [offered(store, part), isChosen(store, part)];
  return (
    <button
      type="button"
      class="hn-ground"
      tabIndex={able ? 0 : undefined}
      data-part={part}
      data-lit={able && !chosen}
      aria-pressed={chosen}
      aria-label={able ? t("{card}, can be used", { card: name }) : name}
      onClick={() => tap(store, part)}
    />
  );
}

/** A card of somebody else: its name and how it lies, its text after a tap. */
export function ShortCard(props: CardProps) {
  const { store, view, card, seat } = props;
  const [open, setOpen] = useState(false);
  const state = stateOf(view);
  const lie = lieOf(state, card);
  const part = partOf(props);
  const pick = picking(props);
  const { name, effect, timing } = wordsOf(card);
  const note = standing(props);
  const colour = colourOf(card);
  const lit = offered(store, part) || isChosen(store, part);
  const head: ComponentChildren = (
    <>
      <Art card={card} lie={lie} />
      <span class="hn-short-name">
        <b>{name}</b> {note && <span class="hn-note">{note}</span>}
      </span>
      {lie !== "fled" && !pick && <Goods {...props} />}
      {colour === "black" && cursedBy(state, card) >= 0 && lie === "up" && <King seat={cursedBy(state, card)} />}
    </>
  );
  return (
    <div class={`hn-short ${colour}`} data-lie={lie} data-able={lit} data-chosen={isChosen(store, part)} data-anchor={`card:${card}`} data-seat={seat}>
      {lit ? (
        <>
          <UseButton store={store} card={card} part={part} />
          <span class="hn-line">{head}</span>
        </>
      ) : (
        <button type="button" class="hn-line" aria-expanded={open} onClick={() => setOpen(!open)}>
          {head}
        </button>
      )}
      {pick && <Goods {...props} />}
      {(open || lit) && (
        <p class="hn-effect">
          {timing && <i>{timing}: </i>}
          {effect}
        </p>
      )}
    </div>
  );
}

/** One of the cards just drawn, which only who drew them sees. */
export function DrawnCard({ store, card, spaces }: { store: Store; card: Card; spaces: number }) {
  const part = `drawn:${card}`;
  const { name, timing, effect } = wordsOf(card);
  const chosen = isChosen(store, part);
  return (
    <button type="button" class={`hn-card ${colourOf(card)}`} data-part={part} data-lit={offered(store, part) && !chosen} aria-pressed={chosen} onClick={() => tap(store, part)}>
      <Art card={card} lie="up" />
      <span class="hn-body">
        <span class="hn-name">
          <b>{name}</b>
        </span>
        <span class="hn-effect">
          {timing && <i>{timing}: </i>}
          {effect}
        </span>
        {spaces > 0 && <span class="hn-under">{n("{count} space", "{count} spaces", spaces)}</span>}
      </span>
    </button>
  );
}
