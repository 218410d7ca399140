// The camps: everybody's lies open. The own one is large, with the texts of its cards.
import type { BoardProps } from "../../frame/game";
import { moveLit } from "../../frame/keyboard";
import { Onlooker } from "../../frame/onlooker";
import { n, t } from "../../frame/texts";
import { total } from "../../frame/values";
import { FullCard, ShortCard } from "./card";
import { Counts, King, KingEmblem, Piece, TypeIcon } from "./sprite";
import { COLOURS, askedOf, cardsOf, sentTypes, stateOf, typeOf, wagonsOf, type Card } from "./state";
import { isChosen, offered, tap, useGoods } from "./tap";
import { deckName, goodsName, kingName, typeName } from "./words";
import { CampWagon } from "./wagon";
import "./camp.css";

type CampProps = BoardProps & { seat: number };

const nameOf = ({ store, view, seat }: CampProps): string =>
  store.seats.includes(seat) ? kingName(seat) : (view.seats[seat]?.name ?? kingName(seat));

/** Sent wagons: their number, and their types where the viewer may know them. */
function Sent({ view, seat }: CampProps) {
  const state = stateOf(view);
  const count = state.sent_size[seat] ?? 0;
  const types = sentTypes(state, seat);
  return (
    <span class="hn-fact" data-anchor={`sent:${seat}`}>
      <Piece id="sent" />
      <b>{count}</b> <span class="hn-fact-name">{n("sent", "sent", count)}</span>
      {types?.map(({ type, count: some }) => (
        <span key={type} class="hn-count" title={typeName(type)}>
          <TypeIcon type={type} />
          {some}
        </span>
      ))}
    </span>
  );
}

function Stash({ store, view, seat }: CampProps) {
  const state = stateOf(view);
  const counts = COLOURS.map((colour, i) => ({ colour, count: state.stash[seat]?.[i] ?? 0 }));
  const asked = askedOf(view);
  const levied = asked.kind === "levy" && asked.rival === seat && state.asked === view.viewer;
  return (
    <span class="hn-fact" data-anchor={`stash:${seat}`}>
      <Piece id="stash" />
      <b>{total(state.stash[seat])}</b> <span class="hn-fact-name">{t("in the stash")}</span>
      {levied ? (
        counts
          .filter(({ count }) => count > 0)
          .map(({ colour, count }) => {
            const part = `good:${colour}`;
            return (
              <button key={colour} type="button" class="hn-pick" data-part={part} data-lit={offered(store, part)} onClick={() => tap(store, part)}>
                <Counts counts={[{ colour, count }]} named={goodsName} />
              </button>
            );
          })
      ) : (
        <Counts counts={counts} named={goodsName} />
      )}
    </span>
  );
}

function Head(props: CampProps) {
  const { store, view, seat } = props;
  const state = stateOf(view);
  const part = `seat:${seat}`;
  const chosen = isChosen(store, part);
  const lit = offered(store, part) && !chosen;
  const asked = store.legal.some(({ parts }) => parts.some((one) => one.startsWith("seat:"))); // an unlit one is a wish
  return (
    <header class="hn-camp-head" data-anchor={`camp:${seat}`}>
      <h2>
        {asked || chosen ? (
          <button type="button" class="button" data-part={part} data-lit={lit} aria-pressed={chosen} onClick={() => tap(store, part)}>
            <span class="with-icon">
              <KingEmblem seat={seat} /> {nameOf(props)}
              <span class="sr">{t("{king} gets the curse", { king: kingName(seat) })}</span>
            </span>
          </button>
        ) : (
          <>
            <King seat={seat} /> {seat === view.viewer ? t("Your camp") : nameOf(props)}
          </>
        )}
      </h2>
      {state.token === seat && (
        <span class="hn-fact" title={t("First player")} data-anchor="token">
          <Piece id="token" /> <span class="hn-fact-name">{t("first player")}</span>
        </span>
      )}
      <Sent {...props} />
      <Stash {...props} />
    </header>
  );
}

const Wagons = ({ store, view, seat }: CampProps) => {
  const state = stateOf(view);
  return (
    <div class="hn-wagons">
      {wagonsOf(state, seat).map((standing) => (
        <CampWagon key={`${standing.slot}${standing.wagon}`} store={store} view={view} standing={standing} type={typeOf(state, standing.wagon)} />
      ))}
    </div>
  );
};

/** Used Raids, Curses that are over or were fled from: they only count at the end. */
const Over = ({ cards, ...props }: CampProps & { cards: readonly Card[] }) =>
  cards.length === 0 ? null : (
    <ul class="hn-over" aria-label={t("Used or over")}>
      {cards.map((card) => (
        <li key={card}>
          <ShortCard {...props} card={card} />
        </li>
      ))}
    </ul>
  );

/** The camp of somebody else: all that lies in it, each card as a line. */
export function Camp(props: CampProps) {
  const { view, seat } = props;
  const { groups, over } = cardsOf(stateOf(view), seat);
  return (
    <section class="hn-camp" aria-label={t("Camp of {king}", { king: kingName(seat) })} data-asked={view.to_act.includes(seat)}>
      <Head {...props} />
      <Wagons {...props} />
      {groups.map(({ colour, cards }) => (
        <ul key={colour} class="hn-shorts" aria-label={deckName(colour)}>
          {cards.map((card) => (
            <li key={card}>
              <ShortCard {...props} card={card} />
            </li>
          ))}
        </ul>
      ))}
      <Over {...props} cards={over} />
      {groups.length + over.length === 0 && <p class="dim">{t("No cards yet")}</p>}
    </section>
  );
}

export function Camps(props: BoardProps) {
  const { view } = props;
  const state = stateOf(view);
  const own = view.viewer ?? -1;
  const seats = Array.from({ length: state.players }, (_, i) => (Math.max(own, 0) + (own < 0 ? i : 1 + i)) % state.players).filter((seat) => seat !== own);
  return (
    <div class="hn-camps" data-count={seats.length}>
      {seats.map((seat) => (
        <Camp key={seat} {...props} seat={seat} />
      ))}
    </div>
  );
}

/** The own camp, large; for who looks on there is none. In low windows its wagons stay in sight while the others' are read. */
export function Own(props: BoardProps) {
  const { view } = props;
  const area = useGoods(props.store);
  if (view.viewer === null) return <Onlooker store={props.store}>{t("You are looking on: cards just drawn stay hidden.")}</Onlooker>;
  const own = { ...props, seat: view.viewer };
  const { groups, over } = cardsOf(stateOf(view), own.seat);
  const asked = view.to_act.includes(own.seat);
  return (
    <>
      <section class="hand hn-home" aria-label={t("Your camp")} data-asked={asked} onKeyDown={moveLit}>
        <Head {...own} />
        <Wagons {...own} />
      </section>
      <section ref={area} class="hand hn-own" aria-label={t("Your cards")} data-asked={asked} onKeyDown={moveLit}>
        <div class="hn-cards">
          {groups.map(({ colour, cards }) => (
            <ul key={colour} class="hn-group" aria-label={`${deckName(colour)}: ${n("{count} card", "{count} cards", cards.length)}`}>
              {cards.map((card) => (
                <li key={card}>
                  <FullCard {...own} card={card} />
                </li>
              ))}
            </ul>
          ))}
        </div>
        <Over {...own} cards={over} />
        {groups.length + over.length === 0 && <p class="dim">{t("No cards yet: take a die and draw with it.")}</p>}
      </section>
    </>
  );
}
