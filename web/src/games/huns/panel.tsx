// Between the decks and the camps: whose turn it is, the die and the goods in hand; the drawn cards; the question whether to flee.
import { Clear, Confirm } from "../../frame/actions";
import type { BoardProps } from "../../frame/game";
import { usePreview } from "../../frame/preview";
import type { Store } from "../../frame/store";
import { chosen } from "../../frame/tapping";
import { n, t, wordsOf } from "../../frame/texts";
import type { LegalAction } from "../../types";
import { DrawnCard } from "./card";
import { CardArt, Die, Good, King, KindArt, KingEmblem, Piece } from "./sprite";
import { COLOURS, askedOf, asksOf, colourAt, isHolder, spacesOn, stateOf, type Card, type Colour } from "./state";
import { isChosen, legalOf, offered, play, tap, useGoods } from "./tap";
import { cardName, deckName, goodName, goodsName, kingName } from "./words";
import "./panel.css";

/** Goods in hand by colour; those that can be placed or kept are buttons. */
function InHand({ store, view }: BoardProps) {
  const state = stateOf(view);
  const asks = asksOf(view);
  const area = useGoods(store);
  const from = asks === "put" || asks === "keep" ? "good" : asks === "place" ? "hand" : "";
  const hand = COLOURS.map((colour, i) => ({ colour, count: state.hand[i] ?? 0 })).filter(({ count }) => count > 0);
  if (hand.length === 0) return null;
  return (
    <div ref={area} class="hn-in-hand" data-anchor="batch" role="group" aria-label={t("Goods in hand")}>
      <span class="hn-caption">
        {state.asked !== state.active && <King seat={state.asked} />} {t("in hand")}
      </span>
      {hand.map(({ colour, count }) => {
        const part = `${from}:${colour}`;
        const name = t("{count} × {good}", { count, good: goodName(colour) });
        const chosen = from !== "" && isChosen(store, part);
        const goods = Array.from({ length: count }, (_, i) => <Good key={i} colour={colour} />);
        return from !== "" && (chosen || offered(store, part)) ? (
          <button key={colour} type="button" class="hn-pick" data-part={part} data-lit={!chosen} aria-pressed={chosen} aria-label={name} onClick={() => tap(store, part)}>
            {goods}
          </button>
        ) : (
          <span key={colour} class="hn-pick" role="img" aria-label={name}>
            {goods}
          </span>
        );
      })}
      <Brand store={store} />
    </div>
  );
}

/** Branding: then a good goes on a space of another colour. */
function Brand({ store }: { store: Store }) {
  const chosen = isChosen(store, "brand");
  if (!chosen && !legalOf(store, "brand")) return null;
  return (
    <button type="button" class="hn-pick hn-switch" data-part="brand" data-lit={!chosen} aria-pressed={chosen} onClick={() => tap(store, "brand")}>
      <CardArt card="E07" /> {cardName("E07")}
    </button>
  );
}

const MANY = 2;

/** Whose turn it is, with which die, and what was done with it. */
function Turn({ view }: BoardProps) {
  const state = stateOf(view);
  if (state.active < 0) return state.round > 0 ? <p class="hn-turn">{t("End of the round")}</p> : null;
  const die = colourAt(state.die);
  const looted = colourAt(state.loot_colour);
  return (
    <p class="hn-turn">
      <KingEmblem seat={state.active} />
      <b>{kingName(state.active)}</b>
      {die && (
        <>
          <Die colour={die} face={state.value} />
          <span>
            {state.action === "draw"
              ? t("draws: {deck}", { deck: deckName(die) })
              : looted
                ? t("loots: {goods}", { goods: goodsName(looted, MANY) })
                : t("value {value}", { value: state.value })}
          </span>
        </>
      )}
      {!die && <span class="dim">{t("takes a die")}</span>}
    </p>
  );
}

/** The cards just drawn: one of them is played. Others see how many they are. */
function Drawn({ store, view }: BoardProps) {
  const state = stateOf(view);
  const asked = askedOf(view);
  if (asked.kind !== "drawn") return null;
  const { colour, count } = asked;
  const own = view.viewer === state.asked ? (state.seen[view.viewer]?.[COLOURS.indexOf(colour)] ?? []).slice(0, count) : [];
  const cards = own.filter((card): card is Card => card !== "none");
  return (
    <section class={`hn-drawn ${colour}`} aria-label={t("Drawn cards")}>
      <h2>
        {cards.length > 0
          ? t("Play one of them; the others go under the deck in this order.")
          : n("{king} has drawn {count} card", "{king} has drawn {count} cards", count, { king: kingName(state.asked) })}
      </h2>
      <div class={cards.length > 0 ? "hn-cards" : "hn-backs"}>
        {cards.length > 0
          ? cards.map((card) => <DrawnCard key={card} store={store} card={card} spaces={isHolder(card) ? spacesOn(state, card) : 0} />)
          : Array.from({ length: count }, (_, i) => <KindArt key={i} colour={colour} />)}
      </div>
    </section>
  );
}

