// What is told of the hex and the action that are looked at.
import { Then } from "../../frame/actions";
import type { BoardProps } from "../../frame/game";
import { usePreview } from "../../frame/preview";
import type { Store } from "../../frame/store";
import { t } from "../../frame/texts";
import { tight } from "../../frame/tight";
import { verdictOf } from "./events";
import { useLookedAt, useSight } from "./sight";
import { NAMES, at, stateOf, type State, type Things } from "./state";
import { Verdict } from "./verdict";
import { leadersIn, spoken, strengths } from "./words";
import "./telling.css";

/** Each on a line of its own. */
const sentences = (text: string): string[] => text.split(/(?<=\.) (?=\p{Lu})/u);

/** What is given says the button itself. */
const GIVEN = ["commit", "support"];

/** Of these the name alone says what they cost. */
const PAID = ["riot", "establish"];

/** What the action that is looked at would bring. */
export function Brings({ store }: { store: Store }) {
  const action = useLookedAt(store);
  const brings = usePreview(store, action);
  if (!action || !(brings || PAID.includes(action.kind))) return null;
  return (
    <div ref={tight} class="scrolled hg-brings">
      {!GIVEN.includes(action.kind) && <p class="hg-label">{action.label}.</p>}
      {sentences(brings).filter(Boolean).map((text, i) => (
        <p key={text}>{i === 0 ? <Then brings={text} /> : text}</p>
      ))}
    </div>
  );
}

/** One place for what would else hang over the board: what a hex is, and what an action there would bring. */
export function Telling({ store, view, events, things, states }: BoardProps & { things: Things; states: Map<string, State> }) {
  const sight = useSight(store);
  const state = stateOf(view);
  const hex = sight.at && !sight.at.includes("+") ? sight.at : null;
  const group = hex ? at(state.group[NAMES.indexOf(hex as (typeof NAMES)[number])]) : null;
  const here = group ? states.get(group) : undefined;
  const lines = state.conflict === "none" ? verdictOf(events, view.viewer) : [];
  return (
    <div ref={tight} class="scrolled yields hg-telling" role="status">
      {hex ? (
        <p>
          <b translate={false}>{hex}</b> <span>{spoken(hex, things, undefined, "").slice(hex.length + 2)}</span>{" "}
          {here && <span>· {t("State: {leaders}", { leaders: leadersIn(here) })}</span>} <strong>{strengths(hex, things, here)}</strong>
        </p>
      ) : lines.length > 0 ? (
        <Verdict lines={lines} />
      ) : (
        <p class="dim">{t("Point at a hex or hold a finger on it to read here what it is.")}</p>
      )}
      <Brings store={store} />
    </div>
  );
}
