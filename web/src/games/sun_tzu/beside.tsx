// What is looked up beside the table: the battles of the round, the open event, the own generals, the own deck, the cards.
import { useState } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { t } from "../../frame/texts";
import { MiniCard } from "./card";
import { Battles } from "./battles";
import { fought } from "./events";
import { OwnDeck, OwnGenerals } from "./own";
import { stateOf } from "./state";
import { EventCard } from "./tracks";
import { SPECIAL, cardText } from "./words";
import "./beside.css";

export function Beside(props: BoardProps) {
  const { store, view, events } = props;
  const known = { ...props, view: store.known ?? view };
  const now = fought(events, store.heard);
  const begun = events.slice(0, store.heard).findLastIndex(({ kind }) => kind === "round_began");
  const last = fought(events, Math.max(0, begun));
  return (
    <div class="st-beside">
      <EventCard {...known} />
      <Battles shown={now.battles.length > 0 || now.sealed ? now : last} fresh={now.sealed} />
      <OwnGenerals {...known} />
      <OwnDeck {...known} />
      <Primer {...known} />
    </div>
  );
}

/** What the cards do. */
function Primer({ view }: BoardProps) {
  const { beginner: option, round } = stateOf(view);
  const beginner = option === 1;
  const [atFirst] = useState(round <= 1); // who comes later has opened it before
  return (
    <details class="text-13 st-primer" open={atFirst}>
      <summary>{t("The cards")}</summary>
      <p>{t("The higher number wins by the difference: so many enemy armies leave, then own ones come.")}</p>
      <dl>
        {SPECIAL.filter((kind) => !beginner || (kind !== "+2" && kind !== "+3")).map((kind) => (
          <div key={kind}>
            <dt>
              <MiniCard kind={kind} />
            </dt>
            <dd>{cardText(kind)}</dd>
          </div>
        ))}
      </dl>
      <p class="dim">{t("Cards with a frame come back to the hand after each round; all others leave the game.")}</p>
    </details>
  );
}
