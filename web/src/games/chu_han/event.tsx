// The event of the hand: its text, the cards that lie beside it, and the choices that only it brings.
import type { BoardProps } from "../../frame/game";
import { m, t, wordsOf } from "../../frame/texts";
import type { Store } from "../../frame/store";
import type { TableView } from "../../types";
import { CardFace } from "./card";
import { useCardHelp } from "./help";
import { KIND_IDS, kindOf, nameOf, sortKinds } from "./kinds";
import { Drawing, EventPicture, SeatEmblem } from "./sprite";
import { stateOf } from "./state";
import "./event.css";

interface ChoiceOf {
  store: Store;
  part: string;
  index: number;
  kind: string;
  /** It is used by the play that was begun. */
  lent: boolean;
}

/** A card that a choice can name: a button while it may be chosen. */
function Choice({ store, part, index, kind, lent }: ChoiceOf) {
  const help = useCardHelp();
  const lit = store.fit.lit.has(part);
  const selected = store.isSelected(part, index);
  const label = nameOf(kindOf(kind));
  return (
    <button
      type="button"
      class="card-button event-card"
      data-part={part}
      data-lit={lit}
      data-lent={lent}
      aria-pressed={selected}
      aria-label={lit ? t("{card}, can be used", { card: label }) : label}
      disabled={!lit && !selected}
      onClick={() => store.tap(part, index)}
      {...help(kindOf(kind))}
    >
      <CardFace kind={kind} />
    </button>
  );
}

interface ChoicesOf {
  store: Store;
  title: string;
  kinds: readonly string[];
  /** The part that a kind is in the actions. */
  partOf: (kind: string) => string;
  /** Of these the first is used by the play that was begun. */
  lent?: string;
}

function Choices({ store, title, kinds, partOf, lent = "none" }: ChoicesOf) {
  if (kinds.length === 0) return null;
  const asked = store.legal.some((action) => action.parts.length > 0);
  const lines = Math.ceil(kinds.length / 5);
  return (
    <div class="rigid event-choice" role="group" aria-label={title} style={{ "--in-line": Math.ceil(kinds.length / lines), "--lines": lines }}>
      <p class="text-12 event-caption">{title}</p>
      <div class="near wraps centred event-cards" data-asked={asked}>
        {kinds.map((kind, i) => (
          <Choice key={i} store={store} part={partOf(kind)} index={i - kinds.indexOf(kind)} kind={kind} lent={i === kinds.indexOf(lent)} />
        ))}
      </div>
    </div>
  );
}

/** The row of Hangu: what lies in it, who placed it, and the next place. */
function Row({ store, view }: BoardProps) {
  const state = stateOf(view);
  const lit = store.fit.lit.has("row");
  const next = state.row_size + 1;
  const ahead = state.row_size > 0 ? state.row_seat[state.row_size - 1] : undefined;
  return (
    <div class="rigid event-choice">
      <p class="text-12 event-caption">
        {ahead === undefined ? (
          t("Nobody is in the row yet")
        ) : (
          <>
            <SeatEmblem seat={ahead} /> {t("{name} is ahead in the row", { name: view.seats[ahead]?.name ?? "" })}
          </>
        )}
      </p>
      <ol class="near wraps centred event-row" aria-label={t("The row to the pass")} data-anchor="row">
        {state.row.slice(0, state.row_size).map((kind, place) => (
          <li key={place}>
            <CardFace kind={kind} />
            <SeatEmblem seat={state.row_seat[place]!} />
            <span class="sr">{nameOf(kindOf(kind))}</span>
          </li>
        ))}
        {next <= 9 && (
          <li>
            <button
              type="button"
              class="choice event-next"
              aria-label={t("next in the row: {value}", { value: next })}
              data-part="row"
              data-lit={lit}
              aria-pressed={store.isSelected("row", 0)}
              disabled={!lit && !store.isSelected("row", 0)}
              onClick={() => store.tap("row", 0)}
            >
              <b>{next}</b>
            </button>
          </li>
        )}
      </ol>
    </div>
  );
}

/** The cards that an action names with this prefix, each once. */
const named = (store: Store, prefix: string): string[] => [
  ...new Set(
    store.legal.flatMap(({ parts }) => parts.filter((part) => part.startsWith(`${prefix}:`)).map((part) => part.slice(prefix.length + 1))),
  ),
];

/** In a window a reaction beside the event is played as if it lay in the hand. */
export function faceUpPart(view: TableView, kind: string): string {
  const { asks } = stateOf(view);
  const reacts = (asks === "cancel" && kind === "lyu_zhi") || (asks === "restore" && kind === "xiao_he");
  return `${reacts ? "hand" : "face_up"}:${kind}`;
}

export function EventCard(props: BoardProps) {
  const { store, view } = props;
  const state = stateOf(view);
  if (state.event === "none") return null;
  const words = wordsOf(state.event);
  const faceUp = KIND_IDS.flatMap((id, i) => Array<string>(state.face_up[i] ?? 0).fill(id));
  const lent = view.viewer === null ? null : state.lent[view.viewer];
  return (
    <section class="column near event" data-event={state.event} data-anchor="event" aria-label={t("Event")}>
      <EventPicture event={state.event} />
      <div class="event-text" tabIndex={0}>
        <h2 class="row centred by">
          <svg class="drawing rigid event-mark" viewBox="0 0 48 48" aria-hidden="true">
            <Drawing id="omen" />
          </svg>
          {words.name}
        </h2>
        <p>{words.effect}</p>
        {lent && lent !== "none" && (
          <p class="event-lent" role="note">
            {t("{card} fights for you in this play", { card: nameOf(kindOf(lent)) })}
          </p>
        )}
      </div>
      <Choices store={store} title={t("Face up beside the event")} kinds={faceUp} partOf={(kind) => faceUpPart(view, kind)} lent={lent ?? "none"} />
      {state.event === "hangu" && <Row {...props} />}
    </section>
  );
}

/** What cards are offered that lie nowhere else in sight: those that Hong Canal shows, of the trick, of the discard pile. */
export function offers({ legal, selection }: Store, view: TableView): "offered" | "trick" | "discard" | null {
  const { asks } = stateOf(view);
  if (asks === "give") return "offered";
  if (asks === "mandate") return "trick";
  const taking = selection.some(({ part }) => part.endsWith(":ying_bu") || part.startsWith("discard:"));
  return taking && legal.some(({ kind }) => kind === "ying_bu") ? "discard" : null;
}

const OFFERS = {
  offered: m("The two cards of the decree"),
  trick: m("Cards of this trick"),
  discard: m("Cards that Ying Bu can take"),
};

export function Offered({ store, view }: BoardProps) {
  const from = offers(store, view);
  if (!from) return null;
  const kinds = sortKinds(named(store, from));
  const shown = from === "offered" && kinds.length === 1 ? [...kinds, ...kinds] : kinds;
  return <Choices store={store} title={t(OFFERS[from])} kinds={shown} partOf={(kind) => `${from}:${kind}`} />;
}
