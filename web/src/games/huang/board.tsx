// The table of Huang: the map, and where it leaves room the market, a conflict, and what is told of the hex pointed at.
import { useEffect, useMemo } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { usePreview } from "../../frame/preview";
import { t } from "../../frame/texts";
import { Fight } from "./conflict";
import { newsOf } from "./events";
import { HexMap } from "./map";
import { Market } from "./market";
import { lookedAt, useSight } from "./sight";
import { NAMES, at, stateOf, statesOf, thingsOf, type State, type Things } from "./state";
import { leadersIn, spoken, strengths } from "./words";
import "./board.css";

/** One place for what would else hang over the board: what a hex is, and what an action there would bring. */
function Telling({ store, view, things, states }: BoardProps & { things: Things; states: Map<string, State> }) {
  const sight = useSight(store);
  const state = stateOf(view);
  const action = lookedAt(store, sight);
  const brings = usePreview(store, action);
  const hex = sight.at && !sight.at.includes("+") ? sight.at : null;
  const group = hex ? at(state.group[NAMES.indexOf(hex as (typeof NAMES)[number])]) : null;
  const here = group ? states.get(group) : undefined;
  return (
    <div class="hg-telling" role="status" data-empty={!hex && !(action && brings)}>
      {hex ? (
        <p>
          <b translate={false}>{hex}</b> <span>{spoken(hex, things, undefined, "").slice(hex.length + 2)}</span>{" "}
          {here && <span>· {t("State: {leaders}", { leaders: leadersIn(here) })}</span>} <strong>{strengths(hex, things, here)}</strong>
        </p>
      ) : (
        !action && <p class="dim">{t("Point at a hex or hold a finger on it: here stands what it is.")}</p>
      )}
      {action && brings && (
        <p class="hg-brings">
          {!hex && <span>{action.label}. </span>}
          {brings}
        </p>
      )}
    </div>
  );
}

export function Board(props: BoardProps) {
  const { view, events } = props;
  const state = stateOf(view);
  const things = useMemo(() => thingsOf(state), [view]);
  const states = useMemo(() => statesOf(state, things), [view]);
  const fresh = useMemo(() => newsOf(events, view.viewer), [events.length, view.viewer]);
  const { store } = props;
  // after a blue tile only a blue one may follow: it is chosen already
  const follows = state.asks === "chain" && store.legal.some(({ kind }) => kind === "place");
  useEffect(() => {
    if (follows && store.selection.length === 0) store.tap("hand:blue", 0);
  }, [follows, view.number]);
  // what is on its way to the server and what it answers change nothing here
  const parts = useMemo(
    () => (
      <>
        <HexMap {...props} things={things} states={states} fresh={fresh} />
        <div class="hg-rail">
          <Market {...props} />
          <Fight {...props} things={things} />
          <Telling {...props} things={things} states={states} />
        </div>
      </>
    ),
    [view, events, store.fit, store.selection],
  );
  return (
    <div class="huang" data-asks={state.asks} data-conflict={state.conflict} data-mine={view.to_act.includes(view.viewer ?? -1)}>
      {parts}
    </div>
  );
}
