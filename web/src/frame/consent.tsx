// What all who play may agree to: what is offered, in the bar; what can be, in the dialog.
import type { OfferView } from "../types";
import { at } from "./site";
import type { Store } from "./store";
import { m, t } from "./texts";
import "./consent.css";

const WORDS: Readonly<Record<string, string>> = {
  undo: m("Ask to take the last action back"),
  draw: m("Offer a draw"),
  abandon: m("Ask to end it without a result"),
};

/** The same where nobody else has a say. */
const ALONE: Readonly<Record<string, string>> = {
  undo: m("Take the last action back"),
  abandon: m("End it without a result"),
};

/** An open offer: all read it, who is asked answers, whoever made it may take it back. */
export function Offered({ store }: { store: Store }) {
  const offer = store.view?.offer;
  return <div aria-live="polite">{offer && <Offer store={store} offer={offer} />}</div>;
}

function Offer({ store, offer }: { store: Store; offer: OfferView }) {
  const waiting = offer.awaited.map((seat) => store.view?.seats[seat]?.name).join(", ");
  return (
    <div class="row wraps apart offered" role="group" aria-label={t("An offer")}>
      <p>
        {offer.text} {!offer.asked && waiting && t("Waiting for {names}", { names: waiting })}
      </p>
      {offer.asked && (
        <>
          <button type="button" class="button main" data-answer="agree" onClick={() => store.answer(offer.number, true)}>
            {t("Agree")}
          </button>
          <button type="button" class="button" data-answer="decline" onClick={() => store.answer(offer.number, false)}>
            {t("Disagree")}
          </button>
        </>
      )}
      {offer.own && (
        <button type="button" class="button" data-answer="withdraw" onClick={() => store.answer(offer.number, false)}>
          {t("Take it back")}
        </button>
      )}
    </div>
  );
}

/** How the game may end or go back otherwise: what the viewer may offer now, and to resign; nothing for who only looks on. */
export function Offers({ store, done }: { store: Store; done: () => void }) {
  const { view, over, replay } = store;
  const may = view?.may_offer ?? [];
  const plays = view != null && view.viewer !== null && !over && !replay && !view.resigned.includes(view.viewer);
  if (!plays) return null;
  const others = view.seats.filter((_, seat) => seat !== view.viewer && !store.seats.includes(seat));
  if (may.length + others.length === 0) return null;
  const words = others.some(({ bot }) => bot === null) ? WORDS : { ...WORDS, ...ALONE };
  return (
    <section aria-labelledby="consent-title">
      <h3 id="consent-title">{t("This game")}</h3>
      <p class="apart wraps consent-acts">
        {may.map((what) => (
          <button
            key={what}
            type="button"
            class="button"
            data-offer={what}
            onClick={() => {
              store.offer(what as "undo" | "draw" | "abandon");
              done();
            }}
          >
            {t(words[what] ?? what)}
          </button>
        ))}
        {others.length > 0 && (
          <a class="button" href={at(`/table/${store.table}/resign`)}>
            {t("Resign")}
          </a>
        )}
      </p>
    </section>
  );
}
