// Troops, arms and places for pictures without a face, on the same ground: 96 wide, from -16 down to 96. What is placed
// is drawn around its own foot, at (0, 0).
import { bare, cuts, dot, edged, fine, flat, glint, gouge, ink, line, paper, plates, rays, stripe, strokes, tint } from "./cuts";

export const put = (drawing: string, x: number, y: number, scale = 1, turned = false): string =>
  `<g transform="translate(${x} ${y}) scale(${turned ? -scale : scale} ${scale})">${drawing}</g>`;

/** The same thing several times: x, y and how large. */
export const many = (drawing: string, places: readonly (readonly [number, number, number])[]): string =>
  places.map(([x, y, scale]) => put(drawing, x, y, scale)).join("");

const ALL = "M-14-20H112V104H-14z";
export const SKIES = {
  dawn: tint(ALL) + bare(rays(48, 40, 30, 130, 28, 0.42)) + bare("M48 14a26 26 0 1 0 .1 0z"),
  wind: tint(ALL) + bare(strokes(-16, -20, 130, 90, 16, 5, -2)),
  night: ink(ALL) + tint("M66 -6a19 19 0 1 0 .1 0z") + bare(strokes(-16, -16, 130, 60, 9, 4, -1)),
  clear: tint(ALL) + bare("M30 -8a20 20 0 1 0 .1 0z"),
} satisfies Record<string, string>;

/** Mountains far away, one side of each in the shadow. */
export const PEAKS = paper("M-14 66L-12 50L-2 58L8 34L18 46L34 16L50 44L60 32L76 52L86 40L112 60V90H-14z") + ink("M34 16L50 44L60 66L44 66L40 46zM8 34L18 46L26 66L12 66zM60 32L76 52L82 66L68 66zM86 40L104 66H94z") + fine(ink(cuts(34, 18, 20, 62, 7, 6, 7, 0.3)));
/** A slope from the left, cut by the light. */
export const SLOPE = ink("M-14 72C20 60 50 66 112 78V120H-14z") + gouge("M0 76C18 70 40 72 60 76M10 84C30 80 60 82 92 88M-4 92C20 88 40 90 56 93M70 82C80 83 90 85 100 87", 2);
export const PLAIN = paper("M-14 66H112V120H-14z") + ink(strokes(-16, 68, 130, 32, 6, 5, 0));
export const RIVER = flat("M-14 72C20 66 40 78 112 70V120H-14z") + gouge("M-2 80q8-5 16 0t16 0 16 0 16 0 16 0 16 0M-8 89q8-5 16 0t16 0 16 0 16 0 16 0 16 0", 2.200);

/** A foot soldier from behind: the knot of hair on the side, plates on the back. */
export const SOLDIER =
  line("M15 4L19 -92", 4.500) + line("M15.200 0L19 -92", 1.200) + paper("M16 -86L19.500 -108L23.500 -85L19 -80z") +
  edged("M-22 2C-24 -30 -20 -38 -6 -42L8 -42C20 -38 24 -28 22 2z") + gouge(plates(-12, -34, 4, 4, 6, 8), 1.400) +
  paper("M-7 -41C-14 -52 -11 -64 0 -64C11 -64 14 -52 7 -41C3 -39 -3 -39 -7 -41z") + ink("M-11 -50C-12 -60 -6 -65 0 -65C9 -65 12 -57 11 -50C8 -44 -7 -44 -11 -50z") + edged("M5 -64a6 6 0 1 1 6 6z") + gouge("M-7 -54c2-4 4-6 7-6", 1.300);
/** A soldier's head and shoulders with a helmet, from the front and far away. */
export const HELMET = edged("M-14 6C-14 -4 -8 -8 -5 -8L5 -8C10 -8 14 -4 14 6z") + paper("M-6 -8C-8 -16 -6 -20 0 -20C6 -20 8 -16 6 -8z") + ink("M-8 -15C-9 -26 -3 -30 0 -30C3 -30 9 -26 8 -15C3 -18 -3 -18 -8 -15zM1 -15h5v5H2z") + flat("M-1.500 -29L0 -36L1.500 -29z");
export const SHIELD =
  flat("M0 -62C16 -60 20 -52 20 -42V-14C20 -4 12 2 0 4C-12 2 -20 -4 -20 -14V-42C-20 -52 -16 -60 0 -62z") + ink("M8 -60C17 -57 20 -50 20 -42V-14C20 -5 14 0 8 2C14 -10 15 -44 8 -60z") +
  paper("M0 -44C10 -44 12 -38 12 -32C12 -22 6 -14 0 -12C-6 -14 -12 -22 -12 -32C-12 -38 -10 -44 0 -44z") + ink("M-9 -36L-2 -32L-9 -29zM9 -36L2 -32L9 -29zM-5 -20L0 -24L5 -20L3 -17H-3z") + line("M-8 -41L-3 -38M8 -41L3 -38M0 -31v6", 1.700) + gouge("M13 -52v44", 1.400);
