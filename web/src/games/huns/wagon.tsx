// A wagon: its cover by type, its spaces in their shapes, filled one by one. What can be tapped on it are the wagon as a whole,
// its empty spaces and the goods on it.
import type { ComponentChildren } from "preact";
import type { Store } from "../../frame/store";
import { t } from "../../frame/texts";
import type { TableView } from "../../types";
import { helps } from "./help";
import { Quiet } from "./quiet";
import { asksOf, stateOf, wagonsOf, type Space, type Standing, type WagonType } from "./state";
import { isChosen, legalOf, offered, pointing, tap } from "./tap";
import { goodName, spaceName, standingName, wagonName } from "./words";
import "./wagon.css";

const [STEP, SIDE, MIDDLE] = [19, 17.5, 39];
const place = (at: number, of: number): number => 50 + (at - (of - 1) / 2) * STEP;
const percent = (share: number): string => `${share.toFixed(2)}%`;

/** A space: the shape of its colour, empty or solid; a good of another colour lies smaller within it. */
const SpaceFace = ({ space: { colour, good }, x, ghost }: { space: Space; x: number; ghost: boolean }) => {
  const branded = good !== null && good !== colour;
  const size = branded ? SIDE * 0.72 : SIDE;
  return (
    <>
      {(good === null || branded) && (
        <use class={`hn-good ${colour}`} data-empty="true" href={`#hn-good-${colour}`} x={x - SIDE / 2} y={MIDDLE - SIDE / 2} width={SIDE} height={SIDE} />
      )}
      {ghost && <use class={`hn-good hn-ghost ${colour}`} href={`#hn-good-${colour}`} x={x - SIDE / 2} y={MIDDLE - SIDE / 2} width={SIDE} height={SIDE} />}
      {good !== null && (
        <use class={`hn-good ${good}`} href={`#hn-good-${good}`} x={x - size / 2} y={MIDDLE - size / 2} width={size} height={size} />
      )}
    </>
  );
};

/** `ghosts`: the spaces where a good that is placed now may go show it. */
const WagonFace = ({ type, spaces, ghosts = [] }: { type: WagonType; spaces: readonly Space[]; ghosts?: readonly Space[] }) => (
  <svg class={`drawing hn-wagon-face ${type}`} viewBox="0 0 100 62" aria-hidden="true">
    <use href={`#hn-wagon-${type}`} />
    {spaces.map((space, i) => (
      <SpaceFace key={i} space={space} x={place(i, spaces.length)} ghost={ghosts.includes(space)} />
    ))}
  </svg>
);

/** The parts that a space of a wagon stands for where goods are placed or taken: load there, brand there, or take what lies on it. */
function partsOf(store: Store, { seat, slot }: Standing, { colour, good }: Space): string[] | null {
  if (good !== null) return legalOf(store, "take") ? [`wagon:${seat}:${slot}`, `load:${good}`] : null;
  if (seat !== store.view?.viewer || store.legal.length === 0) return null;
  if (isChosen(store, "brand")) return [`slot:${slot}`, `space:${colour}`];
  const placing = asksOf(store.view) === "place" || legalOf(store, "load");
  return placing ? [`hand:${colour}`, `slot:${slot}`] : null;
}

/** What a tap on a whole wagon means: an own one alone; one of the others with a good on it or, in a swap, with one of the own. */
function partsOfWhole(store: Store, view: TableView, { seat, slot, spaces }: Standing): string[] | null {
  if (store.legal.length === 0) return null;
  const wagon = `wagon:${seat}:${slot}`;
  if (offered(store, wagon) || isChosen(store, wagon)) return [wagon];
  if (seat === view.viewer) return [`slot:${slot}`];
  const own = store.selection.find(({ part }) => part.startsWith("slot:"))?.part ?? `slot:${wagonsOf(stateOf(view), view.viewer ?? 0)[0]?.slot}`;
  if (legalOf(store, "swap")) return [own, wagon];
  const good = spaces.find((space) => space.good !== null)?.good;
  return good && legalOf(store, "take") ? [wagon, `load:${good}`] : null;
}

