// A guided first game: what is said lies on a card beside the table, and a light on the place that it is about. The words and
// what is asked come from the server; here is only how far somebody has read.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { GuideCard, GuideView } from "../types";
import { keep, kept } from "./kept";
import { answered } from "./press";
import { at } from "./site";
import type { Store } from "./store";
import { t } from "./texts";
import "./guide.css";

/** The card that is read. It stays the same over a reload, as long as the learner has made the same moves. */
export class Reading {
  private read = 0;
  private of = -1;

  constructor(private readonly table: string, private readonly view: () => GuideView | null, private readonly changed: () => void) {}

  private get place(): number {
    const now = this.view();
    if (now && now.done !== this.of) {
      const [of, read] = (kept(this.table, "sessionStorage") ?? "").split(" ").map(Number);
      [this.of, this.read] = [now.done, of === now.done ? (read ?? 0) : 0];
    }
    return this.read;
  }

  /** What is said; null where that is nothing, and once the last card was put away. */
  get card(): GuideCard | null {
    return this.view()?.cards[this.place] ?? null;
  }

  /** More is said before anything is asked. */
  get more(): boolean {
    const now = this.view();
    return now !== null && (now.last ? this.card !== null : this.place < now.cards.length - 1);
  }

  /** There is a card, or the next one is to come. */
  get open(): boolean {
    return this.view()?.last ? this.more : this.view() !== null;
  }

  /** Nothing comes after this card but the free game. */
  get final(): boolean {
    const now = this.view();
    return now !== null && now.last && this.place === now.cards.length - 1;
  }

  /** How many cards were read before this one. */
  get count(): number {
    return (this.view()?.first ?? 0) + this.place;
  }

  goOn(): void {
    answered();
    this.read = this.place + 1;
    keep(this.table, `${this.of} ${this.read}`, "sessionStorage");
    this.changed();
  }
}

/** What bears a name: cards and other parts all together, of anything else the first that is seen. */
function found(place: string): Element[] {
  const name = CSS.escape(place);
  const inside = [".board", ".tray", ".table-page"].map((room) => `${room} :is([data-part="${name}"], [data-anchor="${name}"], .actions [data-kind="${name}"], .${name})`);
  for (const some of inside) {
    const seen = [...document.querySelectorAll(some)].filter((one) => one.getBoundingClientRect().width > 0);
    if (seen.length > 0) return seen.every((one) => one.matches("[data-part]")) ? seen : seen.slice(0, 1);
  }
  return [];
}

const EDGE = 6;
const THIN = 1 / 12; // of what is small, so that the light leaves what is beside it

/** Its place, of a card in the hand as far as the next one does not cover it. */
function boxOf(one: Element): DOMRect {
  const { left, top, width, height } = one.getBoundingClientRect();
  const next = (one.matches(".hand-card") && one.nextElementSibling?.getBoundingClientRect().left) || 0;
  return new DOMRect(left, top, next > left ? Math.min(width, next - EDGE - left) : width, height); // else it lies in another row
}

/** The light: all around is dark while something is told, and stays bright while something is asked. */
function Light({ places, dim }: { places: readonly string[]; dim: boolean }) {
  const light = useRef<HTMLDivElement>(null);
  const follow = () => {
    const boxes = places.flatMap(found).map(boxOf);
    const side = (of: "left" | "top" | "right" | "bottom") => boxes.map((box) => box[of]);
    const edge = Math.min(EDGE, ...boxes.map(({ width, height }) => Math.min(width, height) * THIN));
    const [left, top] = [Math.min(...side("left")) - edge, Math.min(...side("top")) - edge];
    if (!light.current) return;
    light.current.hidden = boxes.length === 0;
    light.current.style.transform = `translate(${left}px, ${top}px)`;
    light.current.style.width = `${Math.max(...side("right")) + edge - left}px`;
    light.current.style.height = `${Math.max(...side("bottom")) + edge - top}px`;
  };
  useLayoutEffect(follow);
  useEffect(() => {
    const timer = window.setInterval(follow, 200); // what it is about may move
    window.addEventListener("resize", follow);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener("resize", follow);
    };
  });
  return <div class="guide-light" ref={light} data-dim={dim} aria-hidden="true" />;
}

/** One light on all places that something is told of, one on each that is asked for. */
function Lights({ places, dim }: { places: readonly string[]; dim: boolean }) {
  useEffect(() => {
    for (const place of places) found(place)[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [places.join()]);
  return dim ? <Light places={places} dim /> : <>{places.map((place) => <Light key={place} places={[place]} dim={false} />)}</>;
}

const BUSY = ":is(input, textarea, select, [contenteditable]):focus, dialog[open]";

/** It has the focus already, as by a key; who presses it otherwise wants no mark on where the focus goes from here. */
const unmarked = (event: Event) => (event.currentTarget as HTMLElement).blur();

/** To the next card. It has the focus as soon as its card is there, unless somebody writes. */
function GoOn({ store }: { store: Store }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (!document.querySelector(BUSY)) button.current?.focus({ preventScroll: true });
  }, [store.reading.count]);
  return (
    <button ref={button} type="button" class="button main" data-kind="go-on" onPointerDown={unmarked} onClick={() => store.reading.goOn()}>
      {t("Continue")}
    </button>
  );
}

/** The game is free, and there is more to try. */
const What = ({ store }: { store: Store }) => (
  <form class="row wraps text-14 guide-ways" method="post" action={at("/play")}>
    <GoOn store={store} />
    <input type="hidden" name="game" value={store.game.id} />
    <button class="bare" name="level" value="normal">{t("A game with a normal bot")}</button>
    <a href={at(`/how-to-play/${store.game.id}`)} target="_blank">{t("How to play")}</a>
    <a href={at("/")}>{t("All games")}</a>
  </form>
);

const Ways = ({ store, task, goOn, of }: { store: Store; task: string | undefined; goOn: boolean; of: number }) => (
  <div class="row wraps text-14 guide-ways">
    {task && <p class="guide-task">{task}</p>}
    {goOn && <GoOn store={store} />}
    <progress max={of} value={store.reading.count} aria-label={t("{count} of {all}", { count: store.reading.count, all: of })} />
    <button type="button" class="bare" onClick={() => store.attend("freely")}>
      {t("Play on freely")}
    </button>
    <a href={at("/")}>{t("Leave")}</a>
  </div>
);

export function Guide({ store }: { store: Store }) {
  const { reading, now, telling } = store;
  const guide = now?.guide;
  if (!guide || !reading.open || store.past.shown) return null;
  const card = telling || store.held ? null : reading.card;
  return (
    <>
      <section class="column guide" role="status" aria-label={t("Learn by playing")}>
        <p class="guide-words" tabIndex={0} key={card?.text}>
          {card ? card.text : store.held ? t("Read first what came of it.") : t("Watch what the other side does.")}
        </p>
        {card && reading.final ? <What store={store} /> : <Ways store={store} task={card?.task} goOn={card !== null && reading.more} of={guide.count} />}
      </section>
      {card && <Lights places={card.at} dim={reading.more} />}
    </>
  );
}
