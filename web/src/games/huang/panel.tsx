// Beside the board: a revolt or a war while it lasts, the market with the bag, and the last conflict. It covers nothing.
import { useEffect, useState } from "preact/hooks";
import { Confirm } from "../../frame/actions";
import type { BoardProps } from "../../frame/game";
import type { Store } from "../../frame/store";
import { chosen } from "../../frame/tapping";
import { m, n, t } from "../../frame/texts";
import { numbered } from "../../frame/values";
import type { LegalAction } from "../../types";
import { lastConflict } from "./events";
import { keep, kept, sightOf } from "./sight";
import { Building, DynastyEmblem, Glyph, LeaderFace, TileBack, TileFace } from "./sprite";
import { COLOURS, PAGODAS, at, stateOf, tilesOf, type Colour, type Things } from "./state";
import { places, tap } from "./tap";
import { colourName, dynasty, kindName } from "./words";
import "./panel.css";
import "./conflict.css";

type Props = BoardProps & { things: Things };

/** What a player has given in this conflict: tiles and the leader off the board, nothing, or nothing yet. */
function Given({ seat, view, colour }: BoardProps & { seat: number; colour: Colour }) {
  const state = stateOf(view);
  const tiles = state.committed[seat] ?? -1;
  if (tiles < 1 && state.helped[seat] !== 1) {
    return (
      <span class="hg-given">
        <DynastyEmblem seat={seat} />
        <span class="sr">{dynasty(seat)}: </span>
        {tiles < 0 ? t("nothing yet") : t("gives nothing")}
      </span>
    );
  }
  return (
    <span class="hg-given">
      <DynastyEmblem seat={seat} />
      {Array.from({ length: tiles }, (_, i) => (
        <TileFace key={i} colour={colour} />
      ))}
      {state.helped[seat] === 1 && <LeaderFace seat={seat} colour={colour} />}
      <span class="sr">
        {dynasty(seat)}: {n("{count} tile", "{count} tiles", tiles)}
        {state.helped[seat] === 1 ? `, ${t("leader")}` : ""}
      </span>
    </span>
  );
}

