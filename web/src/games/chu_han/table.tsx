// What lies around the trick: decrees, draw pile, discard pile, the score of both.
import type { BoardProps } from "../../frame/game";
import { n, t } from "../../frame/texts";
import { CardBack, CardFace, Fan, spoken } from "./card";
import { useCardHelp } from "./help";
import { KINDS, KIND_IDS, SORTED, VALUES, kindOf, nameOf } from "./kinds";
import { Drawing, LordFace, SeatEmblem } from "./sprite";
import { PILE, UNDRAWABLE, stateOf } from "./state";
import "./table.css";

function Scroll({ taker }: { taker: number | null }) {
  return (
    <span class="scroll" data-owner={taker ?? undefined} data-taken={taker !== null}>
      <svg class="drawing" viewBox="0 0 48 48" aria-hidden="true">
        <Drawing id="decree" />
      </svg>
      {taker !== null && <SeatEmblem seat={taker} />}
    </span>
  );
}

export function Decrees({ store, view }: BoardProps) {
  const state = stateOf(view);
  const [han = 0, chu = 0] = state.decrees_taken;
  const takers = [...Array<number>(han).fill(0), ...Array<number>(chu).fill(1)];
  const lit = store.fit.lit.has("decree");
  const selected = store.isSelected("decree", 0);
  const left = n("{count} decree left", "{count} decrees left", state.decrees_left);
  return (
    <button
      type="button"
      class="choice row by centred spot decrees"
      data-anchor="decrees"
      data-part="decree"
      data-lit={lit}
      aria-pressed={selected}
      disabled={!lit && !selected}
      onClick={() => store.tap("decree", 0)}
    >
      <span class="scrolls">
        {Array.from({ length: state.decrees_left + han + chu }, (_, i) => (
          <Scroll key={i} taker={takers[i] ?? null} />
        ))}
      </span>
      <span class="text-12 spot-label">{left}</span>
    </button>
  );
}

export function Pile({ view }: BoardProps) {
  const state = stateOf(view);
  const drawable = Math.max(0, state.pile_size - UNDRAWABLE);
  return (
    <div class="pile row by centred spot" data-anchor="pile" role="group" aria-label={t("Draw pile")}>
      <span class="middle pile-cards" aria-hidden="true">
        <span class="turned">
          <CardBack />
        </span>
        {drawable > 0 && (
          <span class="upright">
            <CardBack />
          </span>
        )}
      </span>
      <b class="pile-count" aria-hidden="true">
        {drawable}
      </b>
      <span class="text-12 spot-label">
        {n("{count} to draw", "{count} to draw", drawable)}
        <span class="spot-more">{t("and {count} below, never drawn", { count: UNDRAWABLE })}</span>
        <span data-anchor="discard">{n("{count} card discarded", "{count} cards discarded", lying(state.discard))}</span>
      </span>
    </div>
  );
}

const lying = (pile: readonly number[]): number => pile.reduce((sum, copies) => sum + copies, 0);

/** What Ji Bu showed to the viewer, by place; it stays until the cards are drawn. */
export function Seen({ view }: BoardProps) {
  const state = stateOf(view);
  // the pair that Hong Canal shows lies beside the event
  const seen = view.viewer === null || state.asks === "give" ? null : state.seen[view.viewer];
  const drawn = PILE - state.pile_size;
  const places = (seen ?? []).flatMap((kind, place) => (kind === "none" ? [] : [{ kind, place }]));
  if (places.length === 0) return null;
  return (
    <section class="row apart centred seen" aria-label={t("Seen with Ji Bu")}>
      <h2>{t("Seen with Ji Bu")}</h2>
      <ol>
        {places.map(({ kind, place }) => (
          <li key={place} data-undrawable={place >= PILE - UNDRAWABLE}>
            <span class="place">{place - drawn + 1}.</span>
            <CardFace kind={kind} />
            <span class="sr">{nameOf(kindOf(kind))}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The discard pile, counted by value; what can be taken from it is shown where the trick lies. */
export function Discard({ view }: BoardProps) {
  const state = stateOf(view);
  const help = useCardHelp();
  return (
    <section class="discard" aria-label={t("Discard pile")}>
      <h2>
        {t("Discard pile")} <span class="dim">{n("{count} card", "{count} cards", lying(state.discard))}</span>
      </h2>
      <ul class="tally">
        {VALUES.map((value) => {
          const kinds = SORTED.filter((kind) => kind.value === value);
          const count = kinds.reduce((sum, kind) => sum + (state.discard[KIND_IDS.indexOf(kind.id)] ?? 0), 0);
          const all = kinds.reduce((sum, kind) => sum + kind.copies, 0);
          return (
            <li key={value} data-some={count > 0}>
              <b>{value}</b>
              <span class="of" aria-hidden="true">
                {count}/{all}
              </span>
              <span class="sr">{t("{count} of {all} discarded", { count, all })}</span>
            </li>
          );
        })}
      </ul>
      <ul class="wraps text-13 persons">
        {KINDS.map(
          (kind, i) =>
            kind.use !== "plain" && (
              <li key={kind.id} data-some={(state.discard[i] ?? 0) > 0} {...help(kind)}>
                {nameOf(kind)}
              </li>
            ),
        )}
      </ul>
    </section>
  );
}

/** A hand as its rival sees it: backs, or the cards themselves once it lies open. */
function Backs({ view, seat }: BoardProps & { seat: number }) {
  const state = stateOf(view);
  const size = state.hand_size[seat] ?? 0;
  const open = state.opened[seat] === 1;
  const shown = open ? KIND_IDS.flatMap((id, i) => Array<string>(state.shown[seat]?.[i] ?? 0).fill(id)) : [];
  return (
    <div class="row apart across" data-seat={seat} data-owner={seat} data-anchor={`seat:${seat}`}>
      <LordFace seat={seat} />
      <SeatEmblem seat={seat} />
      <span class="backs">
        {open ? <Fan kinds={shown} label={spoken(shown)} /> : Array.from({ length: size }, (_, i) => (
          <span key={i} class="back-slot">
            <CardBack />
          </span>
        ))}
      </span>
      <b class="nowrap across-count">{n("{count} card", "{count} cards", size)}</b>
    </div>
  );
}

/** Who sits across: the rival, or for who looks on both. */
export function Across(props: BoardProps) {
  const { viewer } = props.view;
  return (
    <div class="row wraps hands-across">
      {[1, 0].filter((seat) => seat !== viewer).map((seat) => (
        <Backs key={seat} {...props} seat={seat} />
      ))}
    </div>
  );
}

/** The public facts of a seat in its panel. */
export function Facts({ view, seat }: BoardProps & { seat: number }) {
  const state = stateOf(view);
  const cards = state.hand_size[seat] ?? 0;
  const decrees = state.decrees_taken[seat] ?? 0;
  return (
    <div class="seat-facts">
      <p class="fact points">
        <b>{state.score[seat]}</b> <span>{n("point", "points", state.score[seat] ?? 0)}</span>
      </p>
      <p class="fact">
        <CardBack />
        <b>{cards}</b> <span class="fact-name">{n("card", "cards", cards)}</span>
      </p>
      <p class="fact">
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <Drawing id="decree" />
        </svg>
        <b>{decrees}</b> <span class="fact-name">{n("decree", "decrees", decrees)}</span>
      </p>
      {state.opened[seat] === 1 && <p class="fact opened">{t("open hand")}</p>}
    </div>
  );
}