/** A Curse that has no place yet: the question is about it. */
function Curse({ store, view }: BoardProps) {
  const state = stateOf(view);
  const asked = askedOf(view);
  if (asked.kind !== "victim" && asked.kind !== "flee") return null;
  const { card } = asked;
  const { effect, timing } = wordsOf(card);
  const flee = legalOf(store, "flee");
  const accept = legalOf(store, "accept");
  const spaces = spacesOn(state, card);
  return (
    <section class="hn-curse black" aria-label={t("A curse is played")}>
      <span class="hn-plate">
        <CardArt card={card} />
      </span>
      <div class="hn-body">
        <h2>
          {asked.kind === "victim"
            ? t("{king} plays {curse}", { king: kingName(state.asked), curse: cardName(card) })
            : t("{curse} is played on {king}", { king: kingName(state.asked), curse: cardName(card) })}
        </h2>
        <p class="hn-effect">
          {timing && <i>{timing}: </i>}
          {effect}
        </p>
        {asked.kind === "victim" && <p class="dim">{t("Tap the camp of the one who gets it.")}</p>}
      </div>
      {asked.kind === "flee" && (
        <div class="hn-costs">
          <Cost action={flee} store={store} title={t("Flee")} kind="flee">
            <Brings store={store} action={flee} />
          </Cost>
          <Cost action={accept} store={store} title={t("Accept")} kind="accept">
            <span class="hn-spaces" aria-hidden="true">
              {Array.from({ length: spaces }, (_, i) => (
                <i key={i} />
              ))}
            </span>{" "}
            <span>{n("works until {count} good lies on it", "works until {count} goods lie on it", spaces)}</span> <Brings store={store} action={accept} />
          </Cost>
        </div>
      )}
    </section>
  );
}

interface CostProps {
  store: Store;
  action: LegalAction | undefined;
  title: string;
  kind: string;
  children: preact.ComponentChildren;
}

function Cost({ store, action, title, kind, children }: CostProps) {
  const inside = (
    <>
      <strong>{title}</strong>
      <span class="hn-cost">{children}</span>
      {action?.irreversible && <Piece id="seal" />}
    </>
  );
  return action ? (
    <button type="button" class="button" data-part={kind} data-lit="true" onClick={() => play(store, action)}>
      {inside}
    </button>
  ) : (
    <div class="hn-way">{inside}</div>
  );
}

export function Strip(props: BoardProps) {
  const state = stateOf(props.view);
  return (
    <div class="hn-strip">
      <p class="hn-round">{state.round > 0 ? t("Round {round}", { round: state.round }) : t("Set-up")}</p>
      {asksOf(props.view) !== "over" && <Turn {...props} />}
      <InHand {...props} />
    </div>
  );
}

export const Asked = (props: BoardProps) => (
  <div class="hn-asked">
    <Drawn {...props} />
    <Curse {...props} />
  </div>
);

/** Colours of which one is chosen, in the bar: the same that are lit where they lie. */
function GoodsOffered({ store, actions }: { store: Store; actions: readonly LegalAction[] }) {
  return (
    <>
      {actions.map((action) => {
        const colour = action.args.colour as Colour;
        return (
          <button key={action.id} type="button" class="chip hn-offer" title={action.label} onClick={() => play(store, action)}>
            <Good colour={colour} /> <span>{action.label}</span>
          </button>
        );
      })}
    </>
  );
}

/** Branding has too many ways for a button each: they are lit on the wagons. */
function Branding({ store }: { store: Store }) {
  return (
    <>
      <p class="hint">{t("Choose a space that is lit, and which good goes there.")}</p>
      <Clear store={store} />
    </>
  );
}

/** What an action would bring, as the server tells it. */
function Brings({ store, action }: { store: Store; action: LegalAction | undefined }) {
  const text = usePreview(store, action ?? null);
  return text ? <span class="hn-brings">{text}</span> : null;
}

/** With a die: what changes its value, other colours to loot, and what a draw and a loot would bring. */
function WithDie({ store }: { store: Store }) {
  const values = store.legal.filter(({ kind }) => kind === "raise" || kind === "value");
  const others = store.legal.filter(({ kind }) => kind === "loot_as");
  return (
    <>
      {values.map((action) => (
        <button key={action.id} type="button" class="button" data-part={action.kind === "raise" ? "raise" : `value:${String(action.args.value)}`} onClick={() => play(store, action)}>
          {action.label}
        </button>
      ))}
      {others.map((action) => (
        <button key={action.id} type="button" class="chip" title={action.label} onClick={() => store.lookAt(action)}>
          {action.label}
        </button>
      ))}
      {values.length + others.length > 0 && <p class="hint">{t("or draw or loot with it")}</p>}
      <p class="hn-told">
        <Brings store={store} action={legalOf(store, "loot")} /> <Brings store={store} action={legalOf(store, "draw")} />
      </p>
    </>
  );
}

/** In the bar: what is chosen, the goods to choose from, what a die brings, how to brand. */
export function offers(store: Store) {
  if (isChosen(store, "brand") && store.fit.exact.length === 0) return <Branding store={store} />;
  if (store.legal.length === 0) return null;
  if (store.selection.length > 0) {
    const action = chosen(store);
    return action && <Confirm key={action.id} store={store} action={action} />;
  }
  const goods = store.legal.filter(({ kind }) => kind === "good");
  if (goods.length > 0) return <GoodsOffered store={store} actions={goods} />;
  return legalOf(store, "loot") ? <WithDie store={store} /> : null;
}
