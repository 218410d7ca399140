// All drawings of the game as SVG symbols: ink lines on a 48 by 48 grid, `.f` is the one flat colour of a drawing.
// Every picture is our own: things that the persons and arms are known for.
import { Symbols } from "../../frame/symbols";
import { bust, cut } from "../../people/bust";
import { EVENTS, SCENES } from "./art";
import { PEOPLE } from "./people";
import "./sprite.css";

const EMBLEMS: Record<string, string> = {
  // a shepherd's crook under a small crown: the shepherd made king
  "0": '<path d="M19 45V20a8.5 8.5 0 0 1 17 0v3"/><path class="f" d="M7 6l4 4 3.5-6 3.5 6 4-4-1.5 9h-12z"/>',
  // a foot soldier's spear
  "1": '<path d="M9 43L32 18"/><path class="f" d="M42 6l-3 14-11-9z"/><path d="M28 22c-3 0-5 3-4 7 2-3 5-2 7-4"/>',
  // the jade ring with a gap, held up as a sign to strike
  "2": '<path class="f" d="M30.5 8.5A18 18 0 1 1 17.5 8.5L21 18.5a7.5 7.5 0 1 0 6 0z"/><path d="M24 3v9"/>',
  // a shield
  "4": '<path class="f" d="M24 4c10 0 14 5 14 12v16c0 7-6 11-14 12-8-1-14-5-14-12V16c0-7 4-12 14-12z"/><path d="M24 4v14M24 30v14M10 24h8M30 24h8"/><circle cx="24" cy="24" r="6" class="p"/>',
  // a bow with its arrow
  "5": '<path d="M14 4c22 9 22 31 0 40"/><path d="M14 4v40" stroke-width="1.4"/><path d="M5 24h38M8 20l-4 4 4 4"/><path class="f" d="M45 24l-9-5v10z"/>',
  // a banner
  "7": '<path d="M11 3v43"/><path class="f" d="M11 7c9-5 18 4 30-1l-4 9 4 9c-12 5-21-4-30 1z"/><path d="M8 46h6"/>',
  // a halberd
  "8": '<path d="M22 14v33"/><path class="f" d="M22 1l5 9-5 5-5-5z"/><path class="f" d="M22 17h20c-2 8-10 10-20 9z"/><path d="M22 19H11v5h11"/>',
  // a gate tower
  "9": '<path class="f" d="M3 17c7-1 11-5 13-12h16c2 7 6 11 13 12z"/><path d="M9 17v27h30V17M9 25h30"/><path d="M18 44V36a6 6 0 0 1 12 0v8"/>',
  // an eye
  ji_bu: '<path d="M3 27c9-15 33-15 42 0-9 13-33 13-42 0z"/><circle class="f" cx="24" cy="26" r="7.5"/><circle cx="24" cy="26" r="2" class="i"/><path d="M10 13l-3-5M19 9l-1-6M29 9l1-6M38 13l3-5"/>',
  // the poppy that is named after her
  yu_ji: '<path d="M24 27c0 8-2 14-7 19M23 36c4-5 9-5 12-3-3 4-8 5-12 3"/><path class="f" d="M24 28C9 29 6 10 18 6c3-1 5 0 6 3 1-3 3-4 6-3 12 4 9 23-6 22z"/><path d="M15 17c5-3 13-3 18 0M24 17v6"/>',
  // the phoenix hairpin of an empress
  lyu_zhi: '<path d="M5 45L27 19"/><path class="f" d="M26 21c-3-10 6-17 13-12l6 2-5 3c-1 7-7 11-14 7z"/><path d="M33 8c-2-5 1-7 4-6M28 11c-4-3-2-7 1-7M33 22v8M33 34v1M39 18v9M39 31v1"/><circle cx="36" cy="12" r="1" class="i"/>',
  // bamboo slips, tied: the registers that he saved
  xiao_he: '<path class="f" d="M6 7h36v34H6z"/><path d="M13.2 7v34M20.4 7v34M27.6 7v34M34.8 7v34"/><path d="M4 15h40M4 33h40" stroke-width="2.6"/><path d="M9.6 20v8M24 20v5M38.4 20v8" stroke-width="1.6"/>',
  // two equal fish: he fished the marshes
  peng_yue: '<path class="f" d="M4 15c8-9 20-9 26 0-6 9-18 9-26 0z"/><path d="M30 15l10-7-2 7 2 7z"/><circle cx="11" cy="14" r="1" class="i"/><path class="f" d="M44 34c-8-9-20-9-26 0 6 9 18 9 26 0z"/><path d="M18 34L8 27l2 7-2 7z"/><circle cx="37" cy="33" r="1" class="i"/>',
  // a chariot wheel
  xiahou_ying: '<circle cx="24" cy="24" r="20"/><circle cx="24" cy="24" r="15.5"/><path d="M24 9v30M9 24h30M13.4 13.4l21.2 21.2M34.6 13.4L13.4 34.6" stroke-width="1.8"/><circle cx="24" cy="24" r="5.5" class="f"/>',
  // arrows of all different lengths
  zhongli_mo: '<path d="M8 45V36M16 45V29M24 45V22M32 45V15M40 45V9"/><path class="f" d="M8 28l4 9H4zM16 21l4 9h-8zM24 14l4 9h-8zM32 8l4 9h-8zM40 2l4 9h-8z"/>',
  // a branded face
  ying_bu: '<path d="M9 8c9-4 21-4 30 0v18c0 11-8 18-15 18S9 37 9 26z"/><path d="M15 24c2-3 6-3 8 0M25 24c2-3 6-3 8 0M24 26v6M18 37c4 2 8 2 12 0"/><path class="f" d="M19 10h10v7H19z"/>',
  // a blow that comes back
  han_xin: '<path class="f" d="M17 3l4 5v23h-8V8z"/><path d="M8 31h18M17 31v11"/><circle cx="17" cy="44" r="2"/><path d="M28 9c14 2 18 18 7 27"/><path d="M33 27l1 10 10-1"/>',
  // a king's cap with strings of beads
  liu_bang: '<path class="f" d="M5 13L43 8v5L5 18z"/><path d="M14 17v16c0 8 20 8 20 0V14M14 27h20"/><path d="M7 18v18M41 13v23" stroke-dasharray="1 4" stroke-width="3.4" stroke-linecap="round"/>',
  // the bronze cauldron that he lifted
  xiang_yu: '<path d="M12 17V7h7v10M29 17V7h7v10"/><path class="f" d="M6 17h36v4H6z"/><path class="f" d="M9 21h30v5c0 7-6 10-15 10S9 33 9 26z"/><path d="M14 34l-2 12M34 34l2 12M24 36v10M16 27h5v3M32 27h-5v3"/>',
};

