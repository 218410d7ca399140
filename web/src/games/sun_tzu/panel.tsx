// Beside the map: the battles of the round one by one, and what is chosen outside of the map. It never covers anything.
import { useState } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { n, t, wordsOf } from "../../frame/texts";
import { numbered, orNull } from "../../frame/values";
import { CardFace, MiniCard } from "./card";
import { arithmetic, countsAs, shown as written, type Battle, type Fought } from "./events";
import { Drawing, SideEmblem } from "./sprite";
import { BLUE, PROVINCES, RED, cardsOf, stateOf } from "./state";
import { handsOf } from "./tap";
import { SunTzuFacts } from "./types";
import { SPECIAL, cardText, sideName } from "./words";
import "./panel.css";

interface GeneralProps {
  store: BoardProps["store"];
  id: string;
  lit: boolean;
  chosen: boolean;
  /** It can't act any more. */
  late?: boolean;
}

/** A general with its text: in the choice a button. */
export function GeneralCard({ store, id, lit, chosen, late = false }: GeneralProps) {
  const { name, timing, effect } = wordsOf(id);
  const part = `general:${id}`;
  const inside = (
    <>
      <Drawing id="general" />
      <span>
        <b>{name}</b> <span class="dim">{late ? t("too late: it could act up to round {round}", { round: SunTzuFacts.last_round_of_any_phase }) : timing}</span>
        <br />
        {effect}
      </span>
    </>
  );
  const side = id.startsWith("B") ? BLUE : RED;
  return lit || chosen ? (
    <button
      type="button"
      class={`st-general side${side}`}
      data-part={part}
      data-lit={lit}
      aria-pressed={chosen}
      onClick={() => handsOf(store).tap(part)}
    >
      {inside}
    </button>
  ) : (
    <div class={`st-general side${side}`} data-late={late}>
      {inside}
    </div>
  );
}

/** The generals to choose from: five at the start, the four laid aside with the War chariot. */
function Generals({ store, view }: BoardProps) {
  const state = stateOf(view);
  const choosing = store.legal.filter((action) => action.kind === "choose");
  const sent = store.pending !== null && (state.asks === "general" || state.asks === "chariot");
  const held = view.viewer === null ? [] : (state.held[view.viewer] ?? []);
  if (choosing.length === 0 && !sent && !(state.asks === "general" && held.length > 0)) return null;
  const ids = choosing.map((action) => String(action.args.general));
  return (
    <section class="st-choice" aria-label={t("Generals")}>
      <h2>{state.asks === "chariot" ? t("Another general") : t("Your general")}</h2>
      <p class="dim">
        {ids.length > 0 ? t("One of these acts once in the game; the other side does not see which you take.") : t("Chosen. The other side still thinks.")}
      </p>
      {(ids.length > 0 ? ids : held).map((id) => (
        <GeneralCard key={id} store={store} id={id} lit={store.fit.lit.has(`general:${id}`)} chosen={store.isSelected(`general:${id}`, 0)} />
      ))}
    </section>
  );
}

/** The cards drawn, one of which goes under the deck. */
function Drawn({ store, view }: BoardProps) {
  const state = stateOf(view);
  const cards = view.viewer === null ? [] : cardsOf(state.drawn[view.viewer]);
  if (cards.length === 0) return null;
  return (
    <section class="st-choice" aria-label={t("Cards drawn")}>
      <h2>{t("You have drawn")}</h2>
      <p class="dim">{t("Choose the one that goes under your deck; you keep the rest.")}</p>
      <div class="st-drawn">
        {numbered(cards).map(({ kind, index }, i) => {
          const part = `drawn:${kind}`;
          const chosen = store.isSelected(part, index);
          return (
            <button
              key={i}
              type="button"
              class="hand-card"
              data-part={part}
              data-lit={store.fit.lit.has(part)}
              aria-pressed={chosen}
              aria-label={t("{card}: put under the deck", { card: written(kind) })}
              onClick={() => handsOf(store).tap(part, index)}
            >
              <CardFace kind={kind} />
            </button>
          );
        })}
      </div>
    </section>
  );
}

function Outcome({ battle }: { battle: Battle }) {
  if (battle.outcome === "open") return <span class="st-outcome dots" />;
  if (battle.outcome === "plague") return <span class="st-outcome">{t("no battle")}</span>;
  if (battle.outcome === "level" || battle.winner === null) return <span class="st-outcome">{t("level")}</span>;
  return (
    <span class="st-outcome won">
      <SideEmblem seat={battle.winner} />
      <b>+{battle.margin}</b>
    </span>
  );
}

/** A card of a battle, with what it counts as where that is not what it shows. */
function Played({ battle, seat }: { battle: Battle; seat: number }) {
  const counts = countsAs(battle, seat);
  const card = battle.cards[seat]!;
  return (
    <figure class={`st-played side${seat}`} data-won={battle.outcome === "won" ? battle.winner === seat : undefined}>
      <CardFace kind={card} />
      <figcaption>
        <SideEmblem seat={seat} />
        {counts === card ? <span>{sideName(seat)}</span> : <span>{t("counts as {card}", { card: counts })}</span>}
      </figcaption>
    </figure>
  );
}