/** An archer who kneels and draws, looking to the left. */
export const ARCHER =
  line("M-30 -74C-52 -56 -52 -22 -30 -4", 5.500) + stripe("M-30 -74C-52 -56 -52 -22 -30 -4", 2) + line("M-30 -74L10 -40L-30 -4", 1.300) + line("M-56 -41L10 -40", 2.400) + ink("M-64 -41L-52 -46L-52 -36z") +
  edged("M-4 -46C4 -52 18 -52 24 -44C30 -32 30 -18 28 -8L40 0L44 4H22L8 -6L-4 -2L-2 4H-20L-20 -2L-10 -18L2 -24C-2 -32 -4 -38 -4 -46z") + gouge(plates(2, -42, 4, 2, 5.500, 8), 1.300) + gouge("M6 -18C10 -12 18 -8 26 -6M-8 -10L2 -16", 1.400) +
  flat("M0 -44L-32 -44C-36 -44 -36 -37 -32 -37L2 -36z") + paper("M-36 -45a5 5 0 1 0 .1 0z") + edged("M22 -44L34 -38L12 -34L8 -40z") + paper("M8 -45a5 5 0 1 0 .1 0z") +
  paper("M-4 -50C-8 -52 -8 -56 -6 -58L-8 -61L-5 -63C-4 -70 2 -73 8 -72C16 -70 16 -58 10 -50z") + ink("M-5 -66C-4 -74 4 -77 10 -74C18 -70 17 -58 11 -50L8 -52C10 -58 8 -64 4 -66zM-3.500 -62h4v2h-4z") + flat("M8 -75a6 6 0 1 1 8 5z");
/** A horse's head and neck with a rider's arm behind it, to the left. */
export const HORSE =
  flat("M0 -86L12 -90L14 -82L24 -80L24 -70L34 -66L32 -56L42 -48L38 -40L46 -26L34 -20L18 -60z") +
  edged("M-3 -80L0 -94L6 -80C18 -72 32 -46 40 8H-20C-12 -8 -6 -20 -5 -36C-10 -31 -18 -28 -26 -24C-32 -21 -38 -20 -42 -23C-46 -27 -48 -33 -45 -37C-40 -42 -36 -46 -32 -53C-26 -61 -18 -71 -10 -77z") +
  gouge("M-6 -70C-1 -58 -3 -46 -12 -37M8 -70C20 -54 26 -32 30 4M2 -30C2 -18 -2 -6 -6 4M14 -48C18 -34 20 -18 20 2M-40 -34l3 1M-12 -74L-28 -54", 1.800) + glint(-17, -60, 3) + dot(-18, -60, 1.600) +
  stripe("M-43 -40L-32 -22M-37 -32L-2 -76M-24 -48L-6 -38M-33 -24C-10 -6 20 -8 40 -6", 2.600);
/** A rider's body for behind a horse. */
export const RIDER =
  edged("M-16 0C-18 -26 -14 -38 0 -42L10 -42C22 -38 26 -24 24 0z") + gouge(plates(-8, -34, 4, 4, 6, 8), 1.400) + paper("M-4 -42C-8 -44 -9 -49 -7 -52L-10 -56L-6 -58C-6 -66 0 -70 7 -69C15 -68 16 -56 10 -42z") + ink("M-4.500 -55h4.500v2h-4.500z") +
  ink("M-8 -60C-8 -72 0 -76 6 -76C16 -76 20 -64 18 -46L11 -44C13 -52 12 -58 8 -61C2 -63 -4 -62 -8 -60z") + flat("M-9 -61C-2 -65 8 -65 18 -60L17 -56C8 -60 -2 -60 -9 -57z") + flat("M6 -76C4 -88 14 -94 26 -88C18 -86 14 -82 12 -75z") + gouge("M1 -72c3-1 5-1 8 0", 1.300);
