// A wagon: its cover by type, its spaces in their shapes, filled one by one. What can be tapped on it are the wagon as a whole,
// its empty spaces and the goods on it.
import type { Store } from "../../frame/store";
import { t } from "../../frame/texts";
import type { Space, Standing, WagonType } from "./state";
import { isChosen, offered, tap } from "./tap";
import { colourName, goodName, standingName, wagonName } from "./words";

const [STEP, SIDE, MIDDLE, HEIGHT] = [18.4, 17, 39, 62];
const place = (at: number, of: number): number => 50 + (at - (of - 1) / 2) * STEP;
const percent = (share: number): string => `${share.toFixed(2)}%`;

/** A space: the shape of its colour, empty or solid; a good of another colour lies smaller within it. */
const SpaceFace = ({ space: { colour, good }, x }: { space: Space; x: number }) => {
  const branded = good !== null && good !== colour;
  const size = branded ? SIDE * 0.72 : SIDE;
  return (
    <>
      {(good === null || branded) && (
        <use class={`hn-good ${colour}`} data-empty="true" href={`#hn-good-${colour}`} x={x - SIDE / 2} y={MIDDLE - SIDE / 2} width={SIDE} height={SIDE} />
      )}
      {good !== null && (
        <use class={`hn-good ${good}`} href={`#hn-good-${good}`} x={x - size / 2} y={MIDDLE - size / 2} width={size} height={size} />
      )}
    </>
  );
};

export const WagonFace = ({ type, spaces }: { type: WagonType; spaces: readonly Space[] }) => (
  <svg class={`hn-wagon-face ${type}`} viewBox="0 0 100 62" aria-hidden="true">
    <use href={`#hn-wagon-${type}`} />
    {spaces.map((space, i) => (
      <SpaceFace key={i} space={space} x={place(i, spaces.length)} />
    ))}
  </svg>
);

/** The parts that a space of a wagon stands for: load there, brand there, or take the good that lies on it. */
function partsOf(store: Store, { seat, slot }: Standing, { colour, good }: Space): string[] | null {
  if (good !== null) {
    const parts = [`wagon:${seat}:${slot}`, `load:${good}`];
    return offered(store, ...parts) || isChosen(store, ...parts) ? parts : null;
  }
  if (seat !== store.view?.viewer) return null;
  const load = [`hand:${colour}`, `slot:${slot}`];
  const brand = [`slot:${slot}`, `space:${colour}`];
  if (isChosen(store, "brand")) return offered(store, ...brand) || isChosen(store, ...brand) ? brand : null;
  return offered(store, ...load) || isChosen(store, ...load) ? load : null;
}

interface Props {
  store: Store;
  standing: Standing;
  type: WagonType;
}

export function CampWagon({ store, standing, type }: Props) {
  const { seat, slot, spaces } = standing;
  const own = seat === store.view?.viewer;
  const part = own && !store.legal.some(({ parts }) => parts.includes(`wagon:${seat}:${slot}`)) ? `slot:${slot}` : `wagon:${seat}:${slot}`;
  const lit = offered(store, part) && !isChosen(store, part);
  const chosen = isChosen(store, part);
  const name = standingName(standing, type);
  const free = spaces.filter(({ good }) => good === null).length;
  return (
    <div class="hn-wagon" data-anchor={`wagon:${seat}:${slot}`} data-full={free === 0} role="group" aria-label={name}>
      {lit || chosen ? (
        <button
          type="button"
          class="hn-ground"
          tabIndex={0}
          data-part={part}
          data-lit={lit}
          aria-pressed={chosen}
          aria-label={t("{card}, can be used", { card: name })}
          onClick={() => tap(store, part)}
        />
      ) : null}
      <WagonFace type={type} spaces={spaces} />
      {spaces.map((space, i) => {
        const parts = partsOf(store, standing, space);
        if (!parts) return null;
        return (
          <button
            key={i}
            type="button"
            class="hn-space"
            tabIndex={0}
            data-part={parts.join(" ")}
            data-lit={!isChosen(store, ...parts)}
            aria-pressed={isChosen(store, ...parts)}
            aria-label={
              space.good === null
                ? t("Wagon {slot}: fill the {colour} space", { slot, colour: colourName(space.colour) })
                : t("Wagon {slot}: take the {good}", { slot, good: goodName(space.good) })
            }
            style={{ left: percent(place(i, spaces.length) - STEP / 2), width: percent(STEP), top: percent((100 * (MIDDLE - STEP / 2)) / HEIGHT), height: percent((100 * STEP) / HEIGHT) }}
            onClick={() => tap(store, ...parts)}
          />
        );
      })}
    </div>
  );
}

/** A wagon that lies open for all. */
export function MarketWagon({ store, part, type, spaces }: { store: Store; part: string; type: WagonType; spaces: readonly Space[] }) {
  const lit = offered(store, part) && !isChosen(store, part);
  const chosen = isChosen(store, part);
  const name = wagonName(type, spaces);
  const inside = <WagonFace type={type} spaces={spaces} />;
  return lit || chosen ? (
    <button type="button" class="hn-wagon" data-part={part} data-anchor={part} data-lit={lit} aria-pressed={chosen} aria-label={t("{card}, can be used", { card: name })} onClick={() => tap(store, part)}>
      {inside}
    </button>
  ) : (
    <span class="hn-wagon" data-anchor={part} role="img" aria-label={name}>
      {inside}
    </span>
  );
}