const SEATS: Record<string, string> = {
  // Han: the round end of a roof tile
  han: '<circle cx="24" cy="24" r="21" class="s"/><circle cx="24" cy="24" r="6.5" class="p"/><path class="q" d="M24 3v14.5M24 30.5V45M3 24h14.5M30.5 24H45M29 29.5c8-1 9 8 3 7M19 29.5c-8-1-9 8-3 7M29 18.5c8 1 9-8 3-7M19 18.5c-8 1-9-8-3-7"/>',
  // Chu: the crested bird on a lozenge
  chu: '<path class="s" d="M24 1l23 23-23 23L1 24z"/><path class="q" d="M14 33c2-8 5-9 8-11-3-6 2-11 7-9l6 4-6 2c1 8-3 13-11 17M24 13c-3-3-2-6 1-7M21 16c-4-1-5-4-3-6M22 27c4 1 7 5 7 10"/><circle cx="27.5" cy="16" r="1.3" class="p"/>',
};

const OTHER: Record<string, string> = {
  // a scroll on two rods, with its writing, its seal and a cord
  decree:
    '<path class="p" d="M10 9h28v31H10z"/><path fill="var(--tx-shade)" stroke="none" d="M32 9h6v31h-6zM10 9h28v3H10z"/><path class="f" d="M6 3h36v7H6zM6 38h36v7H6z"/>' +
    '<path class="i" d="M2 4.5h4v4H2zM42 4.5h4v4h-4zM2 39.5h4v4H2zM42 39.5h4v4h-4z"/><path d="M33 16v12M28 16v8M23 16v14" stroke-width="2"/><path fill="var(--red)" stroke="none" d="M13 26h8v8h-8z"/>',
  // a comet, the omen in the sky
  omen: '<path d="M27 21L5 43M21 17L5 30M31 27L18 43" /><circle class="f" cx="33" cy="15" r="11"/><path d="M33 9v12M27 15h12" stroke-width="1.6"/>',
  lead: '<path class="f" d="M24 6l20 36H4z"/>',
  response: '<path class="f" d="M8 6h32v20c0 10-8 15-16 18C16 41 8 36 8 26z"/>',
  reaction: '<path class="f" d="M24 3l21 21-21 21L3 24z"/>',
  both: '<path class="f" d="M24 2l17 20H7z"/><path class="f" d="M9 27h30v6c0 7-7 10-15 13-8-3-15-6-15-13z"/>',
};

