// The table of Huang: the map, and where it leaves room the market, a conflict, and what is told of the hex pointed at.
import { useLayoutEffect, useMemo } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { Fight } from "./conflict";
import { newsOf } from "./events";
import { HexMap } from "./map";
import { Market } from "./market";
import { stateOf, statesOf, thingsOf } from "./state";
import { Telling } from "./telling";
import "./board.css";

export function Board(props: BoardProps) {
  const { view, events } = props;
  const state = stateOf(view);
  const things = useMemo(() => thingsOf(state), [view]);
  const states = useMemo(() => statesOf(state, things), [view]);
  const fresh = useMemo(() => newsOf(events, view.viewer), [events.length, view.viewer]);
  const { store } = props;
  // after a blue tile only a blue one may follow: it is chosen already
  const follows = state.asks === "chain" && store.legal.some(({ kind }) => kind === "place");
  useLayoutEffect(() => {
    if (follows && store.selection.length === 0) store.tap("hand:blue", 0);
  }, [follows, view.number]);
  // what is on its way to the server and what it answers change nothing here
  const parts = useMemo(
    () => (
      <>
        <HexMap {...props} things={things} states={states} fresh={fresh} />
        <div class="text-14 yields hg-rail">
          <Market {...props} />
          <Fight {...props} things={things} />
          <Telling key={state.conflict} {...props} things={things} states={states} />
        </div>
      </>
    ),
    [view, events, store.fit, store.selection],
  );
  return (
    <div class="huang framed" data-asks={state.asks} data-conflict={state.conflict} data-mine={view.to_act.includes(view.viewer ?? -1)}>
      {parts}
    </div>
  );
}
