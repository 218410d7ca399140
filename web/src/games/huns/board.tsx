// The table of Huns: the decks with their dice, the wagons to choose from, what is being done, and the camps of the others.
import type { BoardProps } from "../../frame/game";
import { Camps } from "./camp";
import { Asked, Strip } from "./panel";
import { Decks, Market } from "./row";
import { asksOf, stateOf } from "./state";

export function Board(props: BoardProps) {
  const { view } = props;
  const state = stateOf(view);
  return (
    <div class="huns" data-asks={asksOf(state)} data-mine={view.to_act.includes(view.viewer ?? -1)} data-players={state.players}>
      <Decks {...props} />
      <Market {...props} />
      <Strip {...props} />
      <Asked {...props} />
      <Camps {...props} />
    </div>
  );
}