function BattleRow({ battle, number, open, onOpen }: { battle: Battle; number: number; open: boolean; onOpen: () => void }) {
  const sum = arithmetic(battle);
  return (
    <li class="st-battle" data-open={open}>
      <button type="button" class="st-battle-head" aria-expanded={open} onClick={onOpen}>
        <span class="st-number">{number}</span>
        <b>{battle.province}</b>
        <span class="st-pair">
          <span class="side0">
            <MiniCard kind={battle.cards[BLUE]} />
          </span>
          <span class="side1">
            <MiniCard kind={battle.cards[RED]} />
          </span>
        </span>
        <Outcome battle={battle} />
      </button>
      {open && (
        <div class="st-battle-body">
          <div class="st-versus">
            <Played battle={battle} seat={BLUE} />
            <p class="st-sum">{sum || t("revealed")}</p>
            <Played battle={battle} seat={RED} />
          </div>
          <ul class="st-lines">
            {battle.lines.map((event, i) => (
              <li key={i}>{event.text}</li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

/** What is still to be fought after the battles shown. */
function StillToCome({ now }: { now: Fought }) {
  if (!now.sealed || now.battles.length === PROVINCES.length) return null;
  const left = PROVINCES.filter((province) => !now.battles.some((battle) => battle.province === province));
  return <li class="st-left dim">{t("Still to come: {provinces}", { provinces: left.join(", ") })}</li>;
}

function Scored({ now }: { now: Fought }) {
  if (!now.scoring) return null;
  return (
    <p class="st-scored">
      <Drawing id="score" />
      <span>{now.scoring.text}</span>
    </p>
  );
}

/** Without generals nothing tells that the first round begins. */
const FIRST = 1;

export function Battles({ view, now, last }: BoardProps & { now: Fought; last: Fought }) {
  const shown = now.battles.length > 0 || now.sealed ? now : last;
  const newest = shown.battles.length - 1;
  const [chosen, choose] = useState<{ of: string; at: number } | null>(null);
  const key = `${shown.round}:${newest}`;
  const open = chosen?.of === key ? chosen.at : shown === now ? newest : -1;
  if (shown.battles.length === 0 && !shown.sealed) return <Primer view={view} />;
  return (
    <section class="st-battles" aria-label={t("Battles")}>
      <h2>{t("Battles of round {round}", { round: shown.round || FIRST })}</h2>
      <ol>
        {shown.battles.map((battle, i) => (
          <BattleRow
            key={i}
            battle={battle}
            number={i + 1}
            open={i === open}
            onOpen={() => choose({ of: key, at: i === open ? -1 : i })}
          />
        ))}
        <StillToCome now={shown} />
      </ol>
      <Scored now={shown} />
    </section>
  );
}

/** Before the first battle: what the cards do. */
function Primer({ view }: { view: BoardProps["view"] }) {
  const beginner = stateOf(view).beginner === 1;
  return (
    <section class="st-primer" aria-label={t("The cards")}>
      <h2>{t("The cards")}</h2>
      <p>{t("The higher number wins by the difference: so many enemy armies leave, then own ones come.")}</p>
      <dl>
        {SPECIAL.filter((kind) => !beginner || (kind !== "+2" && kind !== "+3")).map((kind) => (
          <div key={kind}>
            <dt>
              <MiniCard kind={kind} />
            </dt>
            <dd>{cardText(kind)}</dd>
          </div>
        ))}
      </dl>
      <p class="dim">{t("Cards with a frame come back to the hand after each round; all others leave the game.")}</p>
    </section>
  );
}

/** What armies are looked for, with a number that counts down. */
function Need({ view }: BoardProps) {
  const state = stateOf(view);
  if (state.asks !== "army" || state.need_seat < 0) return null;
  const why = {
    none: "",
    place: t("for {province}", { province: state.need_province }),
    marker: t("as the marker of the 6 in {province}", { province: state.need_province }),
    cost: t("to reinforcements"),
    pandemic: t("to reinforcements"),
  }[state.need];
  return (
    <p class="st-need" role="note">
      <Drawing id={`army${state.need_seat}`} class={`side${state.need_seat}`} />
      <span>
        <b>{n("{count} army", "{count} armies", state.missing)}</b> {why}
      </span>
    </p>
  );
}

/** What is asked beside the map: a general, a card, where an army comes from. */
export function Asked(props: BoardProps) {
  return (
    <div class="st-asked">
      <Generals {...props} />
      <Drawn {...props} />
      <Need {...props} />
    </div>
  );
}

export function shownGenerals(view: BoardProps["view"], seat: number): string[] {
  return (stateOf(view).shown[seat] ?? []).flatMap((id) => orNull(id) ?? []);
}