/** Who is still to commit, in turn. */
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
          <li key={seat} data-now={view.to_act.includes(seat)}>
            <DynastyEmblem seat={seat} />
            <span>{dynasty(seat)}</span>
            <span class="hg-may">
              <TileBack /> {state.hand_size[seat]}{" "}
              {off(seat) && (
                <span title={t("leader off the board")}>
                  + <LeaderFace seat={seat} colour={colour} />
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

function Revolt(props: Props) {
  const { view } = props;
  const state = stateOf(view);
  const colour = at(state.colour);
  if (!colour) return null;
  const sides = [state.active, state.defender];
  const given = (seat: number) => Math.max(0, state.committed[seat] ?? 0) + (state.helped[seat] ?? 0);
  return (
    <section class="hg-fight" aria-label={t("Revolt")}>
      <h2>{t("Revolt at {hex}", { hex: state.marked })}</h2>
      <div class="hg-versus">
        {sides.map((seat, side) => (
          <div key={seat} class="hg-party">
            <h3>{side === 0 ? t("Attack") : t("Defence")}</h3>
            <LeaderFace seat={seat} colour={colour} />
            <b class="hg-total">{state.totals[side]}</b>
            <p class="hg-sum">
              <TileFace colour="yellow" /> {t("beside the leader: {count}", { count: (state.totals[side] ?? 0) - given(seat) })}
            </p>
            <Given {...props} seat={seat} colour="yellow" />
          </div>
        ))}
      </div>
      <p class="dim">{t("The higher strength wins; a tie goes to the defence. The loser's leader goes home, the winner gains 1 point.")}</p>
      <ToCome {...props} seats={sides} colour="yellow" />
    </section>
  );
}

/** The leaders of a side whose colour is double: the loser's go home. */
function inConflict({ view, things }: Props, side: number) {
  const state = stateOf(view);
  return (state.sides[side] ?? []).flatMap((hex) => {
    const leader = things.leader.get(hex);
    return leader && state.double.includes(leader.colour) ? [leader] : [];
  });
}

function Side({ side, ...props }: Props & { side: number }) {
  const { view, store } = props;
  const state = stateOf(view);
  const hex = state.side_hex[side]!;
  const part = `hex:${hex}`;
  const supporters = Array.from({ length: state.players }, (_, seat) => seat).filter((seat) => state.supports[seat] === side);
  const helpers = supporters.reduce((sum, seat) => sum + (state.helped[seat] ?? 0), 0);
  const reds = (state.totals[side] ?? 0) - (state.given[side] ?? 0) - helpers;
  const isChosen = store.isSelected(part, 0);
  const inside = (
    <>
      <span class="hg-side-head">
        <svg class="hg-swatch" viewBox="0 0 40 8" aria-hidden="true">
          <path class={`hg-side line${side}`} d="M2 4h36" />
        </svg>
        <b>{hex}</b>
        {inConflict(props, side).map(({ seat, colour }) => (
          <LeaderFace key={colour} seat={seat} colour={colour} />
        ))}
        <b class="hg-total">{state.totals[side]}</b>
      </span>
      <span class="hg-sum">
        <TileFace colour="red" /> {t("in the state: {count}", { count: reds })}
        {supporters.map((seat) => (
          <Given key={seat} {...props} seat={seat} colour="red" />
        ))}
      </span>
    </>
  );
  const name = `hg-war-side${state.won_by === side ? " won" : ""}`;
  return places(store).has(part) ? (
    <button type="button" class={name} data-part={part} data-lit={!isChosen} aria-pressed={isChosen} onClick={() => tap(store, part)}>
      {inside}
    </button>
  ) : (
    <div class={name}>{inside}</div>
  );
}

function War(props: Props) {
  const { view } = props;
  const state = stateOf(view);
  const order = Array.from({ length: state.players }, (_, i) => (state.active + 1 + i) % state.players);
  return (
    <section class="hg-fight" aria-label={t("War")}>
      <h2>{t("War at {hex}", { hex: state.marked })}</h2>
      <div class="hg-war">
        {Array.from({ length: state.n_sides }, (_, side) => (
          <Side key={side} {...props} side={side} />
        ))}
      </div>
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
    <section class="hg-fight" aria-label={t("Bandits")}>
      <h2>{t("Bandits beaten at {hex}", { hex: state.marked })}</h2>
      <p>{n("{count} red tile of the state must still go", "{count} red tiles of the state must still go", state.must_go)}</p>
    </section>
  );
}

function Market({ store, view }: Props) {
  const state = stateOf(view);
  const tiles = tilesOf(state.market);
  const { lit } = store.fit;
  const supply = PAGODAS.filter((_, i) => state.pagodas[i] === "none" && !(PAGODAS[i] === "blue" && state.eighteen_kingdoms));
  return (
    <section class="hg-market" aria-label={t("Market")} data-anchor="market">
      <h2>{t("Market")}</h2>
      <div class="hg-row">
        {numbered(tiles).map(({ kind: colour, index }, i) => {
          const part = `market:${colour}`;
          return lit.has(part) ? (
            <button key={i} type="button" class="hg-piece" data-part={part} data-lit="true" aria-pressed={store.isSelected(part, index)} aria-label={t("Take {tile}", { tile: kindName(colour) })} onClick={() => tap(store, part, index)}>
              <TileFace colour={colour} />
            </button>
          ) : (
            <span key={i} class="hg-piece" role="img" aria-label={kindName(colour)}>
              <TileFace colour={colour} />
            </span>
          );
        })}
        {tiles.length === 0 && <span class="dim">{t("empty")}</span>}
      </div>
      <p class="hg-stock">
        <span title={t("Tiles in the bag; who cannot draw ends the game")}>
          <Building id="bag" /> <b>{state.bag_size}</b> {t("in the bag")}
        </span>
        <span>
          {supply.map((colour, i) => (
            <span key={i} class="hg-supply" role="img" aria-label={t("{colour} pagoda", { colour: colourName(colour) })}>
              <Building id="pagoda" colour={colour} />
              <Glyph colour={colour} />
            </span>
          ))}{" "}
          {supply.length > 0 ? t("left") : t("All pagodas stand")}
        </span>
      </p>
    </section>
  );
}

function LastConflict({ events }: Props) {
  const lines = lastConflict(events);
  if (lines.length === 0) return <Primer />;
  return (
    <details class="hg-last" open>
      <summary>{t("The last conflict")}</summary>
      <ol tabIndex={0} aria-label={t("The last conflict")}>
        {lines.map((event, i) => (
          <li key={i}>{event.text}</li>
        ))}
      </ol>
    </details>
  );
}

const LOW = matchMedia("(min-width: 52.01rem) and (max-height: 56rem)");

const DOES: Record<Colour, string> = {
  yellow: m("Leaders stand beside them; they decide revolts. The leader gains points where another is missing."),
  red: m("They decide wars."),
  blue: m("Only on rivers, and several in one action. Two of them start a riot."),
  green: m("Each takes a tile from the market. Two of them establish a pagoda."),
  white: m("Their points count for any colour."),
};

/** Before the first conflict: what the colours do; closed where it would have to be scrolled, and as it was left. */
function Primer() {
  const [open, setOpen] = useState(() => (kept("primer") ?? (LOW.matches ? "closed" : "open")) === "open");
  const turn = (event: Event) => {
    event.preventDefault();
    keep("primer", open ? "closed" : "open");
    setOpen(!open);
  };
  return (
    <details class="hg-primer" open={open}>
      <summary onClick={turn}>{t("The five colours")}</summary>
      <dl>
        {COLOURS.map((colour) => (
          <div key={colour}>
            <dt>
              <TileFace colour={colour} />
              <span class="sr">{colourName(colour)}</span>
            </dt>
            <dd>
              <b>{kindName(colour)}</b> {t(DOES[colour])}
            </dd>
          </div>
        ))}
      </dl>
      <p class="dim">{t("Your lowest colour is your score.")}</p>
    </details>
  );
}

export function Beside(props: Props) {
  const state = stateOf(props.view);
  return (
    <div class="hg-beside" role="group" aria-label={t("Beside the board")} tabIndex={0}>
      {state.conflict === "revolt" && <Revolt {...props} />}
      {state.conflict === "war" && <War {...props} />}
      {state.conflict === "bandits" && <Raid {...props} />}
      <Market {...props} />
      {state.conflict === "none" && <LastConflict {...props} />}
    </div>
  );
}

/** What is given, in words: a leader is no tile, but counts like one. */
function gift(tiles: number, leader: boolean): string {
  if (tiles === 0) return leader ? t("Give the leader") : t("Give nothing");
  return leader ? n("Give {count} tile + leader", "Give {count} tiles + leader", tiles) : n("Give {count} tile", "Give {count} tiles", tiles);
}

/** A number from none to all, and a leader as a switch; the button says what becomes of it. */
function Commitment({ store, actions, colour }: { store: Store; actions: readonly LegalAction[]; colour: Colour }) {
  const most = Math.max(...actions.map(({ args }) => Number(args.tiles)));
  const helps = actions.some(({ args }) => args.leader === true);
  const supporting = actions[0]?.kind === "support"; // a side was chosen, so something is given
  const [tiles, setTiles] = useState(supporting ? Math.min(1, most) : 0);
  const [leader, setLeader] = useState(supporting && most === 0);
  const action = actions.find(({ args }) => args.tiles === tiles && args.leader === leader) ?? null;
  useEffect(() => {
    sightOf(store).mean(action);
    return () => sightOf(store).mean(null);
  }, [action?.id]);
  const seat = store.view?.viewer ?? 0;
  return (
    <div class="hg-stepper" role="group" aria-label={t("What you give")}>
      <button type="button" class="button" aria-label={t("one tile less")} disabled={tiles === 0} onClick={() => setTiles(tiles - 1)}>
        −
      </button>
      <output aria-live="polite">
        <TileFace colour={colour} />
        <b>{tiles}</b>
        <span class="sr">{n("{count} tile", "{count} tiles", tiles)}</span>
      </output>
      <button type="button" class="button" data-step="more" aria-label={t("one tile more")} disabled={tiles === most} onClick={() => setTiles(tiles + 1)}>
        +
      </button>
      {helps && (
        <button type="button" class="button hg-switch" aria-pressed={leader} aria-label={t("your leader helps")} title={t("your leader helps")} onClick={() => setLeader(!leader)}>
          <LeaderFace seat={seat} colour={colour} />
        </button>
      )}
      <button type="button" class="button main" data-step="give" disabled={!action} onClick={() => action && store.play(action)}>
        <span>
          {gift(tiles, leader)} {action?.kind === "support" && t("to {hex}", { hex: String(action.args.side) })}
        </span>
        {action?.irreversible && <span class="irreversible">{t("no undo")}</span>}
      </button>
    </div>
  );
}

const MODES = [
  { part: "riot", label: m("Riot"), help: m("Pay 2 blue: remove a tile from the board") },
  { part: "establish", label: m("Pagoda"), help: m("Pay 2 green: establish a pagoda") },
  { part: "replace", label: m("Replace"), help: m("Discard tiles and draw as many") },
] as const;

/** Actions that begin with a word, not with a piece; each word is the kind of action too, and says why it is grey. */
const Modes = ({ store }: { store: Store }) => (
  <>
    {MODES.map(({ part, label, help }) => {
      const lit = store.fit.lit.has(part);
      return (
        <button
          key={part}
          type="button"
          class="button"
          data-part={part}
          data-lit={lit}
          aria-pressed="false"
          aria-disabled={!lit}
          title={t(help)}
          onClick={() => (lit ? tap(store, part) : store.whyNo(part))}
        >
          {t(label)}
        </button>
      );
    })}
    <p class="hint hg-or">{t("or choose a tile or a leader")}</p>
  </>
);

/** In the bar where the other offers are: the actions without a piece, and what to give in a revolt or a war. */
export function offers(store: Store) {
  const { view } = store;
  if (!view || store.legal.length === 0) return null;
  if (store.legal.some(({ kind }) => kind === "pass") && store.selection.length === 0) return <Modes store={store} />;
  const commits = store.legal.filter(({ kind }) => kind === "commit");
  if (commits.length > 0) return <Commitment key={view.number} store={store} actions={commits} colour="yellow" />;
  if (!store.legal.some(({ kind }) => kind === "nothing")) {
    const action = chosen(store);
    return action && store.selection.length > 0 ? <Confirm key={action.id} store={store} action={action} /> : null;
  }
  const supports = store.legal.filter(({ kind }) => kind === "support");
  if (supports.length === 0) return <p class="hint">{t("You have nothing to give in this war.")}</p>;
  const toSide = supports.filter(({ parts }) => store.isSelected(parts[0]!, 0));
  if (toSide.length === 0) return <p class="hint">{t("Choose the side that you support, or give nothing.")}</p>;
  return <Commitment key={`${view.number}${toSide[0]!.parts[0]}`} store={store} actions={toSide} colour="red" />;
}
