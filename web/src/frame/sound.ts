// Short, dry sounds of the table, made as they are needed: no files. One for each event that is told and has one.
import { useEffect, useRef } from "preact/hooks";
import type { GameEvent } from "../types";
import { settings } from "./settings";
import type { Store } from "./store";

/** A part of a sound: a tone that glides, or noise through a filter; both die away. */
interface Voice {
  /** Hertz: where a tone begins, or the middle of the noise. */
  from: number;
  /** Hertz where a tone ends; noise has none. */
  to?: number;
  /** Seconds until nothing is heard of it. */
  lasts: number;
  loud: number;
  /** Seconds after the beginning of the sound. */
  after?: number;
}

const KNOCK: readonly Voice[] = [
  { from: 1900, lasts: 0.04, loud: 0.5 },
  { from: 560, to: 410, lasts: 0.07, loud: 0.35 },
];
const later = (voices: readonly Voice[], after: number, loud: number): Voice[] => voices.map((one) => ({ ...one, after, loud: one.loud * loud }));

const SOUNDS = {
  tile: KNOCK,
  card: [
    { from: 5200, lasts: 0.08, loud: 0.28 },
    { from: 2600, lasts: 0.05, loud: 0.2, after: 0.05 },
  ],
  dice: [...KNOCK, ...later(KNOCK, 0.08, 0.8), ...later(KNOCK, 0.14, 0.6), ...later(KNOCK, 0.26, 0.7), ...later(KNOCK, 0.33, 0.3)],
  drum: [
    { from: 150, to: 62, lasts: 0.38, loud: 0.8 },
    { from: 420, lasts: 0.05, loud: 0.3 },
  ],
  gong: [182, 273, 411, 618].map((from, i) => ({ from, to: from * 0.985, lasts: 1.9 - 0.3 * i, loud: 0.26 / (i + 1) })),
  seal: [
    { from: 104, to: 70, lasts: 0.14, loud: 0.7 },
    { from: 700, lasts: 0.07, loud: 0.35 },
  ],
} as const satisfies Record<string, readonly Voice[]>;
export type Sound = keyof typeof SOUNDS;

const LOUDNESS = 0.35;
/** Seconds between two sounds of what came at once, at least. */
const APART = 0.09;
/** Of what came at once the last ones are heard. */
const MOST = 6;

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

function noise(on: AudioContext): AudioBufferSourceNode {
  if (!hiss) {
    hiss = on.createBuffer(1, on.sampleRate / 4, on.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = on.createBufferSource();
  source.buffer = hiss;
  return source;
}

function voice(on: AudioContext, { from, to, lasts, loud, after = 0 }: Voice, at: number, out: AudioNode): void {
  const begin = at + after;
  const fade = on.createGain();
  fade.gain.setValueAtTime(loud, begin);
  fade.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
  fade.connect(out);
  if (to === undefined) {
    const source = noise(on);
    const filter = on.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = from;
    source.connect(filter).connect(fade);
    source.start(begin, 0, lasts);
    return;
  }
  const tone = on.createOscillator();
  tone.frequency.setValueAtTime(from, begin);
  tone.frequency.exponentialRampToValueAtTime(to, begin + lasts);
  tone.connect(fade);
  tone.start(begin);
  tone.stop(begin + lasts);
}

/** Plays a sound, some seconds from now. A browser that lets nothing be heard before somebody has pressed something is obeyed. */
export function play(sound: Sound, delay = 0): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const out = context.createGain();
  out.gain.value = LOUDNESS;
  out.connect(context.destination);
  for (const one of SOUNDS[sound]) voice(context, one, context.currentTime + delay, out);
}

/** What is told is heard, as it is told; nothing of what was told before the page was opened, nor of what is looked back at. */
export function useSounds(store: Store): void {
  const { game } = store;
  const { heard, news, all } = store.told;
  const known = useRef(heard);
  useEffect(() => {
    const first = Math.max(known.current, news.from);
    known.current = heard;
    if (settings.sound === "off") return;
    const sounds = all.slice(first, heard).flatMap((event: GameEvent) => game.sounds?.[event.kind] ?? []);
    const apart = Math.max(APART, (settings.pace * 0.8) / 1000);
    sounds.slice(-MOST).forEach((sound, i) => play(sound, i * apart));
  }, [heard]);
}
