// The hand of the viewer, and what the card looked at does.
import { useState } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { useDrag } from "../../frame/drag";
import { moveFocus, useStops } from "../../frame/keyboard";
import { Onlooker } from "../../frame/onlooker";
import { n, t } from "../../frame/texts";
import { idOf, numbered } from "../../frame/values";
import { CardFace, spoken } from "./card";
import { shown as written } from "./events";
import { cardsOf, isFramed, stateOf } from "./state";
import { handsOf } from "./tap";
import type { SunTzuKind } from "./types";
import { cardText } from "./words";
import "./hand.css";

/** A card that may be chosen: of the hand or one of those drawn. */
const CARD = /^(hand|drawn):/;

function labelOf(kind: string, lit: boolean): string {
  const name = isFramed(kind) ? t("{card}, framed", { card: written(kind) }) : written(kind);
  return lit ? t("{card}, can be used", { card: name }) : name;
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
  const stop = stops(slots.map(idOf));
  const { lit } = store.fit;
  // a card chosen elsewhere, such as one of those drawn, is told of too: never of one that was only looked at before
  const chosen = store.selection.find(({ part }) => CARD.test(part))?.part.replace(CARD, "");
  const told = chosen ?? (cards.includes(looked as SunTzuKind) ? looked : "");
  const framed = slots.filter(({ kind }) => isFramed(kind));
  const plain = slots.filter(({ kind }) => !isFramed(kind));
  const card = ({ kind, index }: (typeof slots)[number]) => {
    const part = `hand:${kind}`;
    const id = idOf({ kind, index });
    const { tabIndex, onFocus } = stop(id);
    const selected = store.isSelected(part, index);
    return (
      <button
        key={id}
        type="button"
        class="hand-card"
        data-part={part}
        data-value={isFramed(kind) ? "framed" : "plain"}
        data-lit={lit.has(part)}
        aria-pressed={selected}
        aria-label={labelOf(kind, giving && lit.has(part))}
        tabIndex={tabIndex}
        onFocus={() => {
          onFocus();
          look(kind);
        }}
        onBlur={() => look("")}
        onPointerEnter={(event) => event.pointerType === "mouse" && look(kind)}
        onPointerLeave={() => look("")}
        onClick={() => hands.tap(part, index)}
      >
        <CardFace kind={kind} />
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
        style={{ "--cards": Math.max(1, cards.length) }}
        onKeyDown={moveFocus}
      >
        <span class="st-group">{framed.map(card)}</span>
        <span class="st-group">{plain.map(card)}</span>
        {cards.length === 0 && <p class="hint">{t("No cards in your hand")}</p>}
      </div>
      <p class="st-told">
        {told ? (
          <>
            <b>{written(told)}</b> {isFramed(told) ? t("comes back after the round.") : t("leaves the game after the round.")} {cardText(told)}
          </>
        ) : (
          giving && !store.replay && t("Tap a card, then a province; tap an order to pick it up again. Cards can be dragged too.")
        )}
      </p>
      <p class="sr">{t("In your hand: {cards}", { cards: spoken(cards) })}</p>
    </section>
  );
}
