// A revolt or a war while it lasts: the sides in columns, leaders of a colour against each other line by line.
import type { ComponentChildren } from "preact";
import type { BoardProps } from "../../frame/game";
import { n, t } from "../../frame/texts";
import { sightOf } from "./sight";
import { DynastyEmblem, LeaderFace, TileBack, TileFace } from "./sprite";
import { COLOURS, at, stateOf, type Colour, type Leader, type Things } from "./state";
import { places, tap } from "./tap";
import { dynasty, leaderName } from "./words";
import "./conflict.css";

type Props = BoardProps & { things: Things };

/** What a player has given in this conflict: tiles and the leader off the board, or nothing. */
function Given({ seat, view, colour }: BoardProps & { seat: number; colour: Colour }) {
  const state = stateOf(view);
  const tiles = Math.max(0, state.committed[seat] ?? 0);
  const leader = state.helped[seat] === 1;
  return (
    <span class="row wraps centred hg-given">
      <DynastyEmblem seat={seat} />
      <span class="sr">{dynasty(seat)}: </span>
      {tiles === 0 && !leader && <span>{t("gives nothing")}</span>}
      {tiles > 0 && (
        <>
          +{tiles} <TileFace colour={colour} />
          <span class="sr">{n("{count} tile", "{count} tiles", tiles)}</span>
        </>
      )}
      {leader && (
        <>
          +<LeaderFace seat={seat} colour={colour} />
          <span class="sr">{t("leader")}</span>
        </>
      )}
    </span>
  );
}

