// The hand of the viewer with the cards drawn and the own general, and what the one looked at does.
import { useState } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { useDrag } from "../../frame/drag";
import { moveFocus, useStops } from "../../frame/keyboard";
import { Onlooker } from "../../frame/onlooker";
import { n, t, wordsOf } from "../../frame/texts";
import { tight } from "../../frame/tight";
import { idOf, numbered } from "../../frame/values";
import { CardFace, spoken } from "./card";
import { shown as written } from "./events";
import { General, heldBy, timing } from "./generals";
import { FRAMED, cardsOf, isFramed, stateOf } from "./state";
import { handsOf } from "./tap";
import type { SunTzuKind } from "./types";
import { cardText } from "./words";
import "./hand.css";

/** What can be told of: a card of the hand, one of those drawn, a general. */
const TOLD = /^(hand|drawn|general):/;

function labelOf(kind: string, lit: boolean): string {
  const name = isFramed(kind) ? t("{card}, framed", { card: written(kind) }) : written(kind);
  return lit ? t("{card}, can be used", { card: name }) : name;
}

/** What a card or a general does. */
function Told({ part, round }: { part: string; round: number }) {
  const [family, id] = part.split(":") as [string, string];
  if (family === "general") {
    return (
      <>
        <b>{wordsOf(id).name}</b> <span class="dim">{timing(id, round)}.</span> {wordsOf(id).effect}
      </>
    );
  }
  return (
    <>
      <b>{written(id)}</b> {isFramed(id) ? t("comes back after the round.") : t("leaves the game after the round.")} {cardText(id)}
    </>
  );
}

export function Hand({ store, view: newest }: BoardProps) {
  const view = store.known ?? newest;
  const state = stateOf(view);
  const hands = handsOf(store);
  const giving = !store.telling && state.asks === "orders" && view.viewer !== null && state.confirmed[view.viewer] === 0;
  const area = useDrag({ may: () => giving, places: "[data-place]", drop: (part, place) => hands.drop(part, place?.dataset.place ?? "") });
  const stops = useStops();
  const [looked, look] = useState("");
  if (view.viewer === null) return <Onlooker store={store}>{t("You are looking on: both hands stay hidden.")}</Onlooker>;
  const seat = view.viewer;
  const cards = cardsOf(state.hand[seat]);
  const slots = numbered(cards);
  const drawn = numbered(cardsOf(state.drawn[seat]));
  // framed cards come back: each keeps its place
  const framed = FRAMED.map((kind) => slots.find((one) => one.kind === kind));
  const plain = slots.filter(({ kind }) => !isFramed(kind));
  const generals = heldBy(view);
  const stop = stops([...slots.map(idOf), ...drawn.map((one) => `drawn ${idOf(one)}`)]);
  const { lit } = store.fit;
  const there = new Set([...slots.map(({ kind }) => `hand:${kind}`), ...drawn.map(({ kind }) => `drawn:${kind}`), ...generals.map((id) => `general:${id}`)]);
  // what is chosen is told of rather than what is looked at; a general over the map is told of beside the buttons
  const chosen = store.selection.find(({ part }) => TOLD.test(part) && there.has(part))?.part;
  const told = chosen ?? (there.has(looked) ? looked : "");
  const card = (family: "hand" | "drawn", { kind, index }: { kind: SunTzuKind; index: number }) => {
    const part = `${family}:${kind}`;
    const id = family === "hand" ? idOf({ kind, index }) : `drawn ${idOf({ kind, index })}`;
    const { tabIndex, onFocus } = stop(id);
    return (
      <button
        key={id}
        type="button"
        class="card-button hand-card"
        data-part={part}
        data-value={family === "drawn" ? "drawn" : isFramed(kind) ? "framed" : "plain"}
        data-lit={lit.has(part)}
        aria-pressed={store.isSelected(part, index)}
        aria-label={family === "drawn" ? t("{card}: put under the deck", { card: written(kind) }) : labelOf(kind, giving && lit.has(part))}
        tabIndex={tabIndex}
        onFocus={() => {
          onFocus();
          if (document.activeElement?.matches(":focus-visible")) look(part); // not where the page only put the focus
        }}
        onBlur={() => look("")}
        onPointerEnter={(event) => event.pointerType === "mouse" && look(part)}
        onPointerLeave={() => look("")}
        onClick={() => {
          look(part);
          hands.tap(part, index);
        }}
      >
        <CardFace kind={kind} seat={seat} />
      </button>
    );
  };
  return (
    <section class="hand-area st-hand-area" aria-label={t("Your hand")} data-place="" data-giving={giving}>
      <div
        ref={area}
        class="hand st-hand"
        role="toolbar"
        aria-label={n("Your hand: {count} card", "Your hand: {count} cards", cards.length)}
        data-anchor="hand"
        data-asked={store.legal.some((action) => action.parts.length > 0)}
        style={{ "--cards": FRAMED.length + plain.length + drawn.length, "--row": Math.max(FRAMED.length, plain.length + drawn.length) }}
        onKeyDown={moveFocus}
      >
        <span class="st-group">{framed.map((one, i) => (one ? card("hand", one) : <i key={i} class="st-away" />))}</span>
        <span class="st-group">
          {plain.map((one) => card("hand", one))}
          {drawn.length > 0 && (
            <span class="st-group st-drawn" role="group" aria-label={t("Cards drawn")}>
              {drawn.map((one) => card("drawn", one))}
            </span>
          )}
        </span>
        {cards.length + drawn.length === 0 && <p class="hint">{t("No cards in your hand")}</p>}
      </div>
      <div class="row apart centred st-below" data-generals={state.generals === 1}>
        {generals.map((id) => (
          <General key={id} store={store} id={id} round={state.round} look={(one) => look(one && `general:${one}`)} />
        ))}
        <p ref={tight} class="text-13 st-told">
          {told ? (
            <Told part={told} round={state.round} />
          ) : (
            giving && !store.replay && state.round <= 1 && t("Tap a card, then a province; tap an order to pick it up again. Cards can be dragged too.")
          )}
        </p>
      </div>
      <p class="sr">{t("In your hand: {cards}", { cards: spoken(cards) })}</p>
    </section>
  );
}
