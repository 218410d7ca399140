// The middle of the board: the set to beat, what was played before it, a declared play that may still be cancelled.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { n, t } from "../../frame/texts";
import { Fan, MiniCards, spoken } from "./card";
import { Offered, offers } from "./event";
import { lastTrick } from "./events";
import { kindOf } from "./kinds";
import { SeatEmblem } from "./sprite";
import { stateOf, trickOf, type Play } from "./state";
import type { ChuHanState } from "./types";
import "./trick.css";

const nameOfSeat = ({ view }: BoardProps, seat: number): string =>
  seat === view.viewer ? t("You") : (view.seats[seat]?.name ?? "");

const leads = ({ view }: BoardProps): string => {
  const { leader } = stateOf(view);
  return leader === view.viewer ? t("You lead this trick") : t("{name} leads", { name: view.seats[leader]?.name ?? "" });
};

function AbilityTag({ ability }: { ability: string }) {
  if (ability === "none" || ability === "") return null;
  return <span class="ability-tag">{kindOf(ability).name}</span>;
}

/** The row that the set to beat lies in: the last one that holds a set. */
function rowToBeat(state: ChuHanState): number {
  for (let row = state.plays - 1; row >= 0; row--) if ((state.trick_size[row] ?? 0) > 0) return row;
  return -1;
}

function SmallPlay({ play, beat, ...props }: BoardProps & { play: Play; beat: boolean }) {
  return (
    <li class="inline near text-13 rigid small-play" data-seat={play.seat} data-beat={beat}>
      <SeatEmblem seat={play.seat} />
      <span class="sr" translate={false}>{nameOfSeat(props, play.seat)}: </span>
      <AbilityTag ability={play.ability} />
      <MiniCards kinds={play.cards.filter((id) => id !== play.ability)} />
    </li>
  );
}

/** A line of its own from the beginning; of many plays the last ones are in it. */
function Earlier({ plays, beat, ...props }: BoardProps & { plays: readonly Play[]; beat: number }) {
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => line.current?.scrollTo({ left: line.current.scrollWidth }), [plays.length]);
  return (
    <div class="rigid earlier" ref={line} {...(plays.length > 0 && { tabIndex: 0, role: "group", "aria-label": t("Played in this trick") })}>
      {plays.length > 0 && (
        <ol>
          {plays.map((play, row) => (
            <SmallPlay key={row} {...props} play={play} beat={row === beat} />
          ))}
        </ol>
      )}
    </div>
  );
}

/** Cards laid side by side, as large as their part of the stage allows. */
function Laid({ cards, top }: { cards: readonly string[]; top: string }) {
  return (
    <span class="laid" style={{ "--n": cards.length }} data-many={cards.length > 5} data-whole={cards.length < 3} data-one={cards.length < 2}>
      <Fan kinds={cards} label={spoken(cards)} top={top} />
    </span>
  );
}

function ToBeat({ play, ...props }: BoardProps & { play: Play }) {
  const state = stateOf(props.view);
  const size = state.to_beat_size;
  return (
    <div class="to-beat" data-clear data-seat={play.seat}>
      <p class="inline centred caption">
        <SeatEmblem seat={play.seat} />
        <span>
          <span translate={false}>{nameOfSeat(props, play.seat)}</span>: <b>{n("{count} card of value {value}", "{count} cards of value {value}", size, { value: state.to_beat_value })}</b>
          {play.ability === "zhongli_mo" && `, ${t("as the lowest of them is")}`}
        </span>
        <AbilityTag ability={play.ability} />
      </p>
      <Laid cards={play.cards} top={play.ability} />
    </div>
  );
}

/** What is declared and what is still to come, beside the set to beat. */
function Declared(props: BoardProps) {
  const state = stateOf(props.view);
  const cards = state.declared_cards;
  const steps = [
    { key: "declared", text: t("declared") },
    { key: "cancel", text: t("Lyu Zhi may cancel") },
    { key: "restore", text: t("Xiao He may restore") },
    { key: "done", text: t("it takes effect") },
  ];
  const current = state.asks;
  return (
    <div class="declared" data-clear role="group" aria-label={t("Reaction window")}>
      <p class="inline centred caption">
        <SeatEmblem seat={state.turn} />
        <span>
          <span translate={false}>{nameOfSeat(props, state.turn)}</span>: <b>{kindOf(state.declared_ability).name}</b>
        </span>
      </p>
      <Laid cards={cards} top={state.declared_ability} />
      {state.declared_target !== "none" && <p class="text-14">{t("names: {card}", { card: spoken([state.declared_target]) })}</p>}
      <ol class="wraps centred text-13 steps">
        {steps.map(({ key, text }) => (
          <li key={key} aria-current={key === current ? "step" : undefined}>
            {text}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The own play that is not complete yet; nobody else sees it. */
function Building({ view }: BoardProps) {
  const state = stateOf(view);
  const ability = view.viewer === null ? null : state.building_ability[view.viewer];
  if (!ability || ability === "none" || view.viewer === null) return null;
  const cards = [...(state.building[view.viewer] ?? []), ability];
  return (
    <div class="declared building">
      <p class="inline centred caption">
        <b>{t("Your play with {name}, not shown yet", { name: kindOf(ability).name })}</b>
      </p>
      <Laid key={cards.join(" ")} cards={cards} top={ability} />
    </div>
  );
}

export function Trick(props: BoardProps) {
  const { store, view } = props;
  const state = stateOf(view);
  const plays = trickOf(state);
  const beat = rowToBeat(state);
  const window = state.asks === "cancel" || state.asks === "restore";
  const offered = offers(store, view);
  const current = offered === "trick" ? undefined : plays[beat]; // all the cards of the trick lie there then
  const building = view.viewer !== null && state.building_ability[view.viewer] !== "none";
  const blocks = [current, window, building, offered].filter(Boolean).length;
  return (
    <section class="column trick" data-anchor="trick" aria-label={t("Trick")}>
      <Earlier {...props} plays={plays} beat={beat} />
      <div class="row apart stage" style={{ "--blocks": Math.max(1, blocks) }} data-blocks={blocks}>
        {current && <ToBeat key={[beat, current.seat, ...current.cards].join(" ")} {...props} play={current} />}
        {blocks === 0 && state.asks !== "over" && (
          <p class="apart empty">
            <SeatEmblem seat={state.leader} />
            {leads(props)}
          </p>
        )}
        {window && <Declared {...props} />}
        <Building {...props} />
        {offered && <Offered {...props} />}
      </div>
    </section>
  );
}

export function LastTrick(props: BoardProps) {
  const last = lastTrick(props.events);
  return (
    <section class="last-trick" aria-label={t("Last trick")}>
      <h2>{t("Last trick")}</h2>
      {last ? (
        <ol class="wraps">
          {last.map(({ seat, ability, cards, passed }, i) => (
            <li key={i} class="inline near text-13 rigid small-play" data-seat={seat}>
              <SeatEmblem seat={seat} />
              <span class="sr" translate={false}>{nameOfSeat(props, seat)}: </span>
              <AbilityTag ability={ability} />
              {passed ? <span class="dim">{t("pass")}</span> : <MiniCards kinds={cards} />}
            </li>
          ))}
        </ol>
      ) : (
        <p class="dim">{t("none yet")}</p>
      )}
    </section>
  );
}
