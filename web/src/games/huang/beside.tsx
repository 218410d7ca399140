// What is looked up now and then: the pagodas that are left, what the colours do, the last conflict.
import { useState } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { m, t } from "../../frame/texts";
import type { GameEvent } from "../../types";
import { lastConflict } from "./events";
import { keep, kept } from "../../frame/kept";
import { Building, Glyph, TileFace } from "./sprite";
import { COLOURS, PAGODAS, stateOf, type Colour } from "./state";
import { colourName, kindName } from "./words";
import "./beside.css";

/** The pagodas that may still be taken from beside the board. */
function Supply({ view }: BoardProps) {
  const state = stateOf(view);
  const supply = PAGODAS.filter((colour, i) => state.pagodas[i] === "none" && !(colour === "blue" && state.eighteen_kingdoms));
  return (
    <p class="hg-stock-left">
      {supply.map((colour, i) => (
        <span key={i} class="hg-supply" role="img" aria-label={t("{colour} pagoda", { colour: colourName(colour) })}>
          <Building id="pagoda" colour={colour} />
          <Glyph colour={colour} />
        </span>
      ))}{" "}
      {supply.length > 0 ? t("left") : t("All pagodas stand")}
    </p>
  );
}

const LastConflict = ({ lines }: { lines: readonly GameEvent[] }) => (
  <details class="hg-last" open>
    <summary>{t("The last conflict")}</summary>
    <ol tabIndex={0} aria-label={t("The last conflict")}>
      {lines.map((event, i) => (
        <li key={i}>{event.text}</li>
      ))}
    </ol>
  </details>
);

const DOES: Record<Colour, string> = {
  yellow: m("Leaders stand beside yellow tiles, which decide revolts. The leader gains points where another is missing."),
  red: m("Red tiles decide wars."),
  blue: m("Blue tiles lie only on rivers, several in one action. 2 of them, or 1 and your Farmer off the board, pay for a riot."),
  green: m("A green tile that you place takes one from the market. 2 of them, or 1 and your Trader off the board, pay for a pagoda."),
  white: m("White points count for any colour."),
};

/** What the colours do; open before the first conflict, then as it was left. */
function Primer({ begins }: { begins: boolean }) {
  const [open, setOpen] = useState(() => (kept("tianxia.huang.primer") ?? (begins ? "open" : "closed")) === "open");
  const turn = (event: Event) => {
    event.preventDefault();
    keep("tianxia.huang.primer", open ? "closed" : "open");
    setOpen(!open);
  };
  return (
    <details class="hg-primer" open={open}>
      <summary onClick={turn}>{t("The five colours")}</summary>
      <dl>
        {COLOURS.map((colour) => (
          <div key={colour}>
            <dt>
              <TileFace colour={colour} />
              <span class="sr">{colourName(colour)}</span>
            </dt>
            <dd>
              <b>{kindName(colour)}</b> {t(DOES[colour])}
            </dd>
          </div>
        ))}
      </dl>
      <p class="dim">{t("Your lowest colour is your score.")}</p>
    </details>
  );
}

/** What comes and goes stands last: it pushes nothing. */
export function Beside(props: BoardProps) {
  const lines = lastConflict(props.events);
  return (
    <section class="text-14 rigid" aria-label={t("Beside the board")}>
      <Supply {...props} />
      <Primer begins={lines.length === 0} />
      {lines.length > 0 && stateOf(props.view).conflict === "none" && <LastConflict lines={lines} />}
    </section>
  );
}
