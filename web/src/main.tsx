// Finds its place in the page, learns which table it is, and opens the line to the server.
import { render } from "preact";
import { App } from "./frame/app";
import "./frame/frame.css";
import { Store } from "./frame/store";
import { games } from "./games";

function start(root: HTMLElement): void {
  const table = root.dataset.table ?? "";
  const game = games.find((one) => one.id === root.dataset.game) ?? games[0]!;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const path = root.dataset.socket ?? `/table/${table}/socket`;
  const store = new Store(table, game, `${scheme}//${location.host}${path}`, root.dataset.preparing === "true");
  root.replaceChildren();
  render(<App store={store} />, root);
}

const root = document.getElementById("table");
if (root) start(root);
