// Sun Tzu, as the frame wants it.
import "./tokens.css";
import type { Flight, Heading } from "../../frame/game";
import { start } from "../../frame/start";
import { m, t, wordsOf } from "../../frame/texts";
import type { GameEvent, LegalAction, TableView } from "../../types";
import { Beside } from "./beside";
import { Board, Result } from "./board";
import { MiniCard } from "./card";
import { scene } from "./scenes";
import { sounds } from "./sounds";
import { about, decidedBy, told } from "./events";
import { Facts } from "./facts";
import { Hand } from "./hand";
import { isTold } from "./playhead";
import { Drawing, MasterFace, SideEmblem, Sprite } from "./sprite";
import { BLUE, PROVINCES, RED, SEATS, cardsOf, stateOf } from "./state";
import { sideName } from "./words";

function available(view: TableView): Map<string, number> {
  const state = stateOf(view);
  const parts = new Map<string, number>(PROVINCES.map((province) => [`province:${province}`, 1]));
  const seat = view.viewer;
  if (seat === null) return parts;
  const count = (part: string) => parts.set(part, (parts.get(part) ?? 0) + 1);
  for (const kind of cardsOf(state.hand[seat])) count(`hand:${kind}`);
  for (const kind of cardsOf(state.drawn[seat])) count(`drawn:${kind}`);
  state.laid[seat]?.forEach((card, at) => card !== "none" && count(`order:${PROVINCES[at]}`));
  for (const general of [...(state.held[seat] ?? []), ...(state.aside[seat] ?? [])]) count(`general:${general}`);
  if (state.asks === "general") for (const { args, kind } of view.legal) if (kind === "choose") parts.set(`general:${args.general}`, 1);
  count("pool");
  count("reinforcements");
  return parts;
}

/** Short where the label is long: the card or the place. */
function chip(action: LegalAction) {
  const { kind, args } = action;
  const short: Record<string, () => string> = {
    next: () => String(args.province),
    take: () => String(args.province),
    take_pool: () => t("Pool"),
    choose: () => wordsOf(String(args.general)).name,
    use_b1: () => `${wordsOf("B1").name} ${String(args.start)} → ${String(args.end)}`,
    use_b5: () => `${wordsOf("B5").name} ${String(args.province)}`,
    use_r2: () => `${wordsOf("R2").name} ${String(args.province)}`,
  };
  const text = short[kind]?.();
  if (kind === "order") {
    return (
      <>
        <MiniCard kind={String(args.card)} />
        <span class="nowrap" aria-hidden="true">{String(args.province)}</span>
        <span class="sr">{action.label}</span>
      </>
    );
  }
  if (kind === "under" || kind === "discard") {
    return (
      <>
        <span aria-hidden="true">{kind === "under" ? t("under") : t("discard")}</span>
        <MiniCard kind={String(args.card)} />
        <span class="sr">{action.label}</span>
      </>
    );
  }
  if (text === undefined) return null;
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <span class="sr">{action.label}</span>
    </>
  );
}

function recap(event: GameEvent) {
  const what = told(event);
  switch (what.kind) {
    case "revealed":
      return (
        <>
          {what.province} <MiniCard kind={what.blue} />:<MiniCard kind={what.red} />
        </>
      );
    case "won":
      return <b>+{what.margin}</b>;
    case "plague":
      return <MiniCard kind="Plague" />;
    case "general_shown":
      return <i>{wordsOf(what.general).name}</i>;
    case "lifted":
      return <b>{t("Orders open again: confirm anew")}</b>;
    case "event_fired":
      return <i>{wordsOf(what.event).name}</i>;
    case "discarded":
      return (
        <>
          {t("discard")} <MiniCard kind={what.card} />
        </>
      );
    case "scored":
      return (
        <b>
          {t("Scoring")} <SideEmblem seat={BLUE} /> {what.blue}:{what.red} <SideEmblem seat={RED} />
        </b>
      );
    case "round_began":
      return <>{t("Round {round}", { round: what.round })}</>;
    default:
      return null;
  }
}

/** With generals the game begins before the first round; without them its first event belongs to it. */
const BEFORE: readonly string[] = ["chose", "drew", "general_shown"];

function headings(event: GameEvent, before: GameEvent | undefined): Heading[] {
  const what = told(event);
  if (what.kind === "round_began") return [{ level: 1, text: t("Round {round}", { round: what.round }) }];
  const opening: Heading[] = before ? [] : [{ level: 1, text: BEFORE.includes(what.kind) ? t("Before round 1") : t("Round {round}", { round: 1 }) }];
  return what.kind === "revealed" ? [...opening, { level: 2, text: t("Battle") }] : opening;
}

/** Where armies of a side lie, by their anchor. */
const anchor = (place: string, seat: number, province: string): string =>
  place === "pool" || place === "reinforcements" ? `${place}:${seat}` : `province:${place === "marker" ? province : place}`;

/** Armies march as they are told to; as many banners as can be told apart. */
function flights(event: GameEvent): Flight[] {
  const what = told(event);
  const march = (seat: number, count: number, from: string, to: string): Flight[] => {
    const banners = Array.from({ length: Math.min(count, MOST_BANNERS) }, (_, i) => <Drawing key={i} id={`army${seat}`} class={`st-marching side${seat}`} />);
    return count > 0 ? [{ from, to, things: banners }] : [];
  };
  switch (what.kind) {
    case "moved":
      return march(what.seat, what.count, anchor(what.start, what.seat, what.province), anchor(what.end, what.seat, what.province));
    case "plague":
      return SEATS.flatMap((seat) => march(seat, seat === BLUE ? what.blue : what.red, `province:${what.province}`, `pool:${seat}`));
    case "discarded":
      return march(what.seat, 1, `reinforcements:${what.seat}`, `pool:${what.seat}`);
    default:
      return [];
  }
}

const MOST_BANNERS = 5;

/** The province of an event, or the side that shows a general. */
function places(event: GameEvent): readonly string[] {
  const what = told(event);
  if (what.kind === "general_shown") return [`seat:${what.seat}`];
  return "province" in what && what.province !== "none" ? [`province:${what.province}`] : [];
}

start({
  id: "sun-tzu",
  title: "Sun Tzu",
  pinned: [
    { kind: "confirm", label: m("Confirm the orders") },
    { kind: "accept", label: m("Accept") },
    { kind: "pass", label: m("Pass") },
  ],
  paced: true,
  forAll: isTold,
  hints: { buttons: m("Press a button, or what is lit.") },
  unlisted: ["take_back", "choose", "under"],
  available,
  chip,
  asks: {},
  Sprite,
  Emblem: SideEmblem,
  Portrait: MasterFace,
  seatName: sideName,
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
  recap,
  places,
  flights,
});
