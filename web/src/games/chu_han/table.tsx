// What lies around the trick: decrees, draw pile, discard pile, the score of both.
import type { BoardProps } from "../../frame/game";
import { n, t } from "../../frame/texts";
import { CardBack, CardFace, MiniCards, spoken } from "./card";
import { useCardHelp } from "./help";
import { KINDS, KIND_IDS, SORTED, VALUES, kindOf, nameOf } from "./kinds";
import { Drawing, SeatEmblem } from "./sprite";
import { PILE, UNDRAWABLE, stateOf } from "./state";
import "./table.css";

function Scroll({ taker }: { taker: number | null }) {
  return (
    <span class="scroll" data-taken={taker !== null}>
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
      class="decrees spot"
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
      <span class="spot-label">{left}</span>
    </button>
  );
}

export function Pile({ view }: BoardProps) {
  const state = stateOf(view);
  const drawable = Math.max(0, state.pile_size - UNDRAWABLE);
  return (
    <div class="pile spot" data-anchor="pile" role="group" aria-label={t("Draw pile")}>
      <span class="pile-cards" aria-hidden="true">
        <span class="turned">
          <CardBack />
        </span>
        {drawable > 0 && (
          <span class="upright">
            <CardBack />
          </span>
        )}
      </span>
      <span class="spot-label">
        {n("{count} to draw", "{count} to draw", drawable)}
        <br />
        {t("and {count} below, never drawn", { count: UNDRAWABLE })}
      </span>
    </div>
  );
}

/** What Ji Bu showed to the viewer, by place; it stays until the cards are drawn. */
export function Seen({ view }: BoardProps) {
  const state = stateOf(view);
  // the pair that Hong Canal shows lies beside the event
  const seen = view.viewer === null || state.asks === "give" ? null : state.seen[view.viewer];
  const drawn = PILE - state.pile_size;
  const places = (seen ?? []).flatMap((kind, place) => (kind === "none" ? [] : [{ kind, place }]));
  if (places.length === 0) return null;
  return (
    <section class="seen" aria-label={t("Seen with Ji Bu")}>
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

/** The discard pile, counted by value; what can be taken from it is a button. */
export function Discard({ store, view }: BoardProps) {
  const state = stateOf(view);
  const help = useCardHelp();
  const { lit } = store.fit;
  const total = state.discard.reduce((sum, copies) => sum + copies, 0);
  return (
    <section class="discard" aria-label={t("Discard pile")} data-anchor="discard">
      <h2>
        {t("Discard pile")} <span class="dim">{n("{count} card", "{count} cards", total)}</span>
      </h2>
      <ul class="tally">
        {VALUES.map((value) => {
          const kinds = SORTED.filter((kind) => kind.value === value);
          const lying = kinds.reduce((sum, kind) => sum + (state.discard[KIND_IDS.indexOf(kind.id)] ?? 0), 0);
          const all = kinds.reduce((sum, kind) => sum + kind.copies, 0);
          const plain = kinds.length === 1 ? kinds[0] : undefined;
          const part = plain && `discard:${plain.id}`;
          const canTake = part !== undefined && (lit.has(part) || store.isSelected(part, 0));
          const inside = (
            <>
              <b>{value}</b>
              <span class="of" aria-hidden="true">
                {lying}/{all}
              </span>
              <span class="sr">{t("{count} of {all} discarded", { count: lying, all })}</span>
            </>
          );
          return (
            <li key={value} data-some={lying > 0}>
              {canTake ? (
                <button
                  type="button"
                  data-part={part}
                  data-lit={lit.has(part)}
                  aria-pressed={store.isSelected(part, 0)}
                  onClick={() => store.tap(part, 0)}
                >
                  {inside}
                </button>
              ) : (
                <span class="cell">{inside}</span>
              )}
            </li>
          );
        })}
      </ul>
      <ul class="persons">
        {KINDS.filter((kind, i) => kind.use !== "plain" && (state.discard[i] ?? 0) > 0).map((kind) => {
          const part = `discard:${kind.id}`;
          const canTake = lit.has(part) || store.isSelected(part, 0);
          return (
            <li key={kind.id}>
              {canTake ? (
                <button
                  type="button"
                  data-part={part}
                  data-lit={lit.has(part)}
                  aria-pressed={store.isSelected(part, 0)}
                  onClick={() => store.tap(part, 0)}
                  {...help(kind)}
                >
                  {nameOf(kind)}
                </button>
              ) : (
                <span {...help(kind)}>{nameOf(kind)}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Half as long on a phone, and shorter beside the matches of a campaign, so that its marks keep their size. */
const narrow = matchMedia("(max-width: 40rem)");


/** Both scores on one track to the goal: Han above the line, Chu below it. */
export function Score({ view }: BoardProps) {
  const state = stateOf(view);
  const { goal } = state;
  const track = Array.from({ length: goal + 1 }, (_, points) => points);
  const at = (seat: number) => Math.min(goal, state.score[seat] ?? 0);
  const width = narrow.matches ? 320 : state.match_number > 0 && !view.result ? 460 : 640;
  const x = (points: number) => 14 + (points * (width - 28)) / goal;
  const label = n("Han {han}, Chu {chu} of {count} point", "Han {han}, Chu {chu} of {count} points", goal, {
    han: state.score[0] ?? 0,
    chu: state.score[1] ?? 0,
  });
  return (
    <div class="score">
      <svg class="track" viewBox={`0 0 ${width} 64`} role="img" aria-label={label}>
        <path class="rail" d={`M${x(0)} 32H${x(goal)}`} />
        {track.map((points) => (
          <path key={points} class="tick" d={`M${x(points)} ${points % 5 === 0 ? 26 : 29}V${points % 5 === 0 ? 38 : 35}`} />
        ))}
        <rect class="goal" x={x(goal) - 8} y="24" width="16" height="16" rx="2" />
        <text class="goal-text" x={x(goal)} y="36.5" text-anchor="middle">
          {goal}
        </text>
        {[0, 1].map((seat) => (
          <g key={seat} class={`marker ${seat === 0 ? "han" : "chu"}`} style={`transform: translateX(${x(at(seat))}px)`}>
            <path d={seat === 0 ? "M0 30v-6" : "M0 34v6"} />
            <svg x="-11" y={seat === 0 ? 1 : 41} width="22" height="22" viewBox="0 0 48 48">
              <Drawing id={seat === 0 ? "han" : "chu"} />
            </svg>
            <text x={at(seat) > goal - 5 ? -15 : 15} y={seat === 0 ? 18 : 58} text-anchor={at(seat) > goal - 5 ? "end" : "start"}>
              {state.score[seat]}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** The public facts of a seat in its panel. */
export function Facts({ view, seat }: BoardProps & { seat: number }) {
  const state = stateOf(view);
  const open = state.opened[seat] === 1;
  const shown = open ? KIND_IDS.flatMap((id, i) => Array<string>(state.shown[seat]?.[i] ?? 0).fill(id)) : [];
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
      {state.doubled === 1 && <p class="fact doubled">{t("points ×2")}</p>}
      {open && (
        <p class="opened">
          {t("Open hand:")} <MiniCards kinds={shown} />
          <span class="sr">{spoken(shown)}</span>
        </p>
      )}
    </div>
  );
}