/** Who is still to commit, in turn, with what it may hold: its hand, and a leader off the board. */
function ToCome({ view, seats, colour }: BoardProps & { seats: readonly number[]; colour: Colour }) {
  const state = stateOf(view);
  const left = seats.filter((seat) => state.committed[seat] === -1);
  if (left.length === 0) return null;
  const off = (seat: number) => state.leaders[seat]?.[COLOURS.indexOf(colour)] === "none";
  return (
    <div class="hg-to-come">
      <h3>{t("Still to come")}</h3>
      <ol>
        {left.map((seat) => (
          <li key={seat} class="row near" data-now={view.to_act.includes(seat)} title={dynasty(seat)}>
            <DynastyEmblem seat={seat} />
            <span class="hg-dynasty">{dynasty(seat)}</span>
            <span class="nowrap hg-may">
              <TileBack /> {state.hand_size[seat]}
              {off(seat) && (
                <span title={t("leader off the board")}>
                  +<LeaderFace seat={seat} colour={colour} />
                  <span class="sr">{t("leader off the board")}</span>
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The columns of a conflict, and in them what stands against each other: so many pairs of leaders. */
const Versus = ({ sides, pairs, children }: { sides: number; pairs: number; children: ComponentChildren }) => (
  <div class="near hg-versus" style={{ "--sides": sides, "--pairs": pairs }}>
    {children}
  </div>
);

const Face = ({ leader, viewer }: { leader: Leader | undefined; viewer: number | null }) =>
  leader ? (
    <span class="middle hg-face" data-own={leader.seat === viewer} title={leaderName(leader)}>
      <LeaderFace seat={leader.seat} colour={leader.colour} />
      <span class="sr">{leaderName(leader)}</span>
    </span>
  ) : (
    <span class="middle hg-face" />
  );

function Revolt(props: Props) {
  const { view } = props;
  const state = stateOf(view);
  const colour = at(state.colour);
  if (!colour) return null;
  const seats = [state.active, state.defender];
  const given = (seat: number) => Math.max(0, state.committed[seat] ?? 0) + (state.helped[seat] ?? 0);
  return (
    <section class="scrolled text-13 yields hg-fight" aria-label={t("Revolt")}>
      <h2>{t("Revolt at {hex}", { hex: state.marked })}</h2>
      <Versus sides={2} pairs={1}>
        {seats.map((seat, side) => (
          <div key={seat} class="hg-party">
            <h3>{side === 0 ? t("Attack") : t("Defence")}</h3>
            <b class="hg-total">{state.totals[side]}</b>
          </div>
        ))}
        {seats.map((seat) => (
          <Face key={seat} leader={{ seat, colour }} viewer={view.viewer} />
        ))}
        {seats.map((seat, side) => (
          <div key={seat} class="row wraps centred hg-sum">
            <span title={t("beside the leader: {count}", { count: (state.totals[side] ?? 0) - given(seat) })}>
              {(state.totals[side] ?? 0) - given(seat)} <TileFace colour="yellow" />
              <span class="sr">{t("beside the leader: {count}", { count: (state.totals[side] ?? 0) - given(seat) })}</span>
            </span>
            {state.committed[seat] === -1 ? (
              <span class="row wraps centred hg-given">
                <span class="sr">{dynasty(seat)}: </span>
                {t("nothing yet")}
              </span>
            ) : (
              <Given {...props} seat={seat} colour="yellow" />
            )}
          </div>
        ))}
      </Versus>
      <ToCome {...props} seats={seats} colour="yellow" />
      <p class="dim">{t("The higher strength wins; a tie goes to the defence. The loser's leader goes home, the winner gains 1 point.")}</p>
    </section>
  );
}

/** The name of a side with its strength; where it may be chosen, a button. */
function Side({ side, ...props }: Props & { side: number }) {
  const { view, store } = props;
  const state = stateOf(view);
  const hex = state.side_hex[side]!;
  const part = `hex:${hex}`;
  const isChosen = store.isSelected(part, 0);
  const sight = sightOf(store);
  const inside = (
    <>
      <b>{hex}</b>
      <b class="hg-total">{state.totals[side]}</b>
    </>
  );
  const name = `hg-party hg-war-side${state.won_by === side ? " won" : ""}`;
  const look = { onPointerEnter: () => sight.look(hex), onPointerLeave: () => sight.look(null) };
  return places(store).has(part) ? (
    <button type="button" class={name} data-part={part} data-lit={!isChosen} aria-pressed={isChosen} onClick={() => tap(store, part)} {...look}>
      {inside}
    </button>
  ) : (
    <div class={name} {...look}>
      {inside}
    </div>
  );
}

/** Where a side's strength comes from. */
function Strength({ side, ...props }: Props & { side: number }) {
  const state = stateOf(props.view);
  const supporters = state.supports.flatMap((one, seat) => (one === side && seat < state.players ? [seat] : []));
  const helpers = supporters.reduce((sum, seat) => sum + (state.helped[seat] ?? 0), 0);
  const reds = (state.totals[side] ?? 0) - (state.given[side] ?? 0) - helpers;
  return (
    <div class="row wraps centred hg-sum">
      <span title={t("in the state: {count}", { count: reds })}>
        {reds} <TileFace colour="red" />
        <span class="sr">{t("in the state: {count}", { count: reds })}</span>
      </span>
      {supporters.map((seat) => (
        <Given key={seat} {...props} seat={seat} colour="red" />
      ))}
    </div>
  );
}

function War(props: Props) {
  const { view, things } = props;
  const state = stateOf(view);
  const order = Array.from({ length: state.players }, (_, i) => (state.active + 1 + i) % state.players);
  const sides = Array.from({ length: state.n_sides }, (_, side) => side);
  const leaders = sides.map((side) => (state.sides[side] ?? []).flatMap((hex) => things.leader.get(hex) ?? []));
  return (
    <section class="scrolled text-13 yields hg-fight" aria-label={t("War")}>
      <h2>{t("War at {hex}", { hex: state.marked })}</h2>
      <Versus sides={state.n_sides} pairs={state.double.length}>
        {sides.map((side) => (
          <Side key={side} {...props} side={side} />
        ))}
        {state.double.map((colour) =>
          sides.map((side) => <Face key={`${colour}${side}`} leader={leaders[side]!.find((one) => one.colour === colour)} viewer={view.viewer} />),
        )}
        {sides.map((side) => (
          <Strength key={side} {...props} side={side} />
        ))}
      </Versus>
      {order
        .filter((seat) => (state.committed[seat] ?? -1) >= 0 && state.supports[seat] === -1)
        .map((seat) => (
          <Given key={seat} {...props} seat={seat} colour="red" />
        ))}
      {state.won_by < 0 ? (
        <ToCome {...props} seats={order} colour="red" />
      ) : (
        <p>{n("{count} red tile of the winner must still go", "{count} red tiles of the winner must still go", state.must_go)}</p>
      )}
    </section>
  );
}

function Raid({ view }: Props) {
  const state = stateOf(view);
  return (
    <section class="scrolled text-13 yields hg-fight" aria-label={t("Bandits")}>
      <h2>{t("Bandits beaten at {hex}", { hex: state.marked })}</h2>
      <p>{n("{count} red tile of the state must still go", "{count} red tiles of the state must still go", state.must_go)}</p>
    </section>
  );
}

export function Fight(props: Props) {
  switch (stateOf(props.view).conflict) {
    case "revolt":
      return <Revolt {...props} />;
    case "war":
      return <War {...props} />;
    case "bandits":
      return <Raid {...props} />;
    default:
      return null;
  }
}
