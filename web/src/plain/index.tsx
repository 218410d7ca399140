// A game that has no drawings of its own: what lies on the table is told field by field, and actions are buttons.
import type { BoardProps, Game } from "../frame/game";
import { start } from "../frame/start";
import type { TableView } from "../types";
import "./plain.css";

const root = document.getElementById("table");
const sides = (root?.dataset.sides ?? "").split("\n");
const sideOf = (seat: number): string => sides[seat] ?? "";

/** A value of a field, as it is read aloud; what is hidden is a dash. */
function told(value: unknown): string {
  if (value === null) return "–";
  if (!Array.isArray(value)) return String(value);
  return value.map((one) => (Array.isArray(one) ? `(${told(one)})` : told(one))).join(", ");
}

function Board({ view }: BoardProps) {
  return (
    <dl class="plain">
      {Object.entries(view.state).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd translate={false}>{told(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whatever some legal action names. */
const available = (view: TableView): Map<string, number> =>
  new Map(view.legal.flatMap(({ parts }) => parts.map((part) => [part, parts.filter((one) => one === part).length] as const)));

/** Every action is a button: without drawings there is nothing else to tap. */
const Hand = ({ store }: BoardProps) => (
  <div class="hand-area plain-actions">
    {store.legal.map((action) => (
      <button key={action.id} type="button" class="chip" data-kind={action.kind} onClick={() => store.play(action)}>
        {action.label}
      </button>
    ))}
  </div>
);

const Nothing = () => null;

const plain: Game = {
  id: root?.dataset.game ?? "",
  title: root?.dataset.title ?? "",
  pinned: [],
  available,
  chip: () => null,
  asks: {},
  Sprite: Nothing,
  Emblem: ({ seat }) => <span class="plain-emblem">{seat + 1}</span>,
  seatName: sideOf,
  Facts: Nothing,
  Board,
  Hand,
  Result: Nothing,
  decidedBy: ({ seat }) => (typeof seat === "number" ? seat : null),
  about: ({ seat }) => (typeof seat === "number" ? seat : null),
  headings: (_, before) => (before ? [] : [{ level: 1, text: root?.dataset.title ?? "" }]),
  recap: () => null,
  flights: () => [],
};

start(plain);
