// The two tracks above the map, and the armies beside it: rounds, points, pools and reinforcements.
import type { BoardProps } from "../../frame/game";
import { n, t, wordsOf } from "../../frame/texts";
import { total } from "../../frame/values";
import { worths, type Fought, type Shown } from "./events";
import { EVENTS } from "./art";
import { Drawing, Picture, SideEmblem } from "./sprite";
import { BLUE, RED, ROUNDS, SCORING, TRACK, nextScoring, stateOf } from "./state";
import { handsOf } from "./tap";
import { sideName } from "./words";
import "./tracks.css";

const isScoring = (round: number): boolean => (SCORING as readonly number[]).includes(round);

export function Rounds({ now, view, events }: BoardProps & { now: Fought }) {
  const { round: newest } = stateOf(view);
  // without generals nothing tells that the first round begins
  const round = now.round || (events.length > 0 ? Math.min(1, newest) : newest);
  const label = t("Round {round} of {rounds}; provinces are scored after rounds 3, 6 and 9", { round, rounds: ROUNDS });
  return (
    <div class="row near st-rounds" role="img" aria-label={label}>
      <span class="st-caption">{round === ROUNDS ? t("Last round") : t("Round")}</span>
      {Array.from({ length: ROUNDS }, (_, i) => i + 1).map((one) => (
        <span key={one} class="middle st-round" data-scoring={isScoring(one)} data-when={one < round ? "past" : one === round ? "now" : "later"}>
          {isScoring(one) && <Drawing id="score" class="st-star" />}
          <b>{one}</b>
        </span>
      ))}
    </div>
  );
}

/** Where the figure stands, in words. */
export function standing(figure: number): string {
  if (figure === 0) return t("in the middle");
  return t("{count} for {side}", { count: Math.abs(figure), side: sideName(figure > 0 ? BLUE : RED) });
}

/** The next scoring as provinces lie: what each side would get, and where that would lead the figure. */
function stakes({ view, shown, now }: PointsProps) {
  const state = stateOf(view);
  const round = now.round || state.round;
  const step = nextScoring(round);
  if (now.scoring || step < 0 || round === 0 || state.asks === "over") return null;
  const sides = worths(state, shown.armies, step);
  const [blue, red] = sides.map((side) => side.reduce((sum, { points }) => sum + points, 0)) as [number, number];
  const figure = Math.max(-TRACK, Math.min(TRACK, shown.figure + blue - red));
  return { round: SCORING[step]!, points: [blue, red] as const, sides, figure };
}

type Stakes = NonNullable<ReturnType<typeof stakes>>;

/** What a side would get, with the provinces that it would be for. */
function Stake({ stake, seat }: { stake: Stakes | null; seat: number }) {
  const parts = stake?.sides[seat]!.map(({ province, points }) => `${province} ${points}`).join(", ");
  return (
    <span class={`st-stake side${seat}`} title={stake ? t("After round {round} as provinces lie: {parts}", { round: stake.round, parts: parts || "0" }) : undefined}>
      {stake && <>+{stake.points[seat]}</>}
    </span>
  );
}

interface PointsProps {
  view: BoardProps["view"];
  shown: Shown;
  now: Fought;
}

export function Points(props: PointsProps) {
  const { figure } = props.shown;
  const stake = stakes(props);
  const would = stake && t("after round {round} as provinces lie {standing}", { round: stake.round, standing: standing(stake.figure) });
  return (
    <div class="row by st-points" role="img" aria-label={[t("Points: {standing}", { standing: standing(figure) }), would].filter(Boolean).join("; ")}>
      <SideEmblem seat={RED} />
      <Stake stake={stake} seat={RED} />
      <div class="st-rail">
        {Array.from({ length: 2 * TRACK + 1 }, (_, i) => i - TRACK).map((space) => (
          <span key={space} class="st-space" data-side={space < 0 ? RED : space > 0 ? BLUE : "none"} data-here={space === figure}>
            {Math.abs(space)}
          </span>
        ))}
        {stake && stake.figure !== figure && (
          <span class="middle st-figure st-would" style={{ transform: `translateX(${((stake.figure + TRACK) * 100).toFixed(1)}%)` }}>
            <Drawing id="figure" />
          </span>
        )}
        <span class="middle st-figure" style={{ transform: `translateX(${((figure + TRACK) * 100).toFixed(1)}%)` }}>
          <Drawing id="figure" />
        </span>
      </div>
      <Stake stake={stake} seat={BLUE} />
      <SideEmblem seat={BLUE} />
    </div>
  );
}