export const TOWER =
  paper("M-40 0L-34 -40H34L40 0z") + ink("M10 -40H34L40 0H16z") + ink("M-12 0V-18C-12 -30 12 -30 12 -18V0z") + line("M-37 -20H-12M-35 -32H34M-30 -20V-8M-22 -32V-20M-38 -8H-14", 1.500) + gouge("M20 -34v8M28 -34v8M18 -22h18M22 -10h18M30 -22v10", 1.300) +
  paper("M-26 -40V-56H26V-40z") + ink("M8 -56H26V-40H8zM-20 -52h6v8h-6zM-8 -52h6v8h-6z") + edged("M-48 -52C-38 -54 -32 -60 -28 -68H28C32 -60 38 -54 48 -52C34 -49 -34 -49 -48 -52z") + gouge("M-24 -66L-32 -54M-14 -67L-18 -53M-4 -67V-52M6 -67L8 -52M16 -67L20 -53M25 -66L33 -54", 1.500) +
  paper("M-17 -68V-78H17V-68z") + ink("M-10 -76h6v8h-6zM4 -78H17V-68H4z") + edged("M-34 -76C-26 -78 -20 -84 -17 -92H17C20 -84 26 -78 34 -76C24 -73 -24 -73 -34 -76z") + gouge("M-14 -90L-20 -78M-5 -91L-7 -77M5 -91L7 -77M14 -90L20 -78", 1.500) + flat("M-1 -92V-112L18 -106L-1 -100z");
export const TENT = paper("M-24 0L-2 -30L24 0z") + ink("M-2 -30L24 0H6z") + line("M-2 -30L-2 -36M-2 -30L-10 0", 1.600) + fine(gouge("M4 -22L14 0", 1.200));
export const FLAG = line("M0 6V-70", 4.500) + flat("M0 -68C12 -74 22 -62 36 -68C32 -58 32 -50 38 -40C24 -34 12 -44 0 -40z") + ink("M20 -66C26 -66 32 -66 36 -68C32 -58 32 -50 38 -40C32 -38 26 -38 22 -40C28 -46 26 -58 20 -66z") + ink("M-2.500 -70L0 -80L2.500 -70z");
/** The great banner of an army. */
export const BANNER =
  line("M0 8V-104", 6) + stripe("M0 8V-104", 2) + flat("M2 -96C18 -106 34 -90 62 -98C56 -84 58 -74 64 -60C70 -48 60 -40 62 -28C40 -18 20 -36 2 -26z") + ink("M40 -95C48 -95 56 -96 62 -98C56 -84 58 -74 64 -60C70 -48 60 -40 62 -28C54 -25 46 -26 40 -28C50 -44 42 -78 40 -95z") +
  paper("M20 -80a17 17 0 1 0 .1 0z") + line("M12 -70H28M20 -76V-52M13 -62H27M10 -55H30", 2.600) + gouge("M50 -90C48 -76 52 -62 52 -52C52 -44 50 -38 50 -30", 1.600) + ink("M-4 -104L0 -118L4 -104z") + flat("M-7 -104C-12 -92 -4 -88 -8 -80C-2 -84 2 -92 3 -103z");
/** A war chariot to the left: wheel, box and driver. */
export const CHARIOT =
  line("M-60 -30L14 -16", 4.500) + edged("M-12 -18L-16 -46H26L30 -14z") + gouge("M-10 -40H22M-8 -32H24M4 -46V-18M16 -46V-18", 1.500) + paper("M8 -30a17 17 0 1 0 .1 0z") + line("M8 -30V4M-9 -13H25M-4 -25L20 -1M20 -25L-4 -1", 2) + flat("M8 -19a6 6 0 1 0 .1 0z") + line("M8 -30a17 17 0 1 0 .1 0z", 3.500);
/** A horse that runs to the left. */
export const RUNNING =
  ink("M30 -38C44 -46 58 -42 68 -30C56 -36 46 -32 34 -31z") + edged("M-20 -20L-33 -9L-29 3L-21 5L-23 -2L-25 -7L-8 -18zM18 -22L30 -11L42 -4L44 5H51L47 -6L37 -16L28 -26z") +
  edged("M-56 -46C-54 -51 -48 -55 -44 -57L-42 -65L-36 -58C-28 -56 -22 -48 -16 -42C-4 -45 14 -45 24 -42C34 -38 40 -30 42 -19L61 -9L68 -12L64 -2L54 -3L36 -10L24 -20C14 -18 2 -19 -6 -17L-40 -11L-53 -14L-61 -15L-55 -22L-40 -21L-27 -28C-30 -35 -33 -42 -37 -44C-42 -44 -48 -40 -53 -41C-57 -42 -57 -45 -56 -46z") +
  flat("M-36 -60L-27 -60L-23 -53L-15 -51L-10 -43L-18 -42C-23 -48 -28 -54 -36 -58z") + gouge("M-22 -38C-16 -30 -16 -24 -20 -20M-6 -38C6 -41 18 -40 26 -34M24 -36C30 -30 30 -26 28 -20M-46 -52l3-1M-50 -44L-40 -50", 1.500);
