// The five provinces: who holds them, what they are worth, the cards that lie there and what came of them.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { BoardProps } from "../../frame/game";
import { useDrag } from "../../frame/drag";
import { byFinger } from "../../frame/tapping";
import { n, t } from "../../frame/texts";
import { Outcome } from "./battles";
import { CardBack, CardFace } from "./card";
import { arithmetic, shown as written, worths, type Battle, type Fought, type Shown } from "./events";
import { BOXES, LAKES, RIVERS, SHAPES } from "./geography";
import { INK, Relief } from "./relief";
import { Drawing, Seal } from "./sprite";
import { PROVINCES, SCORING, SEATS, controller, nextScoring, stateOf, type Province } from "./state";
import { handsOf, useHands } from "./tap";
import { sideName } from "./words";
import "./map.css";

interface MapProps extends BoardProps {
  shown: Shown;
  now: Fought;
  /** The round before. */
  last: Fought;
  /** Battles that are fought but not shown yet. */
  coming: ReadonlyMap<string, readonly [string, string]>;
  /** What lies over the map. */
  children?: ComponentChildren;
}

/** Points of a province after rounds 3, 6 and 9: what was counted is struck, what counts next is framed. */
function Steps({ points, next }: { points: readonly string[]; next: number }) {
  return (
    <span class="st-steps">
      {points.map((worth, i) => (
        <span key={i} class="middle st-step" data-when={i < next || next < 0 ? "past" : i === next ? "next" : "later"}>
          {worth}
        </span>
      ))}
    </span>
  );
}

/** So many armies stand there one by one, three to a group and closer if they are many; of more the number says enough. */
const DRAWN = 9;

function Armies({ seat, count }: { seat: number; count: number }) {
  return (
    <span class={`inline st-armies side${seat}`} data-owner={seat} key={count}>
      <b>{count}</b>
      <span class="st-rows" style={{ "--count": Math.min(count, DRAWN) }}>
        {Array.from({ length: Math.min(count, DRAWN) }, (_, i) => (
          <Drawing key={i} id={`army${seat}`} class="st-army" />
        ))}
      </span>
    </span>
  );
}

/** On the name field: marker armies for good, and places that a 6 used without one. */
function Markers({ counts, used }: { counts: readonly number[]; used: readonly boolean[] }) {
  return (
    <span class="st-markers">
      {SEATS.flatMap((seat) =>
        Array.from({ length: Math.max(counts[seat] ?? 0, used[seat] ? 1 : 0) }, (_, i) => (
          <span key={`${seat}${i}`} class={`middle st-marker side${seat}`} data-owner={seat} data-empty={i >= (counts[seat] ?? 0)}>
            6
          </span>
        )),
      )}
    </span>
  );
}

/** What the screen reader says of a province. */
function spokenProvince(props: MapProps, at: number, next: number): string {
  const { shown, view } = props;
  const province = PROVINCES[at]!;
  const holder = controller(shown.armies, at);
  const points = stateOf(view).displays[at]!.split("/");
  const held =
    holder === null
      ? t("neutral")
      : n("{count} army of {side}", "{count} armies of {side}", shown.armies[holder]![at]!, { side: sideName(holder) });
  const worth = points.map((worth, i) => t("{points} after round {round}", { points: worth, round: SCORING[i]! }));
  const marked = SEATS.filter((seat) => (shown.markers[seat]?.[at] ?? 0) > 0).map((seat) =>
    t("marker of {side}", { side: sideName(seat) }),
  );
  return [province, held, ...worth.slice(Math.max(0, next)), ...marked].join(", ");
}

/** The cards of both sides: the own order face up to its owner, a sealed one of the other side by its back. */
function cardsAt({ view, now, coming }: MapProps, at: number): (string | null)[] {
  const state = stateOf(view);
  const province = PROVINCES[at]!;
  const battle = now.battles.find((one) => one.province === province);
  return SEATS.map((seat) => {
    if (battle) return battle.cards[seat]!;
    const later = coming.get(province)?.[seat];
    if (later) return seat === view.viewer ? later : "back";
    const own = state.laid[seat]?.[at];
    if (own && own !== "none") return own;
    return now.sealed && state.unfought.some((one) => one === province) ? "back" : null;
  });
}

/** What came of a battle, across its cards; of the one that is fought the reckoning too, if it is a sum. */
function Verdict({ battle, current, past = false }: { battle: Battle; current: boolean; past?: boolean }) {
  const sum = arithmetic(battle);
  if (battle.outcome === "open") return null;
  return (
    <span class="st-verdict" data-current={current} data-past={past} title={past ? `${battle.cards.map(written).join(" : ")}. ${sum}` : sum}>
      <Outcome battle={battle} />
      {past && <span class="st-sum">{battle.cards.map(written).join(" : ")}</span>}
      {current && sum.includes("=") && <span class="st-sum">{sum}</span>}
    </span>
  );
}

