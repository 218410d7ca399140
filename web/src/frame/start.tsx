// Finds its place in the page, learns which table it is, and opens the line to the server. A game's script calls it.
import "./tokens.css";
import "./layout.css";
import "./page.css";
import "./buttons.css";
import { render } from "preact";
import { App } from "./app";
import { Connection, type Listener } from "./connection";
import "./contrast.css";
import type { Game } from "./game";
import { HotSeat, type Whose } from "./hotseat";
import "./pieces.css";
import { guardPresses } from "./press";
import { Replay, asked } from "./replay";
import { at } from "./site";
import { Store } from "./store";
import { withstandTranslation } from "./translated";

export function start(game: Game): void {
  const root = document.getElementById("table");
  if (!root) return;
  const table = root.dataset.table ?? "";
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const path = at(`/table/${table}/socket`);
  const dial = (query: string) => (listener: Listener) => new Connection(`${scheme}//${location.host}${path}${query}`, listener);
  const preparing = root.dataset.preparing === "true";
  const seats = (root.dataset.seats ?? "").split(" ").filter(Boolean).map(Number);
  const { replay } = root.dataset;
  root.replaceChildren();
  withstandTranslation();
  guardPresses();
  if (replay !== undefined) {
    const wanted = asked(replay ? Number(replay) : null);
    const open = (listener: Listener) => new Replay(at(`/table/${table}/replay`), wanted, listener);
    render(<App store={new Store(table, game, open)} />, root);
  } else if (seats.length > 1) {
    const open = (whose: Whose) => new Store(table, game, dial(`?seat=${whose}`), preparing, seats);
    render(<HotSeat game={game} seats={seats} over={root.dataset.over === "true"} open={open} />, root);
  } else {
    render(<App store={new Store(table, game, dial(""), preparing)} />, root);
  }
}
