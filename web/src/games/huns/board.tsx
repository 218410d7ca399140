// The table of Huns: the decks with their dice, the wagons to choose from, what is being done, and the camps of the others.
import { useMemo } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { moveLit } from "../../frame/keyboard";
import { Camps } from "./camp";
import { Asked, Strip } from "./panel";
import { Decks, Market } from "./row";
import { asksOf, stateOf } from "./state";
import "./board.css";

export function Board(props: BoardProps) {
  const { store, view } = props;
  const state = stateOf(view);
  // most that is lit does not lie in other camps, and they are the largest part of the page
  const reached = store.legal.some(({ parts }) => parts.some((part) => /^(wagon|seat|card|onto|good):/.test(part)));
  const camps = useMemo(() => <Camps {...props} />, [view, store.pending, reached && store.selection]);
  return (
    <div class="huns" data-asks={asksOf(view)} data-mine={view.to_act.includes(view.viewer ?? -1)} data-players={state.players} onKeyDown={moveLit}>
      <Decks {...props} />
      <Market {...props} />
      <Strip {...props} />
      <Asked {...props} />
      {camps}
    </div>
  );
}
