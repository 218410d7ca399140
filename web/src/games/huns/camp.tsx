// The camps: everybody's lies open. Each is a head, its wagons and its cards, as large as the place that it is given.
import type { ComponentChildren } from "preact";
import type { BoardProps } from "../../frame/game";
import { moveLit } from "../../frame/keyboard";
import { Onlooker } from "../../frame/onlooker";
import { n, t } from "../../frame/texts";
import { tight } from "../../frame/tight";
import { total } from "../../frame/values";
import { Tile } from "./card";
import { useDensity } from "./density";
import { helps } from "./help";
import { Counts, KindArt, King, KingEmblem, Piece, TypeIcon } from "./sprite";
import { COLOURS, cardsOf, colourOf, pointsOf, sentTypes, stateOf, typeOf, wagonsOf, type Card } from "./state";
import { useGoods } from "./tap";
import { deckName, goodsName, itemNames, kingName, signed, typeName } from "./words";
import { CampWagon, StandingWagon } from "./wagon";
import "./camp.css";

export type CampProps = BoardProps & { seat: number };

/** A sign and a number; what they tell is written beside them where there is room, and read on hover or when it is touched. */
const Fact = ({ said, anchor, points = false, children }: { said: string; anchor?: string; points?: boolean; children: ComponentChildren }) => (
  <span class={`inline near text-13 rigid hn-fact${points ? " hn-points" : ""}`} data-anchor={anchor} {...helps(() => <p>{said}</p>)}>
    {children}
    <span class="sr">{said}</span>
  </span>
);

/** Sent wagons: their number, and their types where the viewer may know them. */
function Sent({ view, seat }: CampProps) {
  const state = stateOf(view);
  const count = state.sent_size[seat] ?? 0;
  const types = sentTypes(state, seat);
  return (
    <Fact anchor={`sent:${seat}`} said={t("Sent wagons")}>
      <Piece id="sent" />
      <b>{count}</b> <span class="hn-fact-name">{n("sent", "sent", count)}</span>
      {types?.map(({ type, count: some }) => (
        <span key={type} class="inline hn-count" title={typeName(type)}>
          <TypeIcon type={type} />
          {some}
        </span>
      ))}
    </Fact>
  );
}

function Stash({ view, seat }: CampProps) {
  const stash = stateOf(view).stash[seat];
  return (
    <Fact anchor={`stash:${seat}`} said={t("Stash: goods of wagons that were sent")}>
      <Piece id="stash" />
      <b>{total(stash)}</b> <span class="hn-fact-name">{t("in the stash")}</span>
      <span class="hn-stashed">
        <Counts counts={COLOURS.map((colour, i) => ({ colour, count: stash?.[i] ?? 0 }))} named={goodsName} />
      </span>
    </Fact>
  );
}

/** Points as things stand, with what they are for. */
export function Points({ view, seat }: Pick<CampProps, "view" | "seat">) {
  const state = stateOf(view);
  const { points, least } = pointsOf(state, seat);
  const parts = itemNames().map((item, i) => `${item}: ${signed(state.standing[seat]?.[i] ?? 0)}`);
  const said = least ? t("Points as things stand, without those for the types of sent wagons") : t("Points as things stand");
  return (
    <Fact points said={`${said}. ${parts.join("; ")}`}>
      <Piece id="points" />
      <b>
        {signed(points)}
        {least && "+"}
      </b>{" "}
      <span class="hn-fact-name">{n("point", "points", points)}</span>
    </Fact>
  );
}

/** Whose camp it is, what was sent from it, what lies in its stash. */
export function Head(props: CampProps & { children: ComponentChildren }) {
  const { view, seat, children } = props;
  return (
    <header ref={tight} class="row hn-head" data-anchor={`camp:${seat}`}>
      {children}
      <Points {...props} />
      {stateOf(view).token === seat && (
        <Fact anchor="token" said={t("First player")}>
          <Piece id="token" /> <span class="hn-fact-name">{t("first player")}</span>
        </Fact>
      )}
      <Sent {...props} />
      <Stash {...props} />
    </header>
  );
}

