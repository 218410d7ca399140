// Above the own camp: whose turn it is, the die and the goods in hand; beside it what an action would bring.
import { Clear, Confirm, Then, pointing } from "../../frame/actions";
import { useEffect, useState } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { usePreview } from "../../frame/preview";
import type { Store } from "../../frame/store";
import { chosen } from "../../frame/tapping";
import { t } from "../../frame/texts";
import type { LegalAction } from "../../types";
import { CardArt, Die, Good, King, KingEmblem } from "./sprite";
import { COLOURS, asksOf, colourAt, stateOf, type Colour } from "./state";
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
    <div ref={area} class="inline by hn-in-hand" data-anchor="batch" role="group" aria-label={t("Goods in hand")}>
      <span class="hn-caption">
        {state.asked !== state.active && <King seat={state.asked} />} {t("in hand")}
      </span>
      {hand.map(({ colour, count }) => (
        <GoodsInHand key={colour} store={store} part={from && `${from}:${colour}`} colour={colour} count={count} />
      ))}
      <Brand store={store} />
    </div>
  );
}

/** Goods on the own Saddlebags, which are loaded before the die. */
function Bags({ store, view }: BoardProps) {
  if (asksOf(view) !== "before_die" || !legalOf(store, "load")) return null;
  return (
    <div class="inline by hn-in-hand" role="group" aria-label={cardName("E05")}>
      <CardArt card="E05" />
      {COLOURS.filter((_, i) => stateOf(view).saddlebags[i]).map((colour) => (
        <GoodsInHand key={colour} store={store} part={`hand:${colour}`} colour={colour} count={stateOf(view).saddlebags[COLOURS.indexOf(colour)]!} />
      ))}
    </div>
  );
}

/** Goods of a colour that can be placed, or that are only looked at. */
function GoodsInHand({ store, part, colour, count }: { store: Store; part: string; colour: Colour; count: number }) {
  const name = t("{count} × {good}", { count, good: goodName(colour) });
  const chosen = part !== "" && isChosen(store, part);
  const goods = (
    <>
      <Good colour={colour} />
      {count > 1 && <b>{count}</b>}
    </>
  );
  return part !== "" && (chosen || offered(store, part)) ? (
    <button type="button" class="inline centred hn-pick" data-part={part} data-lit={!chosen} aria-pressed={chosen} aria-label={name} onClick={() => tap(store, part)}>
      {goods}
    </button>
  ) : (
    <span class="inline centred hn-pick" role="img" aria-label={name}>
      {goods}
    </span>
  );
}

/** Branding: then a good goes on a space of another colour. */
function Brand({ store }: { store: Store }) {
  const chosen = isChosen(store, "brand");
  if (!chosen && !legalOf(store, "brand")) return null;
  return (
    <button type="button" class="inline centred hn-pick hn-switch" data-part="brand" data-lit={!chosen} aria-pressed={chosen} onClick={() => tap(store, "brand")}>
      <CardArt card="E07" /> {cardName("E07")}
    </button>
  );
}

const MANY = 2;

/** Whose turn it is, with which die, and what was done with it. */
function Turn({ view }: BoardProps) {
  const state = stateOf(view);
  if (state.active < 0) return state.round > 0 ? <p class="inline by hn-turn">{t("End of the round")}</p> : null;
  const die = colourAt(state.die);
  const looted = colourAt(state.loot_colour);
  return (
    <p class="inline by hn-turn">
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

/** That the game ends with this round, as far as nothing changes it [N3.2, N8.23]. */
function LastRound({ view }: BoardProps) {
  const { round, max_rounds, deck_size, reserve } = stateOf(view);
  if (round === 0 || asksOf(view) === "over") return null;
  const sure = round >= max_rounds || deck_size.includes(0);
  if (!sure && !reserve.includes(0)) return null;
  return <p class="hn-last">{sure ? t("Last round") : t("Last round, unless goods return")}</p>;
}

export function Strip(props: BoardProps) {
  const state = stateOf(props.view);
  return (
    <div class="row nowrap hn-strip">
      <p class="hn-round">{state.round > 0 ? t("Round {round}", { round: state.round }) : t("Set-up")}</p>
      <LastRound {...props} />
      {asksOf(props.view) !== "over" && <Turn {...props} />}
      <InHand {...props} />
      <Bags {...props} />
    </div>
  );
}

/** Branding has too many ways for a button each: they are lit on the wagons. */
const Branding = ({ store }: { store: Store }) => (
  <>
    <p class="hint">{t("Choose a space that is lit, and which good goes there.")}</p>
    <Clear store={store} />
  </>
);

/** What an action would bring, as the server tells it. */
export function Brings({ store, action, named = false }: { store: Store; action: LegalAction | undefined; named?: boolean }) {
  const text = usePreview(store, action ?? null);
  return text ? (
    <span class="hn-brings">
      {named && `${action?.label}. `}
      <Then brings={text} />
    </span>
  ) : null;
}

const WITH_DIE = ["raise", "value", "loot_as"];

/** With a die: what changes its value, other colours to loot. */
function WithDie({ store }: { store: Store }) {
  const values = store.legal.filter(({ kind }) => kind === "raise" || kind === "value");
  const others = store.legal.filter(({ kind }) => kind === "loot_as");
  return (
    <>
      {values.map((action) => (
        <button key={action.id} type="button" class="button" data-part={action.kind === "raise" ? "raise" : `value:${String(action.args.value)}`} {...pointing(store, action)} onClick={() => play(store, action)}>
          {action.label}
        </button>
      ))}
      {others.map((action) => (
        <button key={action.id} type="button" class="chip" title={action.label} {...pointing(store, action)} onClick={() => store.lookAt(action)}>
          {action.label}
        </button>
      ))}
    </>
  );
}

/** What a loot and a draw with the die would bring. */
export const told = (store: Store) =>
  legalOf(store, "loot") && (
    <>
      <Brings store={store} action={legalOf(store, "loot")} named /> <Brings store={store} action={legalOf(store, "draw")} named />
    </>
  );

/** The cards just drawn lie over the table: as long as this is pressed they lie aside. */
function Beneath() {
  const [away, put] = useState(false);
  useEffect(() => {
    const drawn = document.querySelector(".hn-drawn");
    drawn?.toggleAttribute("data-away", away);
    return () => drawn?.removeAttribute("data-away");
  }, [away]);
  return (
    <button type="button" class="choice button" data-kind="beneath" aria-pressed={away} onClick={() => put(!away)}>
      {t("Look beneath")}
    </button>
  );
}

/** In the bar: what is chosen, what a die brings, how to brand. */
export function offers(store: Store) {
  if (isChosen(store, "brand") && store.fit.exact.length === 0) return <Branding store={store} />;
  if (store.legal.length === 0) return null;
  if (store.selection.length > 0) {
    const action = chosen(store);
    return action && <Confirm key={action.id} store={store} action={action} />;
  }
  if (store.view && asksOf(store.view) === "drawn") return <Beneath key={store.view.number} />;
  return store.legal.some(({ kind }) => WITH_DIE.includes(kind)) ? <WithDie store={store} /> : null;
}
