// Moving and enlarging the board: wheel, buttons, keys, one finger, two fingers. It changes the view box only, so nothing
// is drawn anew; and whatever moved the board never counts as a tap.
import { useLayoutEffect, useMemo } from "preact/hooks";
import type { RefObject } from "preact";
import { SHEET, W } from "./geometry";

const MARGIN = 4;
const FULL = { x: -MARGIN, y: -MARGIN, width: SHEET.width + 2 * MARGIN, height: SHEET.height + 2 * MARGIN };
export const VIEW_BOX = `${FULL.x} ${FULL.y} ${FULL.width} ${FULL.height}`;
const MOST = 4;
const STEP = 1.35;
const FAR = 7; // pixels until a press moves the board
const LONG = 480; // milliseconds of a long press

interface Spot {
  x: number;
  y: number;
}

export class Camera {
  private zoom = 1;
  private x = FULL.x;
  private y = FULL.y;
  /** What the fingers did since the first of them came down: a tap that follows it is none. */
  private moved = false;
  private readonly fingers = new Map<number, Spot>();
  private timer = 0;
  /** Called with the hex under a finger that rests. */
  onRest: (hex: string) => void = () => undefined;

  /** `box` holds the drawing, which fills the table; `home` is the part of it that the whole board fills. */
  constructor(
    private readonly box: RefObject<HTMLDivElement | null>,
    private readonly home: RefObject<HTMLDivElement | null>,
  ) {}

  private get svg(): SVGSVGElement | null {
    return this.box.current?.querySelector("svg") ?? null;
  }

  /** The whole board in its home, with as much ground around it as the table has. */
  private full(): { x: number; y: number; width: number; height: number } {
    const table = this.svg?.getBoundingClientRect();
    const home = this.home.current?.getBoundingClientRect();
    if (!table || !home || home.width === 0 || home.height === 0) return FULL;
    const scale = Math.max(FULL.width / home.width, FULL.height / home.height);
    return {
      x: FULL.x + FULL.width / 2 - (home.x + home.width / 2 - table.x) * scale,
      y: FULL.y + FULL.height / 2 - (home.y + home.height / 2 - table.y) * scale,
      width: table.width * scale,
      height: table.height * scale,
    };
  }

  /** The table has another size: what lies in the empty corners of the board goes by its hexes. */
  private fit(): void {
    this.show();
    const width = this.svg?.getBoundingClientRect().width || 1;
    this.home.current?.style.setProperty("--hg-hex", `${(W * width) / this.full().width}px`);
  }

  show(): void {
    const full = this.full();
    const [width, height] = [full.width / this.zoom, full.height / this.zoom];
    this.x = Math.min(full.x + full.width - width, Math.max(full.x, this.x));
    this.y = Math.min(full.y + full.height - height, Math.max(full.y, this.y));
    for (const layer of this.box.current?.children ?? []) layer.setAttribute("viewBox", `${this.x} ${this.y} ${width} ${height}`);
    this.box.current?.setAttribute("data-zoomed", String(this.zoom > 1));
  }

  /** Units of the board for one pixel, and the place of a pixel on the board. */
  private scale(): number {
    const width = this.svg?.getBoundingClientRect().width || 1;
    return this.full().width / this.zoom / width;
  }

  private place({ x, y }: Spot): Spot {
    const rect = this.svg!.getBoundingClientRect();
    return { x: this.x + (x - rect.left) * this.scale(), y: this.y + (y - rect.top) * this.scale() };
  }

  /** Enlarges around a point of the window, or around the middle. */
  enlarge(factor: number, around?: Spot): void {
    const rect = this.svg?.getBoundingClientRect();
    if (!rect) return;
    const spot = around ?? { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
    const before = this.place(spot);
    this.zoom = Math.min(MOST, Math.max(1, this.zoom * factor));
    const after = this.place(spot);
    this.x += before.x - after.x;
    this.y += before.y - after.y;
    this.show();
  }

  nearer = (): void => this.enlarge(STEP);
  farther = (): void => this.enlarge(1 / STEP);
  whole = (): void => {
    this.zoom = 1;
    this.show();
  };

  /** Brings a place into sight. */
  reveal({ x, y }: Spot): void {
    if (this.zoom === 1) return;
    const full = this.full();
    const [width, height] = [full.width / this.zoom, full.height / this.zoom];
    const room = 40 / this.zoom + 20;
    if (x < this.x + room || x > this.x + width - room) this.x = x - width / 2;
    if (y < this.y + room || y > this.y + height - room) this.y = y - height / 2;
    this.show();
  }

  private pan(dx: number, dy: number): void {
    this.x -= dx * this.scale();
    this.y -= dy * this.scale();
    this.show();
  }

  listen(box: HTMLDivElement): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    box.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    box.addEventListener("pointerdown", (event) => this.down(event), { signal });
    box.addEventListener("pointermove", (event) => this.move(event), { signal });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"] as const) {
      box.addEventListener(end, (event) => this.up(event), { signal });
    }
    const swallow = (event: MouseEvent) => {
      if (!this.moved) return;
      event.stopPropagation();
      event.preventDefault();
    };
    box.addEventListener("click", swallow, { signal, capture: true });
    box.addEventListener("contextmenu", (event) => this.fingers.size > 0 && event.preventDefault(), { signal });
    const resized = new ResizeObserver(() => this.fit());
    for (const one of [box, this.home.current]) if (one) resized.observe(one);
    return () => {
      stop.abort();
      resized.disconnect();
    };
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.enlarge(Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY });
  }

  private down(event: PointerEvent): void {
    if (this.fingers.size === 0) this.moved = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    window.clearTimeout(this.timer);
    if (this.fingers.size > 1) this.moved = true;
    else if (event.pointerType === "touch") {
      const hex = (event.target as Element).closest<SVGElement>("[data-hex]")?.dataset.hex;
      this.timer = window.setTimeout(() => {
        this.moved = true;
        if (hex) this.onRest(hex);
      }, LONG);
    }
  }

  private move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.fingers.size === 1) {
      if (!this.moved && Math.hypot(now.x - before.x, now.y - before.y) < FAR) return;
      window.clearTimeout(this.timer);
      this.hold(event);
      this.pan(now.x - before.x, now.y - before.y);
    } else {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)![1];
      const apart = (spot: Spot) => Math.max(20, Math.hypot(spot.x - other.x, spot.y - other.y));
      const between = (spot: Spot) => ({ x: (spot.x + other.x) / 2, y: (spot.y + other.y) / 2 });
      const [from, to] = [between(before), between(now)];
      this.pan(to.x - from.x, to.y - from.y);
      this.enlarge(apart(now) / apart(before), to);
    }
    this.fingers.set(event.pointerId, now);
  }

  private hold(event: PointerEvent): void {
    if (!this.moved) this.box.current?.setPointerCapture(event.pointerId);
    this.moved = true;
  }

  private up(event: PointerEvent): void {
    window.clearTimeout(this.timer);
    this.fingers.delete(event.pointerId);
  }
}

export function useCamera(box: RefObject<HTMLDivElement | null>, home: RefObject<HTMLDivElement | null>): Camera {
  const camera = useMemo(() => new Camera(box, home), []);
  useLayoutEffect(() => (box.current ? camera.listen(box.current) : undefined), []);
  return camera;
}
