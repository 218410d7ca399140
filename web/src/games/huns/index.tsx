// Huns, as the frame wants it.
import "./tokens.css";
import "./parts.css";
import type { Flight, Heading } from "../../frame/game";
import { start } from "../../frame/start";
import { m, t } from "../../frame/texts";
import type { GameEvent, LegalAction, TableView } from "../../types";
import { Beside } from "./beside";
import { Board } from "./board";
import { Own } from "./camp";
import { scene } from "./scenes";
import { sounds } from "./sounds";
import { about, decidedBy, told } from "./events";
import { Facts } from "./facts";
import { hideHelp } from "./help";
import { offers, told as toldBefore } from "./panel";
import { Result } from "./result";
import { CardArt, Die, Good, KindArt, KingEmblem, KingFace, Piece, Sprite } from "./sprite";
import { colourOf, stateOf, typeOf, type Colour, type Wagon } from "./state";
import { cardName, kingName } from "./words";

/** What can be chosen is what an action names: nothing is chosen ahead, since every decision shows something new. */
const available = (view: TableView): Map<string, number> =>
  new Map(view.legal.flatMap(({ parts }) => parts.map((part) => [part, 1] as const)));

const Goods = ({ colour, count }: { colour: Colour; count: number }) => (
  <>
    {count !== 1 && <b>{count}×</b>} <Good colour={colour} />
  </>
);

/** Short where the label is long. */
function chip({ kind, args, label }: LegalAction) {
  const card = String(args.card);
  const drawn = {
    use: () => [<CardArt card={card} />, cardName(card)],
    victim: () => [<KingEmblem seat={Number(args.seat)} />, kingName(Number(args.seat))],
    load: () => [<Good colour={args.colour as Colour} />, `→ ${Number(args.slot)}`],
  }[kind];
  if (!drawn) return null;
  const [drawing, words] = drawn();
  return (
    <>
      {drawing} <span aria-hidden="true">{words}</span>
      <span class="sr">{label}</span>
    </>
  );
}

function recap(event: GameEvent) {
  const what = told(event);
  switch (what.kind) {
    case "took_die":
      return <Die colour={what.colour} face={what.value} />;
    case "drew":
      return (
        <>
          <b>{what.count}×</b> <KindArt colour={what.colour} />
        </>
      );
    case "played":
    case "used":
    case "accepted":
      return <CardArt card={what.card} />;
    case "cursed":
      return (
        <>
          <CardArt card={what.card} /> <KingEmblem seat={what.victim} />
        </>
      );
    case "fled":
      return (
        <>
          {t("flees")} <CardArt card={what.card} />
        </>
      );
    case "looted":
    case "took":
      return <Goods colour={what.colour} count={what.count} />;
    case "robbed":
    case "levied":
      return (
        <>
          <Goods colour={what.colour} count={1} /> ← <KingEmblem seat={what.other} />
        </>
      );
    case "filled":
      return (
        <>
          <CardArt card={what.card} /> {colourOf(what.card) === "black" ? t("is full") : t("full")}
        </>
      );
    case "returned":
      return (
        <>
          <Goods colour={what.colour} count={what.count} /> {t("back")}
        </>
      );
    case "sent":
      return <Piece id="sent" />;
    case "swapped":
      return (
        <>
          <Piece id="sent" /> ↔ <KingEmblem seat={what.other} />
        </>
      );
    case "token":
      return <Piece id="token" />;
    default:
      return null;
  }
}

function headings(event: GameEvent, before: GameEvent | undefined): Heading[] {
  const what = told(event);
  if (what.kind === "round_began") return [{ level: 1, text: t("Round {round}", { round: what.round }) }];
  if (what.kind === "turn_began") return [{ level: 2, text: event.text }];
  return before ? [] : [{ level: 1, text: t("Set-up") }];
}

/** The wagon that is sent, as it came into the camp; of the first ones, of which nothing was told, those that the viewer may look up. */
function cameAs(events: readonly GameEvent[], sent: GameEvent, seat: number, view: TableView): Wagon | null {
  const came = events.slice(0, events.indexOf(sent)).map(told).findLast((one) => one.kind === "new_wagon" && one.seat === seat && one.slot === sent.slot);
  if (came?.kind === "new_wagon") return came.wagon;
  return stateOf(view).sent[seat]?.findLast((wagon) => wagon !== "none") ?? null;
}

