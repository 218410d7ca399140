// Chu Han, as the frame wants it.
import "./tokens.css";
import type { Flight, Heading } from "../../frame/game";
import { start } from "../../frame/start";
import type { Store } from "../../frame/store";
import { m, t, wordsOf } from "../../frame/texts";
import type { GameEvent, LegalAction, TableView } from "../../types";
import { Beside, Board } from "./board";
import { CardBack, CardFace, MiniCards } from "./card";
import { Result } from "./ending";
import { faceUpPart } from "./event";
import { about, decidedBy, places, told } from "./events";
import { Hand } from "./hand";
import { removeHelp } from "./help";
import { KINDS, KIND_IDS, abilityOf, kindOf } from "./kinds";
import { scene } from "./scenes";
import { sounds } from "./sounds";
import { LordFace, SeatEmblem, Sprite, UseMark } from "./sprite";
import { stateOf } from "./state";
import { Facts } from "./table";
import type { ChuHanKind } from "./types";

function available(view: TableView): Map<string, number> {
  const state = stateOf(view);
  const parts = new Map<string, number>([["decree", Math.min(1, state.decrees_left)], ["row", 1]]);
  KIND_IDS.forEach((id, i) => {
    parts.set(`discard:${id}`, Math.min(1, state.discard[i] ?? 0));
    parts.set(`face_up:${id}`, state.face_up[i] ?? 0);
    parts.set(`offered:${id}`, 2);
    parts.set(`trick:${id}`, 1);
    if (view.viewer === null) return;
    const beside = faceUpPart(view, id) === `hand:${id}` ? (state.face_up[i] ?? 0) : 0;
    parts.set(`hand:${id}`, (state.hand[view.viewer]?.[i] ?? 0) + beside);
  });
  return parts;
}

const SETS: readonly string[] = ["set", "threes", "sixes", "add"];

/** Sets are drawn as their cards, an ability is the person's name; what needs more words has its label. */
function chip(action: LegalAction) {
  const person = KINDS.find(({ id }) => id === action.kind);
  if (person ? action.parts.length > 1 : !SETS.includes(action.kind)) return null;
  return (
    <>
      {person ? (
        <>
          <UseMark use={person.use} />
          <span aria-hidden="true">{person.name}</span>
        </>
      ) : (
        <MiniCards kinds={action.parts.map((part) => part.replace("hand:", ""))} />
      )}
      <span class="sr">{action.label}</span>
    </>
  );
}

/** The ability of the one card that is chosen, where it can be used in several ways. */
function ability({ selection, fit }: Store) {
  if (fit.stray || fit.exact.length < 2) return null;
  const kind = KINDS.find(({ id }) => selection[0]?.part.endsWith(`:${id}`));
  return kind && selection.length === 1 && abilityOf(kind) ? `${kind.name}: ${abilityOf(kind)}` : null;
}

const personOf = (ability: string): string => (ability === "none" ? "" : kindOf(ability).name);

/** The cards that the viewer may see: for everybody else they are null. */
const shown = (...cards: ("none" | ChuHanKind | null)[]): ChuHanKind[] =>
  cards.filter((card): card is ChuHanKind => card !== null && card !== "none");

function recap(event: GameEvent) {
  const what = told(event);
  switch (what.kind) {
    case "played":
      return (
        <>
          {what.ability !== "none" && <i>{personOf(what.ability)}</i>}
          <MiniCards kinds={what.set_cards} />
        </>
      );
    case "declared":
      return what.set_cards.length > 0 ? null : <i>{personOf(what.ability)}</i>;
    case "drew":
      return (
        <>
          {t("decree")}
          <MiniCards kinds={shown(what.first, what.second)} asLying />
        </>
      );
    case "lent":
      return (
        <>
          {t("beside the event:")} <MiniCards kinds={[what.card]} />
        </>
      );
    case "looked": {
      const seen = shown(what.first, what.second, what.third, what.fourth);
      return seen.length > 0 ? <MiniCards kinds={seen} asLying /> : <>{t("looks at 4 cards")}</>;
    }
    case "cancelled":
      return <>{t("cancels {name}", { name: personOf(what.ability) })}</>;
    case "restored":
      return <>{t("restores {name}", { name: personOf(what.ability) })}</>;
    case "passed":
      return <>{t("pass")}</>;
    case "scored":
    case "went_out":
      return <b>{what.points < 0 ? `−${-what.points}` : `+${what.points}`}</b>;
    case "hand_opened":
      return <>{t("open hand")}</>;
    case "swapped":
      return (
        <>
          <MiniCards kinds={[what.given]} /> ↔ <MiniCards kinds={[what.taken]} />
        </>
      );
    case "placed":
      return (
        <>
          {t("in the row")} <MiniCards kinds={[what.card]} />
        </>
      );
    case "picked":
      return (
        <>
          {t("takes")} <MiniCards kinds={[what.card]} />
        </>
      );
    case "gave":
      return (
        <>
          {t("gives")} {what.card === null ? t("a card") : <MiniCards kinds={shown(what.card)} />}
        </>
      );
    case "event_revealed":
      return <>{wordsOf(what.event).name}</>;
    case "match_won":
      return <>{t("wins match {number}", { number: what.match_number })}</>;
    case "dealt":
      return <>{t("Hand {number}", { number: what.hand_number })}</>;
    default:
      return null;
  }
}

