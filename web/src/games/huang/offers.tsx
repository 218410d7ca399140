// Beside the hand: a leader that may go home, what is chosen, and what to give in a revolt or a war.
import { useEffect, useState } from "preact/hooks";
import { Clear, Confirm, Sealed } from "../../frame/actions";
import type { Store } from "../../frame/store";
import { chosen } from "../../frame/tapping";
import { n, t } from "../../frame/texts";
import type { LegalAction } from "../../types";
import { sightOf } from "./sight";
import { LeaderFace, TileFace } from "./sprite";
import type { Colour } from "./state";
import { tap } from "./tap";
import "./offers.css";

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
    <div class="row near hg-stepper" role="group" aria-label={t("What you give")}>
      {most > 0 && (
        <>
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
        </>
      )}
      {helps && (
        <button type="button" class="button hg-switch" aria-pressed={leader} aria-label={t("your leader helps")} title={t("your leader helps")} onClick={() => setLeader(!leader)}>
          <b aria-hidden="true">+1</b>
          <LeaderFace seat={seat} colour={colour} />
        </button>
      )}
      <button type="button" class="button main" data-step="give" disabled={!action} onClick={() => action && store.play(action)}>
        <span>
          {gift(tiles, leader)} {action?.kind === "support" && t("to {hex}", { hex: String(action.args.side) })}
        </span>
        {action && <Sealed action={action} />}
      </button>
    </div>
  );
}

/** A leader on the board is chosen: it goes to a hex, or home. */
const Withdraw = ({ store }: { store: Store }) => (
  <>
    <button type="button" class="button" data-part="screen" data-lit="true" aria-pressed="false" title={t("Take the leader off the board")} onClick={() => tap(store, "screen")}>
      {t("Withdraw")}
    </button>
    <Clear store={store} />
  </>
);

/** The own tiles are lit, and lie above: a button for each would say the same once more. */
const Replacing = ({ store }: { store: Store }) => (
  <>
    <p class="hint">{t("Tap each tile to discard, then draw.")}</p>
    <Clear store={store} />
  </>
);

/** Of a hand that nobody sees one could answer nothing else: why it is asked. */
export function told({ legal }: Store): string | null {
  const [only, ...others] = legal;
  const hides = only !== undefined && others.length === 0 && ["commit", "nothing", "stop"].includes(only.kind);
  return hides ? t("You are asked all the same, so that nobody can tell what you hold.") : null;
}

/** In the place of the usual offers. */
export function offers(store: Store) {
  const { view } = store;
  if (!view || store.legal.length === 0) return null;
  if (view.legal.some(({ kind }) => kind === "draw") && store.selection.length === 0) return <></>; // it has begun already
  if (store.fit.lit.has("screen") && store.selection.length > 0) return <Withdraw store={store} />;
  if (store.isSelected("replace", 0) && store.fit.exact.length === 0 && store.fit.more.length > 0) return <Replacing store={store} />;
  const commits = store.legal.filter(({ kind }) => kind === "commit");
  if (commits.length > 0) return <Commitment key={view.number} store={store} actions={commits} colour="yellow" />;
  if (!store.legal.some(({ kind }) => kind === "nothing")) {
    const action = chosen(store);
    return action && store.selection.length > 0 ? <Confirm store={store} action={action} /> : null;
  }
  const supports = store.legal.filter(({ kind }) => kind === "support");
  const toSide = supports.filter(({ parts }) => store.isSelected(parts[0]!, 0));
  if (toSide.length === 0) return null;
  return <Commitment key={`${view.number}${toSide[0]!.parts[0]}`} store={store} actions={toSide} colour="red" />;
}
