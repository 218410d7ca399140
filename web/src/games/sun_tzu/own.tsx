// What the viewer alone knows besides the hand: the general, and the own deck as far as it is known.
import type { BoardProps } from "../../frame/game";
import { n, t, wordsOf } from "../../frame/texts";
import { orNull } from "../../frame/values";
import { MiniCards } from "./card";
import { heldBy, isLate, shownGenerals, sideOf, timing } from "./generals";
import { Drawing } from "./sprite";
import { cardsOf, stateOf } from "./state";
import "./own.css";

/** The own deck: never drawn cards by kind, then those put under in their order. */
export function OwnDeck({ view }: BoardProps) {
  const seat = view.viewer;
  if (seat === null) return null;
  const state = stateOf(view);
  const fresh = cardsOf(state.undrawn[seat]);
  const size = state.deck_size[seat] ?? 0;
  const under = (state.known[seat] ?? []).slice(0, size).flatMap((kind) => orNull(kind) ?? []);
  return (
    <section class="text-14 st-deck" aria-label={t("Your deck")} data-anchor="deck">
      <p class="row wraps">
        <Drawing id="deck" /> <b>{n("Your deck: {count} card", "Your deck: {count} cards", size)}</b>
      </p>
      {fresh.length > 0 && (
        <p class="row wraps st-known">
          <span class="dim">{t("in unknown order")}</span> <MiniCards kinds={fresh} />
        </p>
      )}
      {under.length > 0 && (
        <p class="row wraps st-known">
          <span class="dim">{t("then, put under")}</span> <MiniCards kinds={under} />
        </p>
      )}
    </section>
  );
}

/** The own generals: what each does, and when; those used too. */
export function OwnGenerals({ view }: BoardProps) {
  if (view.viewer === null) return null;
  const used = shownGenerals(view, view.viewer);
  const own = [...used, ...heldBy(view)];
  if (own.length === 0) return null;
  return (
    <section class="st-own-general" aria-label={t("Your general")}>
      {own.map((id) => (
        <p key={id} class={`side${sideOf(id)}`} data-late={used.includes(id) || isLate(id, stateOf(view).round)}>
          {used.includes(id) ? <b>{t("{general} (used)", { general: wordsOf(id).name })}</b> : <b>{wordsOf(id).name}</b>}{" "}
          <span class="dim">{!used.includes(id) && timing(id, stateOf(view).round)}</span>
          <br />
          {wordsOf(id).effect}
        </p>
      ))}
    </section>
  );
}
