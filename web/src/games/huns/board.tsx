// The table of Huns: the camps of the others, the decks with their dice, the wagons to choose from, what is being done. What
// is asked about lies over it.
import { useMemo, useState } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { moveLit } from "../../frame/keyboard";
import { Asked } from "./asked";
import { Rivals } from "./camp";
import { Whole } from "./whole";
import { Strip } from "./panel";
import { Decks, Market } from "./row";
import { asksOf, stateOf } from "./state";
import "./board.css";

export function Board(props: BoardProps) {
  const { store, view } = props;
  const [opened, open] = useState<number | null>(null);
  const rivals = useMemo(() => <Rivals {...props} onOpen={open} />, [view, store.seats]);
  return (
    <div class="huns framed" data-asks={asksOf(view)} data-mine={view.to_act.includes(view.viewer ?? -1)} data-players={stateOf(view).players} onKeyDown={moveLit}>
      {rivals}
      <Decks {...props} />
      <Market {...props} />
      <Strip {...props} />
      <Asked {...props} />
      {opened !== null && <Whole {...props} seat={opened} onClose={() => open(null)} />}
    </div>
  );
}