function Stock({ store, view, shown, seat, part }: BoardProps & { shown: Shown; seat: number; part: "pool" | "reinforcements" }) {
  const count = shown[part][seat] ?? 0;
  const name = part === "pool" ? t("Pool") : t("Reinforcements");
  const own = seat === view.viewer;
  const lit = own && store.fit.lit.has(part);
  const chosen = own && store.isSelected(part, 0);
  const inside = (
    <>
      <span class="text-12 nowrap st-stock-name">{name}</span> <b>{count}</b>
      <span class="st-rows" aria-hidden="true">
        {Array.from({ length: count }, (_, i) => (
          <Drawing key={i} id={`row${seat}`} />
        ))}
      </span>
    </>
  );
  if (!lit && !chosen) {
    return (
      <span class={`row by st-stock side${seat}`} data-stock={part} data-anchor={`${part}:${seat}`}>
        {inside}
      </span>
    );
  }
  return (
    <button
      type="button"
      class={`choice row by st-stock side${seat}`}
      data-stock={part}
      data-part={part}
      data-anchor={`${part}:${seat}`}
      data-lit={lit}
      aria-pressed={chosen}
      onClick={() => handsOf(store).tap(part)}
    >
      {inside}
    </button>
  );
}

/** What a side has beside the board, and whether it is the one with fewer armies on it. */
function Side(props: BoardProps & { shown: Shown; seat: number }) {
  const { view, shown, seat } = props;
  const state = stateOf(view);
  const holder = state.holder === seat;
  return (
    <section class={`by st-side side${seat}`} data-owner={seat} aria-label={sideName(seat)}>
      <SideEmblem seat={seat} />
      <Stock {...props} part="pool" />
      <Stock {...props} part="reinforcements" />
      <span class="row by st-stock st-board-count">
        <Drawing id={`army${seat}`} />
        <span class="text-12 nowrap st-stock-name">{t("On the board")}</span>
        <b>{total(shown.armies[seat])}</b>
        <span class="inline text-12 nowrap st-holder" data-holder={holder} title={t("Fewer armies: goes first, and from round 4 chooses the next battle")}>
          <Drawing id="holder" />
          <span>{t("goes first")}</span>
        </span>
      </span>
    </section>
  );
}

export function Sides(props: BoardProps & { shown: Shown }) {
  const own = props.view.viewer ?? BLUE;
  return (
    <div class="by st-sides">
      <Side {...props} seat={own} />
      <Side {...props} seat={1 - own} />
    </div>
  );
}

/** The open event by its name, in the line of the tracks. */
export function OpenEvent({ view }: BoardProps) {
  const { events, event } = stateOf(view);
  if (events === 0 || event === "none") return null;
  const { name, effect } = wordsOf(event);
  return (
    <p class="row near nowrap st-open-event" title={effect}>
      <Drawing id="event" />
      <b>{name}</b>
      <span class="sr">{effect}</span>
    </p>
  );
}

/** The face-up event with its text; what is out stays listed. */
export function EventCard({ view }: BoardProps) {
  const state = stateOf(view);
  if (state.events === 0) return null;
  const out = state.events_out.filter((event) => event !== "none");
  return (
    <section class="text-13 rigid st-event" aria-label={t("Event")}>
      {state.event !== "none" && <Picture id={EVENTS[state.event]!} class="st-event-picture" />}
      <h2>
        {t("Event")} <span class="dim">{n("{count} more hidden", "{count} more hidden", Math.max(0, state.events_left - 1))}</span>
      </h2>
      {state.event !== "none" && (
        <p>
          <b>{wordsOf(state.event).name}.</b> {wordsOf(state.event).effect}
          {state.event === "Pandemic" && <span class="dim"> {n("{count} Plague so far", "{count} Plagues so far", state.plagues)}</span>}
        </p>
      )}
      {out.length > 0 && (
        <p class="dim">{t("Out: {events}", { events: out.map((event) => wordsOf(event).name).join(", ") })}</p>
      )}
    </section>
  );
}