function Place(props: MapProps & { at: number; current: boolean }) {
  const { store, view, shown, now, at, current } = props;
  const hands = handsOf(store);
  const area = useDrag({
    may: (part) => store.fit.lit.has(part),
    places: "[data-place]",
    drop: (part, place) => hands.drop(part, place?.dataset.place ?? ""),
  });
  const state = stateOf(view);
  const province = PROVINCES[at] as Province;
  const part = `province:${province}`;
  const order = `order:${province}`;
  const next = nextScoring(state.asks === "over" ? 99 : now.round || state.round);
  const holder = controller(shown.armies, at);
  const cards = cardsAt(props, at);
  const battle = now.battles.find((one) => one.province === province);
  const [left, top, width, height] = BOXES[province];
  const giving = !store.telling && state.asks === "orders" && view.viewer !== null && state.confirmed[view.viewer] === 0;
  const lit = store.fit.lit.has(part);
  const own = view.viewer !== null ? cards[view.viewer] : null;
  const canMove = giving && own !== null && own !== "back" && !battle;
  /** What came of the battle before, until an own order lies there. */
  const was = !now.sealed && !own && props.last.battles.find((one) => one.province === province);
  const gave = now.scoring && holder !== null ? worths(state, shown.armies, nextScoring(now.round))[holder]!.find((one) => one.province === province) : undefined;
  /** The 6 that is chosen may not go here again. */
  const barred = giving && !lit && store.isSelected("hand:6", 0) && (state.used[view.viewer ?? 0] ?? []).includes(province);
  const asked = store.legal.some((action) => action.parts.length > 0);
  /** What a tap would do is told where it is decided. */
  const pointing = (wanted: string) => ({
    onPointerEnter: (event: PointerEvent) => event.pointerType === "mouse" && store.point(hands.means(wanted)),
    onPointerLeave: () => store.point(null),
    onFocus: () => store.point(hands.means(wanted)),
    onBlur: () => store.point(null),
  });
  return (
    <div
      class="st-place"
      data-place={province}
      data-lit={lit}
      data-chosen={store.isSelected(part, 0)}
      data-battle={current}
      style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
    >
      <button
        type="button"
        class="st-ground"
        data-part={part}
        data-lit={lit}
        data-anchor={part}
        aria-pressed={store.isSelected(part, 0)}
        aria-label={spokenProvince(props, at, next)}
        disabled={!asked && !store.pending}
        {...pointing(part)}
        onClick={(event) => hands.tap(part, 0, byFinger(event))}
      />
      <div class="row st-head" data-clear aria-hidden="true">
        <Seal province={province} />
        <b class="nowrap st-name" translate={false}>{province}</b>
        <Markers
          counts={SEATS.map((seat) => shown.markers[seat]?.[at] ?? 0)}
          used={SEATS.map((seat) => (!props.coming.has(province) && state.used[seat]?.includes(province)) ?? false)}
        />
      </div>
      <div class="column st-mid" data-clear aria-hidden="true">
        <span class="row st-points-here">
          <Steps points={state.displays[at]!.split("/")} next={next} />
          {gave && (
            <span class={`st-gave side${holder}`} style={{ "--order": at }}>
              +{gave.points}
            </span>
          )}
        </span>
        {holder !== null && <Armies key={`${holder}`} seat={holder} count={shown.armies[holder]![at]!} />}
      </div>
      <div class="st-cards" data-clear ref={area}>
        {SEATS.map((seat) => {
          const card = cards[seat];
          if (!card) {
            return seat === view.viewer && giving ? (
              <span key={seat} class={`st-slot side${seat}`} data-barred={barred} aria-hidden="true" />
            ) : null;
          }
          const name = card === "back" ? t("sealed order") : written(card);
          if (seat === view.viewer && canMove) {
            return (
              <button
                key={seat}
                type="button"
                class={`st-order side${seat}`}
                data-part={order}
                data-lit={store.fit.lit.has(order)}
                aria-pressed="false"
                aria-label={t("Your order in {province}: {card}. Take it back", { province, card: name })}
                {...pointing(order)}
                onClick={() => hands.tap(order)}
              >
                <CardFace kind={card} seat={seat} />
              </button>
            );
          }
          return (
            <span
              key={seat}
              class={`st-laid side${seat}`}
              data-won={battle?.outcome === "won" ? battle.winner === seat : undefined}
              role="img"
              aria-label={t("{side} in {province}: {card}", { side: sideName(seat), province, card: name })}
            >
              {card === "back" ? <CardBack seat={seat} /> : <CardFace kind={card} seat={seat} />}
            </span>
          );
        })}
        {battle && <Verdict battle={battle} current={current} />}
        {was && <Verdict battle={was} current={false} past />}
      </div>
    </div>
  );
}