/** What is laid out for a hand before its first trick. */
const OF_THE_HAND: readonly string[] = ["event_revealed", "laid_open"];

function headings(event: GameEvent, before: GameEvent | undefined): Heading[] {
  const what = told(event);
  const hand = (count: number): Heading => ({ level: 1, text: t("Hand {number}", { number: count }) });
  const trick: Heading = { level: 2, text: t("Trick") };
  if (what.kind === "dealt") return [hand(what.hand_number)];
  if (before === undefined) return [hand(1), trick];
  if (OF_THE_HAND.includes(event.kind)) return [];
  return before.kind === "trick_ended" || before.kind === "dealt" || OF_THE_HAND.includes(before.kind) ? [trick] : [];
}

function flights(event: GameEvent, view: TableView): Flight[] {
  const what = told(event);
  const seat = about(event);
  const home = seat === view.viewer ? "hand" : `seat:${seat}`;
  const backs = (
    <span class="fan">
      <CardBack />
      <CardBack />
    </span>
  );
  const faces = (kinds: readonly string[]) => (
    <span class="fan">
      {kinds.map((kind, i) => (
        <CardFace key={i} kind={kind} />
      ))}
    </span>
  );
  switch (what.kind) {
    case "drew": {
      const own = shown(what.first, what.second);
      return [{ from: "pile", to: home, things: own.length > 0 ? faces(own) : backs }];
    }
    case "declared":
      return [{ from: home, to: "trick", things: faces([what.ability]) }];
    case "played":
      // with an ability it was declared before, and the cards lie there already
      return what.ability === "none" ? [{ from: home, to: "trick", things: faces(what.set_cards) }] : [];
    case "cancelled":
      return [{ from: home, to: "trick", things: faces(["lyu_zhi"]) }];
    case "restored":
      return [{ from: home, to: "trick", things: faces(["xiao_he"]) }];
    case "used":
      return what.ability === "ying_bu" && what.target !== "none"
        ? [{ from: "discard", to: home, things: faces([what.target]) }]
        : [];
    case "placed":
      return [{ from: home, to: "row", things: faces([what.card]) }];
    case "swapped":
      return [
        { from: home, to: "event", things: faces([what.given]) },
        { from: "event", to: home, things: faces([what.taken]) },
      ];
    case "picked":
      return [{ from: "trick", to: home, things: faces([what.card]) }];
    case "trick_ended":
      return [{ from: "trick", to: "discard", things: backs }];
    default:
      return [];
  }
}

start({
  id: "chu-han",
  title: "Chu Han",
  pinned: [
    { kind: "decree", label: m("Decree") },
    { kind: "done", label: m("Done") },
    { kind: "decline", label: m("Decline") },
    { kind: "pass", label: m("Pass") },
  ],
  available,
  chip,
  told: ability,
  forAll: ({ kind }) => kind === "dealt", // the end of a hand, and what it was worth
  unlisted: ["warlord"], // lies in sight, and long to say
  asks: { yu_ji: m("Yu Ji: choose the card to discard"), ying_bu: m("Ying Bu: choose the card to take") },
  Sprite,
  Emblem: SeatEmblem,
  Portrait: LordFace,
  seatName: (seat) => (seat === 0 ? t("Han") : t("Chu")),
  Facts,
  Board,
  Beside,
  Hand,
  Result,
  decidedBy,
  about,
  scene,
  sounds,
  headings,
  anew: "dealt",
  recap,
  places,
  flights,
  forget: removeHelp,
});
