// What came of something, in large over the board where it happened: until somebody presses anything or its time is over. What
// is to be read in peace stays until its button is pressed or the viewer has decided something.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import type { BoardProps } from "./game";
import { settings } from "./settings";
import { t } from "./texts";
import "./scene.css";

export interface Scene {
  /** The place of the board (`data-anchor` or `data-part`) that it is about; without one it stands in the middle. */
  at?: string;
  /** On its place instead of beside it: what lies there is told by it. */
  over?: boolean;
  /** Until it is pressed away or the viewer has decided something; it is there for who comes later too. */
  stays?: boolean;
  things: ComponentChildren;
}

interface Found extends Scene {
  index: number;
}

/** How long it stands: so many beats of the animation, and no less than it takes to read. */
const BEATS = 6;
const LEAST = 2000; // milliseconds
/** Of what came at once the last ones are told in large. */
const MOST = 3;

/** Those that were pressed away, by table and event, so that they do not come again. */
const closed = new Set<string>();
const nameOf = ({ view }: BoardProps, index: number): string => `${view.table}:${index}`;

function sceneAt(props: BoardProps, index: number): Found | null {
  const { store, events } = props;
  const scene = events[index] && store.game.scene?.(events[index], props);
  return scene ? { ...scene, index } : null;
}

/** The last one that stays, until the viewer has decided something; of who looks on, until anybody has. */
function lasting(props: BoardProps): Found | null {
  const { store, events, view } = props;
  for (let index = Math.min(store.heard, events.length) - 1; index >= 0; index--) {
    const scene = sceneAt(props, index);
    if (scene?.stays) return closed.has(nameOf(props, index)) ? null : scene;
    const decided = store.game.decidedBy(events[index]!);
    if (decided !== null && (view.viewer === null || decided === view.viewer)) return null;
  }
  return null;
}

/** The first of those that were told and not seen yet; where the board tells them one by one, the last. */
function passing(props: BoardProps, next: number): Found | null {
  const { store, view } = props;
  if (settings.speed === "off" || store.past.shown || (view.result && !store.telling) || document.hidden) return null;
  const found: Found[] = [];
  for (let index = next; index < store.heard; index++) {
    const scene = sceneAt(props, index);
    if (scene && !scene.stays) found.push(scene);
  }
  return found[store.game.paced ? found.length - 1 : Math.max(0, found.length - MOST)] ?? null;
}

/** From which event on scenes are still to be seen: none of what happened before the page was opened or one decided again. */
function useNext({ store, events, view }: BoardProps) {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const { news } = store.told;
  const known = useRef({ news, next: news.from + news.events.length });
  if (known.current.news !== news) {
    const { next } = known.current;
    const own = news.events.some((event) => view.viewer !== null && store.game.decidedBy(event) === view.viewer);
    known.current = { news, next: own || news.from < next || news.events.length === 0 ? news.from : Math.min(next, events.length) };
  }
  const seen = (index: number) => {
    known.current.next = Math.max(known.current.next, index + 1);
    refresh(undefined);
  };
  return { next: known.current.next, seen };
}

type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Nothing lies over what is lit or asked about. */
const CLEAR = '.board :is([data-lit="true"], [data-clear])';

/** Where it stands: as near to its place as it can. */
function stand(scene: HTMLElement, { at, over = false }: Scene): void {
  const within = scene.parentElement!;
  const { left: x0, top: y0 } = within.getBoundingClientRect();
  const board = new DOMRect(x0 + within.clientLeft, y0 + within.clientTop, within.clientWidth, within.clientHeight);
  const [width, height] = [scene.offsetWidth, scene.offsetHeight];
  const name = at && CSS.escape(at);
  const place = name && document.querySelector(`.board :is([data-anchor="${name}"], [data-part="${name}"])`)?.getBoundingClientRect();
  const around = place && place.width > 0 ? place : board;
  const middle = { x: (around.left + around.right) / 2, y: (around.top + around.bottom) / 2 };
  const clear = [...document.querySelectorAll(CLEAR)].map((one) => one.getBoundingClientRect());
  const kept = around === board || over ? [] : [around];
  const boxAt = (x: number, y: number) => {
    const left = Math.max(board.left, Math.min(board.right - width, x - width / 2));
    const top = Math.max(board.top, Math.min(board.bottom - height, y - height / 2));
    return { left, top, right: left + width, bottom: top + height };
  };
  const [across, down] = [around.right - around.left + width, around.bottom - around.top + height];
  const beside = [[0, 0], [0, -0.55], [0.55, 0], [-0.55, 0], [0, 0.55]].map(([x, y]) => boxAt(middle.x + x! * across, middle.y + y! * down));
  const corners = [0, 1].flatMap((x) => [0, 1].map((y) => boxAt(x ? board.right : board.left, y ? board.bottom : board.top)));
  const cost = (box: Box) => [...clear, ...kept].reduce((sum, one) => sum + shared(box, one), 0);
  const best = [...beside, ...corners].reduce((a, b) => (cost(b) < cost(a) ? b : a));
  scene.style.translate = `${Math.round(best.left - board.left)}px ${Math.round(best.top - board.top)}px`;
}

/** Lies in the board, above all of it. */
export function Scenes(props: BoardProps) {
  const { store, view } = props;
  const { next, seen } = useNext(props);
  const box = useRef<HTMLDivElement>(null);
  const scene = passing(props, next) ?? lasting(props);
  const stays = scene?.stays ?? false;
  const index = scene?.index ?? -1;
  const away = () => {
    if (stays) closed.add(nameOf(props, index));
    seen(index);
  };
  useLayoutEffect(() => {
    const here = box.current;
    if (!scene || !here) return;
    const sized = new ResizeObserver(() => stand(here, scene));
    sized.observe(here.parentElement!);
    stand(here, scene);
    return () => sized.disconnect();
  }, [index, view.number, store.telling]);
  const held = stays && !view.result;
  useLayoutEffect(() => store.hold(held), [held]);
  // as soon as it is there: who presses at once is heard
  useLayoutEffect(() => {
    if (index < 0 || stays) return;
    const timer = window.setTimeout(away, Math.max(LEAST, settings.pace * BEATS));
    document.addEventListener("pointerdown", away);
    document.addEventListener("keydown", away);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("keydown", away);
    };
  }, [index, stays]);
  if (!scene) return null;
  return (
    <div key={index} class="scene" ref={box} role={stays ? "note" : undefined} aria-hidden={!stays} data-scene={props.events[index]!.kind}>
      {scene.things}
      {held && (
        <button type="button" class="button" onClick={away}>
          {t("Go on")}
        </button>
      )}
    </div>
  );
}
