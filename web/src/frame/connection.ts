// The table's socket: says hello, keeps itself alive, notices silence and comes back by itself.
import type { ClientFrame, ServerFrame } from "../types";

export type Link = "connecting" | "open" | "reconnecting";

const PING_EVERY = 2_500;
const STALE_AFTER = 9_000;
const STALE_ON_RETURN = 2_000;
const FIRST_RETRY = 400;
const LONGEST_RETRY = 30_000;
const MOST_PATIENCE = 60_000;
const NEAR = 50;
const LATELY = 20_000;

declare global {
  interface Window {
    /** A line that was dialled before this script was there (`static/dial.js`), and what came on it; null once none is needed. */
    dialled?: { socket: WebSocket; came: MessageEvent<string>[] } | null;
  }
}

/** What brings the table its frames. */
export interface Line {
  /** Sends a frame if that can be done; whoever needs an answer sends it again after the next hello. */
  send(frame: ClientFrame): void;
  /** The server's time, in seconds. */
  serverNow(): number;
  /** For good; nothing of it stays behind that would keep what it brought. */
  close(): void;
}

export interface Listener {
  frame(frame: ServerFrame): void;
  link(link: Link): void;
  /** The last number that the page has. */
  last(): number;
}

export class Connection implements Line {
  private socket: WebSocket | null = null;
  /** Since when nothing has come, though something was to; null while nothing is waited for. A tab in the background may look only
   * once a minute: how long ago anything came says nothing there. */
  private waits: number | null = null;
  /** Milliseconds of silence that are borne. A server with many tables to load is asked less and less often. */
  private patience = STALE_AFTER;
  private tries = 0;
  private retry = 0;
  private closed = false;
  private pinged = 0;
  /** When the server's time was told last, by this page's own, and how long the way was; milliseconds. */
  private told = { at: performance.now(), server: Date.now(), way: Infinity };
  private readonly pulse: number;
  private readonly listening = new AbortController();

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
  ) {
    const { signal } = this.listening;
    this.pulse = window.setInterval(() => this.beat(), PING_EVERY);
    window.addEventListener("online", () => this.hurry(), { signal });
    window.addEventListener("pageshow", (event) => event.persisted && this.hurry(), { signal }); // with *Back*
    document.addEventListener("visibilitychange", () => void (document.hidden || this.hurry()), { signal });
    this.open();
  }

  send(frame: ClientFrame): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  close(): void {
    this.closed = true;
    window.clearInterval(this.pulse);
    window.clearTimeout(this.retry);
    this.listening.abort();
    const socket = this.socket;
    this.socket = null; // what still comes on it is not heard
    socket?.close();
  }

  /** The server's time, in seconds. */
  serverNow(): number {
    return (this.told.server + performance.now() - this.told.at) / 1000;
  }

  private ping(): void {
    this.pinged = performance.now();
    this.waits ??= Date.now();
    this.send({ type: "ping" });
  }

  /** Answers at once, which tells the server how long the way is. The shortest of the last ways tells its time best. */
  private hear(now: number): void {
    this.send({ type: "echo" });
    const at = performance.now();
    const way = at - this.pinged;
    if (way <= this.told.way + NEAR || at - this.told.at > LATELY) this.told = { at, server: now * 1000 + way / 2, way };
  }

  private open(): void {
    window.clearTimeout(this.retry);
    this.waits = Date.now();
    this.patience = Math.min(MOST_PATIENCE, STALE_AFTER * 2 ** Math.max(0, this.tries - 1));
    const early = window.dialled;
    window.dialled = null;
    const socket = early?.socket ?? new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.send({ type: "hello", last: this.listener.last() });
      this.ping();
    };
    const hear = (message: MessageEvent<string>) => {
      if (socket !== this.socket) return;
      const frame = JSON.parse(message.data) as ServerFrame;
      this.waits = null;
      this.patience = STALE_AFTER;
      if (frame.type !== "error") this.tries = 0; // who is turned away comes back more and more seldom
      if (frame.type === "pong") this.hear(frame.now);
      this.listener.link("open");
      this.listener.frame(frame);
    };
    const lost = () => {
      if (socket === this.socket) this.lost();
    };
    socket.onmessage = hear;
    socket.onclose = lost;
    if (!early || socket.readyState === WebSocket.CONNECTING) return;
    queueMicrotask(() => {
      early.came.forEach(hear); // what came before there was anybody to hear it
      if (socket.readyState === WebSocket.OPEN) this.ping();
      else lost();
    });
  }

  private lost(): void {
    this.socket = null;
    if (this.closed) return;
    this.listener.link("reconnecting");
    // All pages of a server that was restarted lose it at the same moment, and should not come back at the same one.
    const wait = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** this.tries++) * (0.5 + Math.random());
    window.clearTimeout(this.retry);
    this.retry = window.setTimeout(() => this.open(), wait);
  }

  private beat(): void {
    if (!this.socket) return;
    if (this.waits !== null && Date.now() - this.waits > this.patience) {
      // A dead line may take minutes to report its own close: leave it and dial again.
      this.socket.onclose = null;
      this.socket.close();
      this.lost();
    } else {
      this.ping();
    }
  }

  private hurry(): void {
    if (this.closed) return;
    if (!this.socket) {
      this.tries = 0;
      this.open();
    } else {
      this.patience = Math.min(this.patience, STALE_ON_RETURN); // somebody looks, and the line may have died in sleep
      this.ping();
    }
  }
}
