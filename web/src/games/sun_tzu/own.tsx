// What the viewer alone knows besides the hand: the general, and the own deck as far as it is known.
import type { BoardProps } from "../../frame/game";
import { n, t } from "../../frame/texts";
import { orNull } from "../../frame/values";
import { MiniCards } from "./card";
import { GeneralCard } from "./panel";
import { Drawing } from "./sprite";
import { cardsOf, stateOf } from "./state";
import { SunTzuFacts } from "./types";
import "./own.css";

/** A general of any phase that has waited too long. */
const isLate = (id: string, round: number): boolean =>
  round > SunTzuFacts.last_round_of_any_phase && (SunTzuFacts.generals_of_any_phase as readonly string[]).includes(id);

/** The own deck: never drawn cards by kind, then those put under in their order. */
export function OwnDeck({ view }: BoardProps) {
  const seat = view.viewer;
  if (seat === null) return null;
  const state = stateOf(view);
  const fresh = cardsOf(state.undrawn[seat]);
  const size = state.deck_size[seat] ?? 0;
  const under = (state.known[seat] ?? []).slice(0, size).flatMap((kind) => orNull(kind) ?? []);
  return (
    <section class="st-deck" aria-label={t("Your deck")} data-anchor="deck">
      <p>
        <Drawing id="deck" /> <b>{n("Your deck: {count} card", "Your deck: {count} cards", size)}</b>
      </p>
      {fresh.length > 0 && (
        <p class="st-known">
          <span class="dim">{t("in unknown order")}</span> <MiniCards kinds={fresh} />
        </p>
      )}
      {under.length > 0 && (
        <p class="st-known">
          <span class="dim">{t("then, put under")}</span> <MiniCards kinds={under} />
        </p>
      )}
    </section>
  );
}

/** The own general: its text, and whether it can act now. */
export function OwnGenerals({ store, view }: BoardProps) {
  const seat = view.viewer;
  if (seat === null) return null;
  const state = stateOf(view);
  const held = state.held[seat] ?? [];
  if (state.generals === 0 || state.asks === "general" || held.length === 0) return null;
  return (
    <section class="st-own-general" aria-label={t("Your general")}>
      {held.map((id) => (
        <GeneralCard
          key={id}
          store={store}
          id={id}
          lit={store.fit.lit.has(`general:${id}`)}
          chosen={store.isSelected(`general:${id}`, 0)}
          late={isLate(id, state.round)}
        />
      ))}
    </section>
  );
}
