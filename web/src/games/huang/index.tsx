// Huang, as the frame wants it.
import "./tokens.css";
import type { Flight, Heading } from "../../frame/game";
import { count } from "../../frame/selection";
import { start } from "../../frame/start";
import { m, t } from "../../frame/texts";
import type { GameEvent, LegalAction, TableView } from "../../types";
import { Beside } from "./beside";
import { Board } from "./board";
import { about, decidedBy, placesOf, told } from "./events";
import { Facts } from "./facts";
import { Hand } from "./hand";
import { offers, told as toldBefore } from "./offers";
import { Result } from "./result";
import { scene } from "./scenes";
import { sounds } from "./sounds";
import { Building, DynastyEmblem, LeaderFace, Sprite, TileBack, TileFace } from "./sprite";
import { COLOURS, NAMES, stateOf, tilesOf } from "./state";
import { tap } from "./tap";
import { dynasty } from "./words";

function available(view: TableView): Map<string, number> {
  const state = stateOf(view);
  return count([
    ...["screen", "riot", "establish", "replace", "tiles", "leader"],
    ...NAMES.map((hex) => `hex:${hex}`),
    ...COLOURS.map((colour) => `leader:${colour}`),
    ...state.pagodas.flatMap((place) => (place === "none" ? [] : `pagoda:${place}`)),
    ...tilesOf(state.market).map((colour) => `market:${colour}`),
    ...tilesOf(view.viewer === null ? null : state.hand[view.viewer]).map((colour) => `hand:${colour}`),
  ]);
}

const chip = (_action: LegalAction) => null;

function recap(event: GameEvent) {
  const what = told(event);
  switch (what.kind) {
    case "placed":
      return (
        <>
          <TileFace colour={what.colour} /> {what.hex}
        </>
      );
    case "positioned":
      return (
        <>
          <LeaderFace seat={what.seat} colour={what.colour} /> {what.hex}
        </>
      );
    case "scored":
      return (
        <>
          <b>+{what.points}</b> <TileFace colour={what.colour} />
        </>
      );
    case "went_home":
    case "withdrew":
      return (
        <>
          <LeaderFace seat={what.seat} colour={what.colour} /> {t("home")}
        </>
      );
    case "removed":
      return (
        <>
          − <TileFace colour={what.colour} /> {what.hex}
        </>
      );
    case "established":
      return <Building id="pagoda" colour={what.colour} />;
    case "palace_built":
      return <Building id="palace" />;
    case "pagoda_lost":
      return (
        <>
          − <Building id="pagoda" colour={what.colour} />
        </>
      );
    case "palace_lost":
      return (
        <>
          − <Building id="palace" />
        </>
      );
    case "took_granaries":
      return (
        <>
          <b>{what.count}×</b> <Building id="granary" />
        </>
      );
    case "took":
      return (
        <>
          {t("takes")} <TileFace colour={what.colour} />
        </>
      );
    case "passed":
      return <>{t("passes")}</>;
    case "war_began":
      return <b>{t("War at {hex}", { hex: what.hex })}</b>;
    case "revolt_began":
      return <b>{t("Revolt at {hex}", { hex: what.hex })}</b>;
    case "committed":
      return (
        <>
          {what.tiles > 0 || what.leader ? t("gives") : t("gives nothing")}
          {what.tiles > 0 && (
            <>
              {" "}
              {what.tiles} <TileFace colour={what.colour} />
            </>
          )}
          {what.leader && <LeaderFace seat={what.seat} colour={what.colour} />}
          {what.side !== "none" && ` → ${what.side}`}
        </>
      );
    case "war_won":
      return (
        <b>
          {what.hex} {t("wins")} {what.strength}:{what.price}
        </b>
      );
    case "revolt_ended":
      return (
        <b>
          {t("wins")} {what.strength}:{what.other}
        </b>
      );
    case "discarded":
      return <TileBack />;
    default:
      return null;
  }
}

function headings(event: GameEvent, before: GameEvent | undefined): Heading[] {
  if (told(event).kind === "turn_began") return [{ level: 1, text: event.text }];
  if (before !== undefined) return [];
  const seat = about(event);
  return [{ level: 1, text: seat === null ? t("Turn {turn}", { turn: 1 }) : t("Turn {turn}: {dynasty}", { turn: 1, dynasty: dynasty(seat) }) }];
}

function flights(event: GameEvent): Flight[] {
  const what = told(event);
  switch (what.kind) {
    case "placed":
      return [{ from: `seat:${what.seat}`, to: `hex:${what.hex}`, things: <TileFace colour={what.colour} /> }];
    case "positioned":
      return [
        {
          from: what.before === "none" ? `seat:${what.seat}` : `hex:${what.before}`,
          to: `hex:${what.hex}`,
          things: <LeaderFace seat={what.seat} colour={what.colour} />,
        },
      ];
    case "withdrew":
    case "went_home":
      return [{ from: `hex:${what.hex}`, to: `seat:${what.seat}`, things: <LeaderFace seat={what.seat} colour={what.colour} /> }];
    case "took":
      return [{ from: "market", to: `seat:${what.seat}`, things: <TileFace colour={what.colour} /> }];
    default:
      return [];
  }
}

start({
  id: "huang",
  title: "Huang",
  pinned: [
    { kind: "riot", label: m("Riot"), begin: (store, byFinger) => tap(store, "riot", 0, byFinger) },
    { kind: "establish", label: m("Pagoda"), begin: (store, byFinger) => tap(store, "establish", 0, byFinger) },
    { kind: "replace", label: m("Replace"), begin: (store, byFinger) => tap(store, "replace", 0, byFinger) },
    { kind: "end_turn", label: m("End turn") },
    { kind: "pass", label: m("Pass") },
    {
      kind: "stop",
      label: m("Stop"),
      others: [
        { kind: "draw", label: m("Draw") },
        { kind: "decline", label: m("Do without") },
        { kind: "nothing", label: m("Nothing") },
      ],
    },
  ],
  unlisted: ["place", "leader", "withdraw", "replace", "remove", "take", "support", "winner", "keep", "riot", "establish"],
  available,
  chip,
  offers,
  told: toldBefore,
  hints: {
    ahead: m("You may choose a tile ahead; it stays chosen."),
    buttons: m("Only the buttons can be used now."),
  },
  keys: [
    { keys: ["←", "↑", "→", "↓"], does: m("on the board: to the next hex") },
    { keys: ["+", "-", "0"], does: m("closer, farther, the whole board") },
    { keys: ["c"], does: m("coordinates") },
    { keys: ["w"], does: m("strengths of the states") },
  ],
  asks: {
    place: m("Choose a hex that is lit."),
    leader: m("Choose a hex that is lit."),
  },
  Sprite,
  Emblem: DynastyEmblem,
  seatName: dynasty,
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
  places: placesOf,
  flights,
});
