// What came of a conflict, for who was not asked last: it stays until the next own decision.
import type { BoardProps } from "../../frame/game";
import { n, t } from "../../frame/texts";
import { told, verdictOf } from "./events";
import { Building, DynastyEmblem, LeaderFace, TileFace } from "./sprite";
import { stateOf } from "./state";
import type { HuangEvent } from "./types";
import { colourName, dynasty, leaderName } from "./words";
import "./verdict.css";

/** Who won, in words. */
function outcome(event: HuangEvent): string {
  switch (event.kind) {
    case "war_won":
      return t("{winner} wins with {strength} to {other}.", { winner: event.hex, strength: event.strength, other: event.price });
    case "revolt_ended":
      return t("{winner} wins with {strength} to {other}.", { winner: dynasty(event.winner), strength: event.strength, other: event.other });
    case "bandits_met":
      return t("Bandits beaten at {hex}", { hex: event.hex });
    case "war_began":
      return t("War at {hex}", { hex: event.hex });
    case "revolt_began":
      return t("Revolt at {hex}", { hex: event.hex });
    default:
      return "";
  }
}

/** What somebody gained or lost, as a drawing with its words. */
function Item({ event }: { event: HuangEvent }) {
  switch (event.kind) {
    case "scored":
      return (
        <span class="hg-item">
          <DynastyEmblem seat={event.seat} />
          <span class="sr">{dynasty(event.seat)} </span>
          <b>+{event.points}</b> <TileFace colour={event.colour} />
          <span class="sr">{colourName(event.colour)}</span>
        </span>
      );
    case "went_home":
      return (
        <span class="hg-item gone" title={`${leaderName(event)}: ${t("home")}`}>
          <LeaderFace seat={event.seat} colour={event.colour} />
          <span class="sr">
            {leaderName(event)}: {t("home")}
          </span>
        </span>
      );
    case "pagoda_lost":
      return (
        <span class="hg-item gone">
          <Building id="pagoda" colour={event.colour} />
          <span class="sr">{t("{colour} pagoda", { colour: colourName(event.colour) })}</span>
        </span>
      );
    default:
      return null;
  }
}

export function Verdict({ view, events }: BoardProps) {
  const lines = stateOf(view).conflict === "none" ? verdictOf(events, view.viewer).map(told) : [];
  if (lines.length === 0) return null;
  const removed = lines.filter(({ kind }) => kind === "removed").length;
  return (
    <div class="hg-verdict">
      <p>
        <b>{lines.map(outcome).filter(Boolean).join(" · ")}</b>
      </p>
      <p class="hg-items">
        {lines.map((event, i) => (
          <Item key={i} event={event} />
        ))}
        {removed > 0 && (
          <span class="hg-item gone" title={n("{count} tile lost", "{count} tiles lost", removed)}>
            <b>{removed}</b> <TileFace colour="red" />
            <span class="sr">{n("{count} tile lost", "{count} tiles lost", removed)}</span>
          </span>
        )}
      </p>
    </div>
  );
}
