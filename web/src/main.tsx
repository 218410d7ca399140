// Finds its place in the page, learns which table it is, and opens the line to the server.
import { render } from "preact";
import { App } from "./frame/app";
import "./frame/frame.css";
import { HotSeat } from "./frame/hotseat";
import "./frame/hotseat.css";
import { Store } from "./frame/store";
import { games } from "./games";

function start(root: HTMLElement): void {
  const table = root.dataset.table ?? "";
  const game = games.find((one) => one.id === root.dataset.game) ?? games[0]!;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const path = root.dataset.socket ?? `/table/${table}/socket`;
  const line = `${scheme}//${location.host}${path}`;
  const preparing = root.dataset.preparing === "true";
  const seats = (root.dataset.seats ?? "").split(" ").filter(Boolean).map(Number);
  root.replaceChildren();
  if (seats.length > 1) {
    const open = (seat: number) => new Store(table, game, `${line}?seat=${seat}`, preparing, seats);
    render(<HotSeat game={game} seats={seats} over={root.dataset.over === "true"} open={open} />, root);
  } else {
    render(<App store={new Store(table, game, line, preparing)} />, root);
  }
}

const root = document.getElementById("table");
if (root) start(root);