const centre = (province: Province): readonly [number, number] => {
  const [left, top, width, height] = BOXES[province];
  return [left + width / 2, top + height / 2];
};

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** Arrow keys go to the province that lies that way. */
function moveOverMap(event: KeyboardEvent): void {
  const way = ARROWS[event.key];
  const from = (event.target as HTMLElement).closest<HTMLElement>(".st-place")?.dataset.place as Province | undefined;
  if (!way || !from) return;
  const [x, y] = centre(from);
  const far = (province: Province): number => {
    const [dx, dy] = [centre(province)[0] - x, centre(province)[1] - y];
    const ahead = dx * way[0] + dy * way[1];
    return ahead > 0 ? ahead + 2 * Math.abs(dx * way[1] + dy * way[0]) : Infinity;
  };
  const to = [...PROVINCES].sort((one, other) => far(one) - far(other))[0]!;
  event.preventDefault();
  if (far(to) === Infinity) return;
  document.querySelector<HTMLElement>(`.st-ground[data-part="province:${to}"]`)?.focus();
}

/** The rims of the sides, one over the other: a plain one for blue, a double one for red. */
const RIMS: readonly (readonly [width: number, colour: string][])[] = [[[15, "seat"]], [[15, "seat"], [9.5, "tint"], [5, "seat"]]];

/** The ground: each province in its own tint, or in that of who holds it with a rim and a hatching; rivers over all. */
const Lands = ({ holders }: { holders: readonly (number | null)[] }) => (
  <svg class="st-land" viewBox="0 0 600 400" preserveAspectRatio="none" aria-hidden="true" {...INK}>
    {PROVINCES.map((province) => (
      <path key={province} d={SHAPES[province]} fill="var(--st-cliff)" stroke-width="2" transform="translate(0 6)" />
    ))}
    {PROVINCES.map((province, at) => (
      <g key={province} class={`side${holders[at]}`} data-place={province} data-holder={holders[at] ?? "none"}>
        <clipPath id={`st-in-${province}`}>
          <path d={SHAPES[province]} />
        </clipPath>
        <path d={SHAPES[province]} fill="var(--tint)" stroke="none" />
        {holders[at] !== null && (
          <>
            <path d={SHAPES[province]} fill={`url(#st-hatch${holders[at]})`} stroke="none" />
            {RIMS[holders[at]!]!.map(([width, colour]) => (
              <path key={width} d={SHAPES[province]} stroke={`var(--${colour})`} stroke-width={width} clip-path={`url(#st-in-${province})`} />
            ))}
          </>
        )}
      </g>
    ))}
    <path d={RIVERS} stroke="var(--st-bank)" stroke-width="11" />
    <path d={RIVERS} stroke="var(--st-river)" stroke-width="8" />
    <path d={LAKES} fill="var(--st-river)" stroke="var(--st-bank)" stroke-width="1.5" />
    <path d={RIVERS} stroke="var(--st-stream)" stroke-width="1.2" stroke-dasharray="16 22" />
  </svg>
);

export function ProvinceMap(props: MapProps) {
  const { store, view, shown, now } = props;
  const hands = useHands(store);
  const state = stateOf(view);
  hands.orderAt = (province) => {
    const card = view.viewer === null ? "none" : state.laid[view.viewer]?.[PROVINCES.indexOf(province as Province)];
    return card && card !== "none" ? card : null;
  };
  const current = now.battles.length > 0 && (store.telling || state.asks !== "orders") ? now.battles[now.battles.length - 1]!.province : null;
  const open = store.legal.some((action) => action.parts.length > 0);
  // what is lit lies above its neighbours, so that its line is whole
  const rank = (province: Province) =>
    (province === current ? 1 : 0) + (store.fit.lit.has(`province:${province}`) ? 2 : 0) + (store.isSelected(`province:${province}`, 0) ? 4 : 0);
  const drawn = [...PROVINCES].sort((a, b) => rank(a) - rank(b));
  const holders = PROVINCES.map((_, at) => controller(shown.armies, at));
  const lands = useMemo(() => <Lands holders={holders} />, holders);
  return (
    <div class="st-map framed" role="group" aria-label={t("Map")} onKeyDown={moveOverMap}>
      {lands}
      <Relief />
      <svg class="st-land" viewBox="0 0 600 400" preserveAspectRatio="none" aria-hidden="true" {...INK}>
        {drawn.map((province) => (
          <g
            key={province}
            class="st-shape"
            data-place={province}
            data-lit={store.fit.lit.has(`province:${province}`)}
            data-chosen={store.isSelected(`province:${province}`, 0)}
            data-battle={province === current}
            onClick={open ? (event) => hands.tap(`province:${province}`, 0, byFinger(event)) : undefined}
          >
            <path class="st-line" d={SHAPES[province]} />
            <path class="st-glow" d={SHAPES[province]} />
          </g>
        ))}
      </svg>
      {PROVINCES.map((province, at) => (
        <Place key={province} {...props} at={at} current={province === current} />
      ))}
      {props.children}
    </div>
  );
}