const Driving = ({ view, wagon }: { view: TableView; wagon: Wagon | null }) => (
  <svg class={`drawing hn-driving ${wagon ? `hn-wagon-face ${typeOf(stateOf(view), wagon)}` : "hn-piece"}`} viewBox={wagon ? "0 0 100 62" : "0 0 48 48"}>
    <use href={wagon ? `#hn-wagon-${typeOf(stateOf(view), wagon)}` : "#hn-sent"} />
  </svg>
);

/** Goods and cards are seen to travel between the places that the event names. */
function flights(event: GameEvent, view: TableView, events: readonly GameEvent[]): Flight[] {
  const what = told(event);
  const wagon = (seat: number, slot: number) => `wagon:${seat}:${slot}`;
  switch (what.kind) {
    case "took_die":
      return [{ from: `die:${what.colour}`, to: `camp:${what.seat}`, things: <Die colour={what.colour} face={what.value} /> }];
    case "played":
      return [{ from: `deck:${colourOf(what.card)}`, to: `card:${what.card}`, things: <CardArt card={what.card} /> }];
    case "accepted":
    case "fled":
      return [{ from: "deck:black", to: `card:${what.card}`, things: <CardArt card={what.card} /> }];
    case "looted":
    case "took":
      return what.count > 0 ? [{ from: `goods:${what.colour}`, to: `camp:${what.seat}`, things: <Goods colour={what.colour} count={what.count} /> }] : [];
    case "loaded":
      return [{ from: `camp:${what.seat}`, to: wagon(what.seat, what.slot), things: <Good colour={what.colour} /> }];
    case "put":
      return [{ from: `camp:${what.seat}`, to: `card:${what.card}`, things: <Goods colour={what.colour} count={what.count} /> }];
    case "robbed":
      return [{ from: wagon(what.other, what.slot), to: `camp:${what.seat}`, things: <Good colour={what.colour} /> }];
    case "levied":
      return [{ from: `stash:${what.other}`, to: `camp:${what.seat}`, things: <Good colour={what.colour} /> }];
    case "lost":
      return [{ from: `card:${what.card}`, to: `goods:${what.colour}`, things: <Good colour={what.colour} /> }];
    case "gave_back":
      return [{ from: wagon(what.seat, what.slot), to: `goods:${what.colour}`, things: <Good colour={what.colour} /> }];
    case "returned":
      return [{ from: `camp:${what.seat}`, to: `goods:${what.colour}`, things: <Goods colour={what.colour} count={what.count} /> }];
    case "sent":
      return [{ from: `wagons:${what.seat}`, to: `sent:${what.seat}`, things: <Driving view={view} wagon={cameAs(events, event, what.seat, view)} /> }];
    case "new_wagon":
      return [{ from: `market:${what.place}`, to: wagon(what.seat, what.slot), things: <Piece id="sent" /> }];
    case "token":
      return [{ from: `camp:${(what.seat + stateOf(view).players - 1) % stateOf(view).players}`, to: `camp:${what.seat}`, things: <Piece id="token" /> }];
    default:
      return [];
  }
}

start({
  id: "huns",
  title: "Huns",
  pinned: [
    { kind: "draw", label: m("Draw") },
    { kind: "loot", label: m("Loot") },
    { kind: "done", label: m("Done") },
  ],
  unlisted: ["die", "play", "victim", "flee", "accept", "brand", "swap", "wagon", "good", "on", "curse_effects", "send_effects"],
  available,
  chip,
  offers,
  told: toldBefore,
  hints: {
    ahead: m("Somebody else decides; all camps lie open meanwhile."),
    buttons: m("Press a button, or what is lit."),
  },
  keys: [{ keys: ["←", "↑", "→", "↓"], does: m("to the next thing that is lit") }],
  lacks: ["←", "↑", "h"],
  asks: {
    load: m("Choose a space that is lit."),
    take: m("Choose a good that is lit."),
    swap: m("Choose one of your wagons and one of somebody else."),
  },
  Sprite,
  Emblem: KingEmblem,
  Portrait: KingFace,
  seatName: kingName,
  Facts,
  Board,
  Beside,
  Hand: Own,
  Result,
  decidedBy,
  about,
  scene,
  sounds,
  headings,
  recap,
  flights,
  forget: hideHelp,
});