export const FALLEN = paper("M-26 0C-28 -18 -12 -28 4 -24C14 -22 22 -12 24 0z") + ink("M6 -24C16 -20 22 -10 24 0H8C14 -8 12 -18 6 -24z") + flat("M-30 0C-10 -8 10 -8 30 0L28 5H-28z") + line("M-8 -24L-4 -6M-20 -14L-14 -4", 1.600) + flat("M2 -24C4 -34 16 -36 26 -28C18 -28 14 -26 10 -22z");
export const DRUM = paper("M-22 -34C-28 -24 -28 -10 -22 0H22C28 -10 28 -24 22 -34z") + ink("M8 -34H22C28 -24 28 -10 22 0H8C14 -10 14 -24 8 -34z") + flat("M-24 -34C-24 -44 24 -44 24 -34C24 -26 -24 -26 -24 -34z") + line("M-24 -24L-14 -6L-4 -26L6 -4L16 -26L24 -8", 1.500);
export const SKULL = paper("M0 -40C-18 -40 -26 -30 -24 -16C-22 -8 -16 -8 -14 -4L-12 6H12L14 -4C16 -8 22 -8 24 -16C26 -30 18 -40 0 -40z") + ink("M-17 -20C-14 -28 -4 -26 -4 -18C-6 -10 -16 -12 -17 -20zM17 -20C14 -28 4 -26 4 -18C6 -10 16 -12 17 -20zM-3 -6L0 -14L3 -6z") + line("M-6 6V-1M0 6V-1M6 6V-1", 1.800) + ink("M8 -39C22 -36 27 -26 24 -16C22 -8 16 -8 14 -4L12 6H7L10 -6C18 -14 20 -30 8 -39z");
export const FLY =
  flat("M-5 -10C-26 -30 -44 -22 -48 -4C-36 8 -18 4 -4 -2zM5 -10C26 -30 44 -22 48 -4C36 8 18 4 4 -2z") + fine(line("M-8 -6C-20 -14 -32 -16 -44 -6M-10 -2C-22 -4 -30 0 -36 2M8 -6C20 -14 32 -16 44 -6M10 -2C22 -4 30 0 36 2", 1.400)) +
  edged("M0 -14C11 -14 14 -4 13 10C12 24 6 34 0 36C-6 34 -12 24 -13 10C-14 -4 -11 -14 0 -14z") + gouge("M-9 4H9M-10 12H10M-9 20H9M-6 28H6", 2) + edged("M0 -30C10 -30 13 -22 11 -15C6 -10 -6 -10 -11 -15C-13 -22 -10 -30 0 -30z") + flat("M-11 -26a6 7 0 1 0 8 8zM11 -26a6 7 0 1 1 -8 8z") + line("M-5 -30L-10 -40M5 -30L10 -40M-10 16L-26 26L-28 38M10 16L26 26L28 38M-7 26L-16 40M7 26L16 40", 2.400);
/** A rider of the steppe in full gallop, to the left. */
export const RAIDER =
  RUNNING + edged("M-6 -36C-12 -52 -6 -64 4 -66C14 -66 20 -56 20 -46C20 -40 16 -36 12 -34L16 -24L8 -18L2 -30z") + gouge("M2 -58C8 -56 12 -50 13 -42M-2 -50C2 -48 6 -44 8 -38", 1.500) +
  paper("M-6 -66C-10 -68 -10 -72 -8 -74C-8 -82 -2 -84 4 -83C10 -82 11 -72 6 -66z") + ink("M-7 -74h4v2h-4z") + flat("M-11 -78C-8 -90 4 -104 10 -104C12 -94 12 -84 10 -76C4 -82 -4 -82 -11 -78z") + ink("M-12 -77C-4 -83 6 -82 12 -75L10 -70C4 -77 -4 -78 -11 -73z") +
  line("M-58 -74L34 -48", 3.500) + paper("M-74 -79L-56 -79L-58 -70z") + flat("M-50 -72L-40 -69L-38 -58L-44 -62L-50 -60z") + paper("M-10 -62a4.500 4.500 0 1 0 .1 0z");
