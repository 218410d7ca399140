// What is told in large: what came of a revolt, a war or a fight with bandits, and what a riot took.
import type { BoardProps } from "../../frame/game";
import type { Scene } from "../../frame/scene";
import type { GameEvent } from "../../types";
import { endsConflict, lastConflict, riotAt } from "./events";
import { Verdict } from "./verdict";

export function scene(event: GameEvent, { events }: BoardProps): Scene | null {
  const lines = endsConflict(event) ? lastConflict(events, event) : event.kind === "removed" ? riotAt(events, event) : null;
  const where = lines?.find(({ kind }) => ["war_began", "revolt_began", "bandits_met", "removed"].includes(kind));
  return lines && where ? { at: `hex:${where.hex}`, things: <Verdict lines={lines} large /> } : null;
}