interface Props {
  store: Store;
  view: TableView;
  standing: Standing;
  type: WagonType;
}

/** A wagon keeps its shape in whatever place it is given. */
const Bay = ({ children }: { children: ComponentChildren }) => <div class="middle yields hn-bay">{children}</div>;

/** A wagon that is only looked at. */
export const StandingWagon = ({ standing, type }: { standing: Standing; type: WagonType }) => (
  <Bay>
    <div class="hn-wagon" data-anchor={`wagon:${standing.seat}:${standing.slot}`} role="img" aria-label={standingName(standing, type)} {...helps(() => <p>{standingName(standing, type)}</p>)}>
      <WagonFace type={type} spaces={standing.spaces} />
    </div>
  </Bay>
);

/** The spaces where a good can be loaded now. */
const loadable = (store: Store, standing: Standing): Space[] =>
  standing.spaces.filter((space) => space.good === null && offered(store, `hand:${space.colour}`, `slot:${standing.slot}`));

export function CampWagon({ store, view, standing, type }: Props) {
  const { seat, slot, spaces } = standing;
  const own = seat === view.viewer;
  const whole = partsOfWhole(store, view, standing);
  const chosen = whole !== null && isChosen(store, ...whole);
  const able = whole !== null && offered(store, ...whole);
  const name = standingName(standing, type);
  return (
    <Bay>
    <div class="hn-wagon" data-drop={own ? `slot:${slot}` : undefined} data-anchor={own ? `wagon:${seat}:${slot}` : undefined} role="group" aria-label={name} title={name}>
      {whole && (
        <button
          type="button"
          class="hn-ground"
          tabIndex={able ? 0 : undefined}
          data-part={whole.join(" ")}
          data-lit={able && !chosen}
          aria-pressed={chosen}
          aria-label={able ? t("{card}, can be used", { card: name }) : name}
          {...pointing(store, ...whole)}
          onClick={() => tap(store, ...whole)}
        />
      )}
      <WagonFace type={type} spaces={spaces} ghosts={own && !isChosen(store, "brand") ? loadable(store, standing) : []} />
      {spaces.map((space, i) => {
        const parts = partsOf(store, standing, space);
        if (!parts) return null;
        const [able, chosen] = [offered(store, ...parts), isChosen(store, ...parts)];
        return (
          <button
            key={i}
            type="button"
            class="hn-space"
            tabIndex={able ? 0 : undefined}
            data-part={parts.join(" ")}
            data-lit={able && !chosen}
            aria-pressed={chosen}
            aria-label={
              space.good === null
                ? t("Wagon {slot}: fill the {space}", { slot, space: spaceName(space.colour) })
                : t("Wagon {slot}: take the {good}", { slot, good: goodName(space.good) })
            }
            style={{ left: percent(place(i, spaces.length)), width: percent(STEP) }}
            {...pointing(store, ...parts)}
            onClick={() => tap(store, ...parts)}
          />
        );
      })}
    </div>
    </Bay>
  );
}

/** A wagon that lies open for all. */
export function MarketWagon({ store, part, type, spaces }: { store: Store; part: string; type: WagonType; spaces: readonly Space[] }) {
  const lit = offered(store, part) && !isChosen(store, part);
  const chosen = isChosen(store, part);
  const name = wagonName(type, spaces);
  const inside = <WagonFace type={type} spaces={spaces} />;
  return (
    <Bay>
    {lit || chosen ? (
    <button type="button" class="hn-wagon" data-part={part} data-anchor={part} data-lit={lit} aria-pressed={chosen} aria-label={t("{card}, can be used", { card: name })} title={name} {...pointing(store, part)} onClick={() => tap(store, part)}>
      {inside}
    </button>
  ) : (
    <Quiet store={store} class="hn-wagon" wish={part} anchor={part} label={name}>
      {inside}
    </Quiet>
  )}
    </Bay>
  );
}
