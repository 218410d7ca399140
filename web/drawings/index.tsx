// All drawings of all games at all sizes, for who draws them. `?theme=dark` and `?of=chu-han` choose.
import { render } from "preact";
import "../../src/tianxia/server/static/site.css";
import "../src/frame/tokens.css";
import "../src/frame/layout.css";
import "../src/frame/pieces.css";
import { ChuHan } from "./chu_han";
import { Huns } from "./huns";
import { SunTzu } from "./sun_tzu";
import "./sheet.css";

const asked = new URLSearchParams(location.search);
document.documentElement.dataset.theme = asked.get("theme") ?? "light";
const GAMES = { "chu-han": ChuHan, "sun-tzu": SunTzu, huns: Huns };
const chosen = Object.entries(GAMES).filter(([id]) => !asked.has("of") || asked.get("of") === id);

render(
  <main>
    {chosen.map(([id, Sheet]) => (
      <section key={id} class="table-page" data-game={id}>
        <Sheet big={Number(asked.get("size") ?? 200)} ids={asked.get("ids")?.split(",")} />
      </section>
    ))}
  </main>,
  document.body,
);