export function Wagons({ store, view, seat, quiet = false }: CampProps & { quiet?: boolean }) {
  const state = stateOf(view);
  const standings = wagonsOf(state, seat);
  return (
    <div class="by yields hn-wagons" data-anchor={`wagons:${seat}`} data-count={standings.length}>
      {standings.map((standing) => {
        const type = typeOf(state, standing.wagon);
        const key = `${standing.slot}${standing.wagon}`;
        return quiet ? <StandingWagon key={key} standing={standing} type={type} /> : <CampWagon key={key} store={store} view={view} standing={standing} type={type} />;
      })}
    </div>
  );
}

/** How many cards there are of each colour. */
const Kinds = ({ cards }: { cards: readonly Card[] }) => (
  <li class="hn-kinds">
    {COLOURS.map((colour) => ({ colour, count: cards.filter((card) => colourOf(card) === colour).length }))
      .filter(({ count }) => count > 0)
      .map(({ colour, count }) => (
        <span key={colour} class="inline hn-count" title={deckName(colour)}>
          <KindArt colour={colour} />
          {count}
        </span>
      ))}
  </li>
);

/** All cards of a camp, by colour; those that are over come last. They shrink to what has room. */
export function Cards({ quiet = false, ...props }: CampProps & { quiet?: boolean }) {
  const state = stateOf(props.view);
  const { groups, over } = cardsOf(state, props.seat);
  const cards = [...groups.flatMap(({ cards: some }) => some), ...over];
  const area = useDensity([cards.join(), state.full, state.used, state.spent, state.goods_on].join(";"));
  return (
    <ul ref={area} class="yields hn-tiles" aria-label={n("{count} card", "{count} cards", cards.length)}>
      {cards.length === 0 && <li class="dim">{t("No cards yet")}</li>}
      {cards.map((card) => (
        <li key={card}>
          <Tile {...props} card={card} />
        </li>
      ))}
      {quiet && cards.length > 0 && <Kinds cards={cards} />}
    </ul>
  );
}

/** So many cards in the own camp need more of its room. */
const [MANY, MOST] = [8, 13];

/** The own camp, beneath the table; for who looks on there is none. */
export function Own(props: BoardProps) {
  const { view, store } = props;
  const area = useGoods(store);
  if (view.viewer === null) return <Onlooker store={store}>{t("You are looking on: cards just drawn stay hidden.")}</Onlooker>;
  const own = { ...props, seat: view.viewer };
  const cards = stateOf(view).camp[own.seat]?.length ?? 0;
  return (
    <div class="hand-area">
      <section ref={area} class="hand yields hn-camp hn-home" data-many={cards > MOST ? "very" : cards > MANY} aria-label={t("Your camp")} data-players={stateOf(view).players} data-owner={own.seat} data-asked={view.to_act.includes(own.seat)} onKeyDown={moveLit}>
        <Head {...own}>
          <h2 class="row">
            <King seat={own.seat} /> <span class="hn-title">{t("Your camp")}</span>
          </h2>
        </Head>
        <Wagons {...own} />
        <Cards {...own} />
      </section>
    </div>
  );
}

/** A rival's camp at a glance; its name opens all of it. */
function Rival({ onOpen, ...props }: CampProps & { onOpen: (seat: number) => void }) {
  const { view, seat } = props;
  return (
    <section class="yields hn-camp hn-rival" data-owner={seat} aria-label={t("Camp of {king}", { king: kingName(seat) })} data-asked={view.to_act.includes(seat)}>
      <Head {...props}>
        <h2 class="row">
          <button type="button" class="row hn-open" aria-haspopup="dialog" onClick={() => onOpen(seat)}>
            <KingEmblem seat={seat} /> <span>{kingName(seat)}</span>
          </button>
        </h2>
      </Head>
      <Wagons {...props} quiet />
      <Cards {...props} quiet />
    </section>
  );
}

/** The other seats, clockwise from the viewer; all of them for who has none. */
export function rivalsOf(view: BoardProps["view"]): number[] {
  const { players } = stateOf(view);
  const own = view.viewer ?? -1;
  return Array.from({ length: players }, (_, i) => (own + 1 + i) % players).filter((seat) => seat !== own);
}

export function Rivals({ onOpen, ...props }: BoardProps & { onOpen: (seat: number) => void }) {
  const seats = rivalsOf(props.view);
  return (
    <div class="hn-rivals" data-count={seats.length}>
      {seats.map((seat) => (
        <Rival key={seat} {...props} seat={seat} onOpen={onOpen} />
      ))}
    </div>
  );
}
