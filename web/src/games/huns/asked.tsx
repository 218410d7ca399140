// What lies over the table while it is asked about: the cards drawn, a curse, what can be had from others.
import type { BoardProps } from "../../frame/game";
import { NoUndoIcon } from "../../frame/icons";
import type { Store } from "../../frame/store";
import { n, t, wordsOf } from "../../frame/texts";
import type { LegalAction } from "../../types";
import { rivalsOf, Wagons } from "./camp";
import { DrawnCard, Tile } from "./card";
import { useDensity } from "./density";
import { Brings } from "./panel";
import { CardArt, Good, KindArt, KingEmblem } from "./sprite";
import { COLOURS, askedOf, colourOf, goodsOf, goodsOn, isHolder, spacesOn, stateOf, type Card, type Colour } from "./state";
import { isChosen, legalOf, offered, play, tap } from "./tap";
import { cardName, goodsName, kingName } from "./words";
import "./asked.css";

/** The cards just drawn: one of them is played. */
function Drawn({ store, view }: BoardProps) {
  const state = stateOf(view);
  const asked = askedOf(view);
  const { colour, count } = asked.kind === "drawn" ? asked : { colour: "blue" as const, count: 0 };
  const cards = (state.seen[view.viewer ?? -1]?.[COLOURS.indexOf(colour)] ?? []).slice(0, count).filter((card): card is Card => card !== "none");
  const area = useDensity(cards.join());
  return (
    <section data-clear class={`by yields hn-asked hn-drawn ${colour}`} aria-label={t("Drawn cards")}>
      <ul ref={area} class="yields hn-tiles">
        {cards.map((card) => (
          <li key={card}>
            <DrawnCard store={store} card={card} spaces={isHolder(card) ? spacesOn(state, card) : 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many cards somebody else has drawn. */
function Backs({ view }: BoardProps) {
  const asked = askedOf(view);
  if (asked.kind !== "drawn") return null;
  const { colour, count } = asked;
  return (
    <section data-clear class={`by yields hn-asked ${colour}`} aria-label={t("Drawn cards")}>
      <h2>{n("{king} has drawn {count} card", "{king} has drawn {count} cards", count, { king: kingName(stateOf(view).asked) })}</h2>
      <div class="row by hn-backs">
        {Array.from({ length: count }, (_, i) => (
          <KindArt key={i} colour={colour} />
        ))}
      </div>
    </section>
  );
}

/** A Curse that has no place yet: the question is about it. */
function Curse({ store, view, events }: BoardProps) {
  const state = stateOf(view);
  const asked = askedOf(view);
  if (asked.kind !== "victim" && asked.kind !== "flee") return null;
  const { card } = asked;
  const { effect, timing } = wordsOf(card);
  const flee = legalOf(store, "flee");
  const accept = legalOf(store, "accept");
  const spaces = spacesOn(state, card);
  return (
    <section data-clear class="by yields hn-asked hn-curse black" aria-label={t("A curse is played")}>
      <span class="hn-plate">
        <CardArt card={card} />
      </span>
      <div class="column hn-body">
        <h2>
          {asked.kind === "victim"
            ? t("{king} plays {curse}", { king: kingName(state.asked), curse: cardName(card) })
            : t("{curse} is played on {king}", { king: kingName(state.asked), curse: cardName(card) })}
        </h2>
        <p class="text-13 hn-effect">
          {timing && <i>{timing}: </i>}
          {effect}
        </p>
      </div>
      {asked.kind === "victim" && state.asked === view.viewer && <Victims store={store} view={view} events={events} />}
      {asked.kind === "flee" && (
        <div class="apart centred hn-costs">
          <Cost action={flee} store={store} title={t("Flee")} kind="flee">
            <Brings store={store} action={flee} />
          </Cost>
          <Cost action={accept} store={store} title={t("Accept")} kind="accept">
            <span class="hn-spaces" aria-hidden="true">
              {Array.from({ length: spaces }, (_, i) => (
                <i key={i} class="middle" />
              ))}
            </span>{" "}
            <span>{n("works until {count} good lies on it", "works until {count} goods lie on it", spaces)}</span> <Brings store={store} action={accept} />
          </Cost>
        </div>
      )}
    </section>
  );
}

interface CostProps {
  store: Store;
  action: LegalAction | undefined;
  title: string;
  kind: string;
  children: preact.ComponentChildren;
}

function Cost({ store, action, title, kind, children }: CostProps) {
  const inside = (
    <>
      <strong>{title}</strong>
      <span class="text-13 hn-cost">{children}</span>
      {action?.irreversible && <NoUndoIcon />}
    </>
  );
  return action ? (
    <button type="button" class="button" data-part={kind} data-lit="true" onClick={() => play(store, action)}>
      {inside}
    </button>
  ) : (
    <div class="column centred hn-way">{inside}</div>
  );
}

/** Who may get a Curse. */
function Victims(props: BoardProps) {
  const { store, view } = props;
  return (
    <div class="apart centred hn-costs">
      {rivalsOf(view).map((seat) => {
        const part = `seat:${seat}`;
        const chosen = isChosen(store, part);
        return (
          <button key={seat} type="button" class="choice button" data-part={part} data-lit={offered(store, part) && !chosen} aria-pressed={chosen} onClick={() => tap(store, part)}>
            <span class="with-icon">
              <KingEmblem seat={seat} /> <span aria-hidden="true">{kingName(seat)}</span>
              <span class="sr">{t("{king} gets the curse", { king: kingName(seat) })}</span>
            </span>
          </button>
        );
      })}
    </div>
  );
}

const FROM_WAGONS = ["sweep", "ambush", "ambush_again", "outrider", "encircled", "swap"];
/** Effects that wait: the own ones too are laid side by side with those of others. */
const EFFECTS = ["send_effects", "curse_effects"];
const FROM_CARDS = ["bribe", "bribed", ...EFFECTS];

/** Goods, wagons and cards, of others above all, of which one is chosen: large enough for a finger. */
function Picks(props: BoardProps) {
  const { view } = props;
  const asked = askedOf(view);
  const all = EFFECTS.includes(asked.kind) ? [view.viewer!, ...rivalsOf(view)] : rivalsOf(view);
  const seats = "rival" in asked ? [asked.rival] : all.filter((seat) => !FROM_CARDS.includes(asked.kind) || cardsAsked(props, seat).length > 0);
  const What = FROM_WAGONS.includes(asked.kind) ? Wagons : FROM_CARDS.includes(asked.kind) ? Some : Stashed;
  return (
    <section data-clear class="by yields hn-asked hn-picks" aria-label={t("Camps of the others")}>
      {seats.map((seat) => (
        <div key={seat} class="hn-picked">
          <p>
            <KingEmblem seat={seat} /> {kingName(seat)}
          </p>
          <What {...props} seat={seat} />
        </div>
      ))}
    </section>
  );
}

/** Cards of a camp that are asked about: Mercenaries whose guards are bribed, effects that wait. */
function cardsAsked({ store, view }: BoardProps, seat: number): Card[] {
  const asked = askedOf(view);
  const isAsked = (card: Card) =>
    asked.kind === "bribed" ? card === asked.card : asked.kind === "bribe" ? colourOf(card) === "green" : offered(store, `card:${card}`) || isChosen(store, `card:${card}`);
  return (stateOf(view).camp[seat] ?? []).filter(isAsked);
}

/** Those of one camp; beside a Mercenary that loses goods, these. */
function Some(props: BoardProps & { seat: number }) {
  const { store, view, seat } = props;
  const asked = askedOf(view);
  const cards = cardsAsked(props, seat);
  const area = useDensity(cards.join());
  return (
    <>
      <ul ref={area} class="yields hn-tiles">
        {cards.map((card) => (
          <li key={card}>
            <Tile {...props} card={card} picked />
          </li>
        ))}
      </ul>
      {asked.kind === "bribed" && <Offered store={store} goods={goodsOn(stateOf(view), asked.card)} />}
    </>
  );
}

/** Goods of which one is chosen, and how many of a colour there are. */
function Offered({ store, goods }: { store: Store; goods: readonly Colour[] }) {
  const counts = COLOURS.map((colour) => ({ colour, count: goods.filter((one) => one === colour).length }));
  return (
    <div class="row apart centred hn-offered">
      {counts.map(
        ({ colour, count }) =>
          count > 0 && (
            <button key={colour} type="button" class="by middle hn-pick" data-part={`good:${colour}`} data-lit={offered(store, `good:${colour}`)} onClick={() => tap(store, `good:${colour}`)}>
              <Good colour={colour} />
              <span>
                <b>{count}</b> {goodsName(colour, count)}
              </span>
            </button>
          ),
      )}
    </div>
  );
}

/** What lies in another stash. */
const Stashed = ({ store, view, seat }: BoardProps & { seat: number }) => <Offered store={store} goods={goodsOf(stateOf(view).stash[seat])} />;

const CURSED = ["victim", "flee"];
const PICKED = [...FROM_WAGONS, ...FROM_CARDS, "levy"];

export function Asked(props: BoardProps) {
  const { view } = props;
  const { kind } = askedOf(view);
  const mine = view.viewer !== null && stateOf(view).asked === view.viewer;
  const What = kind === "drawn" ? (mine ? Drawn : Backs) : CURSED.includes(kind) ? Curse : mine && PICKED.includes(kind) ? Picks : null;
  return What && <What {...props} />;
}
