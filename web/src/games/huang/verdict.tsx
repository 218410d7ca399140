// What came of a conflict or a riot: who won, who loses what, who gains.
import { n, t } from "../../frame/texts";
import type { GameEvent } from "../../types";
import { told } from "./events";
import { Building, DynastyEmblem, LeaderFace, TileFace } from "./sprite";
import type { Colour } from "./state";
import type { HuangEvent } from "./types";
import { colourName, dynasty, leaderName } from "./words";
import "./verdict.css";

/** Who won, in words. */
function outcome(event: HuangEvent): string {
  switch (event.kind) {
    case "war_won":
      return t("{winner} wins with {strength} to {other}.", { winner: event.hex, strength: event.strength, other: event.price });
    case "revolt_ended": {
      const { strength, other } = event;
      const winner = dynasty(event.winner);
      return strength === other
        ? t("A tie, {strength} to {other}: {winner} wins as the defender.", { winner, strength, other })
        : t("{winner} wins with {strength} to {other}.", { winner, strength, other });
    }
    case "bandits_met":
      return t("Bandits beaten at {hex}", { hex: event.hex });
    case "war_began":
      return t("War at {hex}", { hex: event.hex });
    case "revolt_began":
      return t("Revolt at {hex}", { hex: event.hex });
    case "paid":
      return event.text;
    default:
      return "";
  }
}

/** The strength of both, the winner's in front, where the line tells it; what else fought stands in the words. */
function Strengths({ event }: { event: HuangEvent }) {
  switch (event.kind) {
    case "revolt_ended":
      return (
        <p class="scene-sum">
          <DynastyEmblem seat={event.winner} /> <b>{event.strength}</b> : <b>{event.other}</b> <DynastyEmblem seat={event.loser} />
        </p>
      );
    case "war_won":
      return (
        <p class="scene-sum">
          <b>{event.strength}</b> : <b>{event.price}</b>
        </p>
      );
    default:
      return null;
  }
}

/** What somebody gained or lost, as a drawing with its words. */
function Item({ event }: { event: HuangEvent }) {
  switch (event.kind) {
    case "scored":
      return (
        <span class="inline hg-item">
          <DynastyEmblem seat={event.seat} />
          <span class="sr">{dynasty(event.seat)} </span>
          <b>+{event.points}</b> <TileFace colour={event.colour} />
          <span class="sr">{colourName(event.colour)}</span>
        </span>
      );
    case "went_home":
      return (
        <span class="inline hg-item gone" title={`${leaderName(event)}: ${t("home")}`}>
          <LeaderFace seat={event.seat} colour={event.colour} />
          <span class="sr">
            {leaderName(event)}: {t("home")}
          </span>
        </span>
      );
    case "pagoda_lost":
      return <Fallen id="pagoda" colour={event.colour} words={t("{colour} pagoda", { colour: colourName(event.colour) })} />;
    case "palace_lost":
      return <Fallen id="palace" words={t("palace")} />;
    case "granary_lost":
      return <Fallen id="granary" words={t("granary")} />;
    default:
      return null;
  }
}

/** A building that stands no more. */
const Fallen = ({ words, ...building }: { words: string; id: string; colour?: Colour }) => (
  <span class="inline hg-item gone" title={words}>
    <Building {...building} />
    <span class="sr">{words}</span>
  </span>
);

/** Tiles that were lost, by colour. */
function Lost({ colour, count }: { colour: Colour; count: number }) {
  const words = n("{count} tile lost", "{count} tiles lost", count);
  return (
    <span class="inline hg-item" title={words}>
      <b>{count}</b>
      <span class="middle gone">
        <TileFace colour={colour} />
      </span>
      <span class="sr">{words}</span>
    </span>
  );
}

export function Verdict({ lines, large = false }: { lines: readonly GameEvent[]; large?: boolean }) {
  const events = lines.map(told);
  const removed = events.flatMap((event) => (event.kind === "removed" ? [event.colour] : []));
  return (
    <div class="hg-verdict">
      <p>
        <b>{events.map(outcome).filter(Boolean).join(" · ")}</b>
      </p>
      {large && events.map((event, i) => <Strengths key={i} event={event} />)}
      <p class="wraps hg-items">
        {events.map((event, i) => (
          <Item key={i} event={event} />
        ))}
        {[...new Set(removed)].map((colour) => (
          <Lost key={colour} colour={colour} count={removed.filter((one) => one === colour).length} />
        ))}
      </p>
    </div>
  );
}