const symbols = Object.entries({ ...EMBLEMS, ...SEATS, ...OTHER })
  .map(([id, drawing]) => `<symbol id="ch-${id}" viewBox="0 0 48 48">${drawing}</symbol>`)
  .join("");

const BACK =
  '<symbol id="ch-back" viewBox="0 0 100 140"><rect x="1.5" y="1.5" width="97" height="137" rx="9" class="back"/>' +
  '<rect x="8" y="8" width="84" height="124" rx="4" class="line"/><rect x="14" y="14" width="72" height="112" class="line"/>' +
  `<path class="line" d="${meander()}"/>` +
  '<circle cx="50" cy="70" r="28" class="disc"/><circle cx="50" cy="70" r="24" fill="var(--card-back-line)" stroke="none"/>' +
  '<path fill="var(--card-back)" stroke="none" d="M50 46a24 24 0 0 1 0 48a12 12 0 0 1 0-24a12 12 0 0 0 0-24z"/>' +
  '<path stroke="var(--card-back)" stroke-width="2.4" d="M42 50a8 8 0 1 0 .1 0zM42 50v16M34 58h16"/><path class="line" d="M58 73l9 9-9 9-9-9zM54 82h8M58 78v8"/>' +
  '<path class="line" d="M20 20h16v4H24v12h-4zM80 20H64v4h12v12h4zM20 120h16v-4H24v-12h-4zM80 120H64v-4h12v-12h4zM32 40l18-14 18 14M32 100l18 14 18-14"/></symbol>';

/** A border of hooks between the two frames. */
function meander(): string {
  let d = "";
  for (let x = 16; x < 84; x += 6.2) for (const y of [8, 126]) d += `M${x} ${y + 4.5}v-3h4v3h-2`;
  for (let y = 16; y < 124; y += 6.2) for (const x of [8, 86]) d += `M${x + 4.5} ${y}h-3v4h3v-2`;
  return d;
}

/** What a card shows: a face or the arms in the field. */
const pictures = [...Object.entries(SCENES), ...Object.entries(EVENTS), ...Object.entries(PEOPLE).map(([id, person]) => [id, bust(person)])]
  .map(([id, drawing]) => cut(`ch-picture-${id}`, drawing!))
  .join("");

export const Sprite = () => <Symbols drawings={symbols + pictures + BACK} />;

export function Drawing({ id, ...rest }: { id: string; class?: string; x?: number; y?: number; width?: number; height?: number }) {
  return <use href={`#ch-${id}`} {...rest} />;
}

/** What an event tells of. */
export function EventPicture({ event }: { event: string }) {
  return (
    <svg class="print event-picture use-plain" viewBox="-11 -8 118 92" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <Drawing id={`picture-${event}`} x={-12} y={-16} width={120} height={112} />
    </svg>
  );
}

/** The face of a person, as large as its place; its colour is that of a use, or of a side. */
export function Face({ id, of = "use-plain" }: { id: string; of?: string }) {
  return (
    <svg class={`print face ${of}`} viewBox="-1 -14 98 98" aria-hidden="true">
      <Drawing id={`picture-${id}`} x={-12} y={-16} width={120} height={112} />
    </svg>
  );
}

/** Who leads a side. */
export const LordFace = ({ seat }: { seat: number }) => <Face id={seat === 0 ? "liu_bang" : "xiang_yu"} of={seat === 0 ? "han" : "chu"} />;

export function SeatEmblem({ seat }: { seat: number }) {
  const id = seat === 0 ? "han" : "chu";
  return (
    <svg class={`emblem ${id}`} viewBox="0 0 48 48" aria-hidden="true">
      <Drawing id={id} />
    </svg>
  );
}

export function UseMark({ use }: { use: string }) {
  return (
    <svg class={`drawing use-mark use-${use}`} viewBox="0 0 48 48" aria-hidden="true">
      <Drawing id={use} />
    </svg>
  );
}
