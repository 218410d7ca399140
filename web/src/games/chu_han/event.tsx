// The event of the hand: its text, the cards that lie beside it, and the choices that only it brings.
import type { BoardProps } from "../../frame/game";
import { n, t } from "../../frame/texts";
import type { Store } from "../../frame/store";
import { CardFace } from "./card";
import { useCardHelp } from "./help";
import { KIND_IDS, kindOf, nameOf } from "./kinds";
import { Drawing, SeatEmblem } from "./sprite";
import { stateOf } from "./state";

interface Words {
  name: string;
  effect: string;
}

const glossary: Record<string, Words> = JSON.parse(document.getElementById("glossary")?.textContent || "{}");

export const eventWords = (event: string): Words => glossary[event] ?? { name: event, effect: "" };

/** A card that a choice can name: a button while it may be chosen. */
function Choice({ store, part, kind, label }: { store: Store; part: string; kind: string; label: string }) {
  const help = useCardHelp();
  const lit = store.fit.lit.has(part);
  const selected = store.isSelected(part, 0);
  return (
    <button
      type="button"
      class="event-card"
      data-part={part}
      data-lit={lit}
      aria-pressed={selected}
      aria-label={lit ? t("{card}, can be used", { card: label }) : label}
      disabled={!lit && !selected}
      onClick={() => store.tap(part, 0)}
      {...help(kindOf(kind))}
    >
      <CardFace kind={kind} />
    </button>
  );
}

function Choices({ store, title, prefix, kinds }: { store: Store; title: string; prefix: string; kinds: readonly string[] }) {
  if (kinds.length === 0) return null;
  return (
    <div class="event-choice" role="group" aria-label={title}>
      <p class="caption">{title}</p>
      <div class="event-cards">
        {kinds.map((kind, i) => (
          <Choice key={i} store={store} part={`${prefix}:${kind}`} kind={kind} label={nameOf(kindOf(kind))} />
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
  return (
    <ol class="event-row" aria-label={t("The row to the pass")} data-anchor="row">
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
            class="event-next"
            data-part="row"
            data-lit={lit}
            aria-pressed={store.isSelected("row", 0)}
            disabled={!lit && !store.isSelected("row", 0)}
            onClick={() => store.tap("row", 0)}
          >
            {t("next: {value}", { value: next })}
          </button>
        </li>
      )}
    </ol>
  );
}

/** The cards that an action names with this prefix, each once. */
const named = (store: Store, prefix: string): string[] => [
  ...new Set(
    store.legal.flatMap(({ parts }) => parts.filter((part) => part.startsWith(`${prefix}:`)).map((part) => part.slice(prefix.length + 1))),
  ),
];

export function EventCard(props: BoardProps) {
  const { store, view } = props;
  const state = stateOf(view);
  if (state.event === "none") return null;
  const words = eventWords(state.event);
  const faceUp = KIND_IDS.flatMap((id, i) => Array<string>(state.face_up[i] ?? 0).fill(id));
  const lent = view.viewer === null ? null : state.lent[view.viewer];
  return (
    <section class="event" data-event={state.event} data-anchor="event" aria-label={t("Event")}>
      <svg class="event-mark" viewBox="0 0 48 48" aria-hidden="true">
        <Drawing id="decree" />
      </svg>
      <div class="event-text">
        <h2>{words.name}</h2>
        <p>{words.effect}</p>
      </div>
      <Choices store={store} title={t("Face up beside the event")} prefix="face_up" kinds={faceUp} />
      {state.event === "hangu" && <Row {...props} />}
      {state.stage === "give" && <Choices store={store} title={t("The two cards of the decree")} prefix="offered" kinds={named(store, "offered")} />}
      {state.stage === "mandate" && <Choices store={store} title={t("Cards of this trick")} prefix="trick" kinds={named(store, "trick")} />}
      {lent && lent !== "none" && (
        <p class="event-lent" role="note">
          {t("{card} fights for you in this play", { card: nameOf(kindOf(lent)) })}
        </p>
      )}
    </section>
  );
}

/** The matches of a campaign: who won which, and what this one is played to. */
export function Campaign({ view }: BoardProps) {
  const state = stateOf(view);
  if (state.campaign === "none") return null;
  return (
    <table class="campaign">
      <caption>
        {t("River and Hill")} · {n("this match to {count} point", "this match to {count} points", state.goal)}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t("Match")}</th>
          {[0, 1].map((seat) => (
            <th key={seat} scope="col">
              <SeatEmblem seat={seat} /> <span class="sr">{view.seats[seat]?.name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {YEARS.map((year, i) => {
          const [han = 0, chu = 0] = state.match_score[i] ?? [];
          const played = i + 1 < state.match_number || view.result !== null;
          const now = i + 1 === state.match_number && view.result === null;
          const points = now ? state.score : [han, chu];
          return (
            <tr key={year} data-now={now}>
              <th scope="row">{t("{year} BC", { year })}</th>
              {[0, 1].map((seat) => (
                <td key={seat} data-won={played && (points[seat] ?? 0) > (points[1 - seat] ?? 0)}>
                  {played && han + chu > 0 ? points[seat] : now ? points[seat] : "–"}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** When each match is set. */
const YEARS = [206, 204, 202];
