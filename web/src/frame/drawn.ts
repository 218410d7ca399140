// Which side the viewer plays: told until it has decided for the first time, since most seats are drawn by lot.
import type { Store } from "./store";
import { t } from "./texts";

export function ownSide({ now: view, told, game, seats, replay }: Store): string {
  if (view?.viewer == null || seats.length > 1 || replay) return "";
  const has = told.all.some((event) => game.decidedBy(event) === view.viewer);
  return has ? "" : t("Your side: {side}.", { side: game.seatName(view.viewer) });
}
