// What people wear: on the head (a part behind the face and one before it) and on the shoulders.
import { bare, beads, cuts, dot, edged, fine, flat, glint, gouge, ink, line, paper, plates, stripe, tint } from "./cuts";

export interface Worn {
  behind?: string;
  before: string;
  /** Covers the ear. */
  ear?: false;
  /** Higher than others: who wears it is drawn smaller. */
  tall?: true;
}

/** Hair of a man combed up, with a line of light in it. */
const COMBED = edged("M31 38C28 18 42 8 54 9C70 11 78 24 74 48L69 46C69.500 38 67 32 62 28C52 32 40 31 33 27z") + gouge("M40 24c4-6 9-9 15-9M50 26c5-3 10-3 14-1M70 30c2 4 3 8 2.500 12", 1.200);
const SIDELOCK = ink("M67 44C66 52 65 58 63 62L69 62L72 44z");

export const HEADWEAR = {
  topknot: { before: COMBED + SIDELOCK + edged("M47 11C42 2 48 -7 55 -6C63 -5 65 4 60 11z") + flat("M46 8C50 5 57 5 61 8L60 13C56 10.500 51 10.500 47 13z") + line("M37 3L71 -1", 2.600) + gouge("M51 1c2-3 5-3 7-2", 1.200) },
  /** A minister's cap with ridges, tied under the chin. */
  cap: { tall: true,
    behind: tint("M60 -8L78 -2L80 34L66 30z") + line("M60 -8L78 -2L80 34L66 30z"),
    before: COMBED + SIDELOCK + flat("M34 20L42 -11L68 -9L70 24C60 14 46 13 34 20z") + line("M41 16L47 -10M49 13.500L53.500 -9.500M57 14L60.500 -9") + paper("M31 28C38 16 62 13 74 28L74 34C62 21 42 22 31 34z") + line("M72 34C74 52 68 70 51 80", 1.800),
  },
  /** Soft cloth around the hair. */
  cloth: { before: ink("M67 40L66 60L70 62L74 40z") + flat("M30 36C25 16 38 4 52 4C70 4 79 18 76 40C64 28 42 26 30 36z") + line("M33 26C44 16 62 16 75 30M40 11C50 8 60 10 68 16", 1.600) + flat("M74 30C82 26 90 30 92 38C86 36 82 38 80 44C78 40 76 36 74 36z") + fine(ink(cuts(46, 6, 70, 18, -4, 8, 6, 0.5))) },
  /** The board of a king with its strings of beads. */
  king: { tall: true,
    behind: beads("M76 8v26M84 8v26"),
    before:
      COMBED + SIDELOCK + ink("M38 22L37 2L68 0L70 22C60 14 48 15 38 22z") + flat("M38 15C47 9 60 8 70 14L70 21C60 14 47 15 38 22z") + line("M30 17L78 11", 2.400) +
      flat("M14 6L92 -8L93 -2L15 12z") + line("M15 9L92 -5", 1) + beads("M17 14v26M24.500 13v26") + line("M73 28C75 50 69 70 51 80", 1.600) + paper("M76 46a3 3 0 1 0 .1 0z"),
  },
  /** A helmet of plates with a neck guard and a horsetail. */
  helmet: { ear: false,
    behind: ink("M54 -4C56 -16 68 -18 84 -12C94 -8 98 4 94 16C90 6 82 0 72 0C64 0 58 2 56 4z") + gouge("M62 -8c10-4 20 0 26 8M66 -12c8-2 16 1 22 7", 1.200),
    before:
      paper("M64 36L77 34C82 46 83 58 80 74L66 68C70 58 70 46 64 36z") + line(plates(68, 38, 2, 3, 6, 10, 0), 1.500) +
      edged("M29 38C25 12 38 0 52 0C70 0 80 14 78 38C64 27 43 27 29 38z") + bare(cuts(40, 8, 34, 28, 9, -2, 5, 0.45)) + gouge("M52 1V26M64 4C68 12 70 20 70 28", 1.600) +
      flat("M28 34C42 23 65 22 79 34L79 42C65 30 42 31 28 42z") + fine(line("M35 35.500v-4M44 32v-4M53 31v-4.500M62 32v-4M71 35v-4", 1.600)) + flat("M49 1L50 -8L55 -8L57 1z"),
  },
  /** The helmet of a great lord: winged, with a tall plume. */
  crested: { tall: true, ear: false,
    behind:
      tint("M56 -2C58 -22 74 -30 92 -26C84 -22 80 -18 80 -14C88 -16 96 -14 102 -8C92 -8 88 -4 86 0C92 0 98 4 101 12C90 6 76 4 66 8z") + line("M56 -2C58 -22 74 -30 92 -26C84 -22 80 -18 80 -14C88 -16 96 -14 102 -8C92 -8 88 -4 86 0C92 0 98 4 101 12C90 6 76 4 66 8") + line("M60 0C66 -10 74 -14 80 -14M62 4C70 -3 78 -3 86 0", 1.600),
    before:
      paper("M65 36L78 33C85 46 88 60 88 78L67 70C71 58 71 46 65 36z") + line(plates(69, 38, 3, 4, 5.500, 9, 0.5), 1.500) +
      edged("M28 40C22 10 36 -4 53 -4C72 -4 82 12 79 40C64 28 43 28 28 40z") + bare(cuts(40, 4, 33, 28, 10, -2, 6, 0.45)) +
      flat("M27 37C31 26 37 20 44 17C42 24 46 28 52 30C58 27 61 23 60 16C70 19 77 26 80 36L80 43C68 32 58 36 53 40C46 35 36 36 27 44z") + paper("M52 17a5 5 0 1 0 .1 0z") + flat("M49 -3L51 -14L57 -13L59 -3z") + gouge("M64 4c5 5 8 11 9 18", 1.600),
  },
  /** Two long pheasant feathers over a small helmet: the young and the bold. */
  feathers: { tall: true,
    behind:
      `<path d="M56 4C58 -20 74 -34 100 -30" stroke-width="6"/>${stripe("M56 4C58 -20 74 -34 100 -30", 3)}<path d="M50 4C40 -14 24 -20 2 -14" stroke-width="6"/>${stripe("M50 4C40 -14 24 -20 2 -14", 3)}` +
      line("M57 -6l5 2M60 -14l5 3M66 -21l3 5M74 -26l2 5M83 -29l1 5M44 -6l-5 3M37 -11l-3 5M28 -15l-2 5M18 -16l-1 5", 1.500),
    before:
      COMBED + SIDELOCK + ink("M30 34C28 14 40 4 53 4C68 4 78 16 76 36C66 24 42 24 30 34z") + flat("M29 35C34 22 43 14 53 10C63 14 73 22 77 36C68 26 60 28 53 32C46 27 38 28 29 35z") + paper("M53 14a5 5 0 1 0 .1 0z") + gouge("M38 14c3-4 7-6 11-6", 1.400),
  },
  /** A round hat of bamboo. */
  straw: { tall: true, before: COMBED + SIDELOCK + paper("M2 30C18 22 34 6 48 -8C64 6 82 18 97 26C78 40 22 44 2 30z") + fine(ink(cuts(80, 14, 60, 34, 14, 2, 6, 0.4))) + line("M48 -8L26 34M48 -8L46 37M48 -8L68 35M14 24C38 32 64 30 86 19M28 12C42 18 58 17 70 8", 1.500) + ink("M12 35C36 43 68 40 90 30C78 42 28 48 12 35z") + line("M68 40C70 56 66 70 50 79", 1.600) },
  /** Grey hair, thin and knotted. */
  thin: { before: paper("M31 36C29 16 42 7 54 8C70 10 77 24 73 48L68 47C69 38 66 31 60 27C54 24 46 22 40 23C36 25 33 30 31 36z") + line("M36 24C42 14 52 12 62 16M48 20C58 18 66 24 70 34M66 20C70 26 72 32 72 38", 1.400) + paper("M47 11C43 3 48 -5 55 -4C62 -3 64 4 59 11z") + flat("M47 8C51 5.500 56 5.500 60 8L59 12.500C55 10.500 51 10.500 48 13z") + line("M50 2c2-2 5-2 7 0M38 4L70 0", 1.800) },
  /** Shorn, as they shear slaves. */
  shorn: { before: `<path d="M36 26h.5M40 20h.5M46 17h.5M52 15h.5M58 16h.5M64 20h.5M68 26h.5M44 23h.5M50 20h.5M56 21h.5M62 26h.5M40 28h.5M48 27h.5M54 26h.5M60 32h.5M66 34h.5M70 34h.5" stroke-width="2.200"/>` + ink(cuts(70, 30, 71, 46, -6, -2, 5)) },
  /** Long loose hair in two loops, with a flower. */
  loops: { ear: false,
    behind: ink("M58 10C74 4 90 22 88 48C87 66 92 80 98 98L72 104L64 60z") + gouge("M78 30c4 20 2 40 9 60M72 40c2 20 2 40 5 56", 1.400) + ink("M40 12C24 2 26 -18 42 -16C52 -14 54 2 50 12zM56 12C58 -8 74 -22 84 -10C92 2 78 14 64 18z") + gouge("M38 2c-3-6 0-11 4-11s6 7 5 13M66 6c3-9 10-12 13-7", 1.600),
    before: ink("M31 44C26 20 38 6 54 8C70 9 79 24 75 52C74 60 72 66 70 72L66 70C69 56 69 44 64 34C52 36 42 32 38 24C36 30 33 36 31 44z") + gouge("M42 22c6 6 14 8 22 7M46 15c8 5 16 6 22 12M72 34c2 8 2 16 0 24", 1.300),
  },
  /** A crown of gold with a bird, and pins with pendants. */
  phoenix: { tall: true, ear: false,
    behind: ink("M28 14C20 -10 40 -22 56 -20C76 -20 86 -2 80 22L62 30z") + gouge("M36 4c2-10 10-16 20-16M66 -10c6 4 8 12 8 20", 1.500) + line("M78 6L97 -4M80 12L98 8", 2.400) + beads("M95 0v28M88 8v24"),
    before:
      ink("M30 46C24 22 38 8 54 9C72 10 80 26 75 56C74 62 72 66 70 70L66 68C69 56 68 44 63 35C52 36 42 32 37 25C34 31 32 38 30 46z") + gouge("M42 22c6 6 14 8 21 7M70 32c3 8 3 16 1 24", 1.300) +
      flat("M28 26C30 10 42 2 55 3C68 4 76 12 79 26C72 19 66 18 61 21C58 15 51 15 48 20C41 17 34 19 28 26z") + flat("M62 6C54 4 50 -2 52 -8C53 -12 50 -14 44 -13C47 -16 52 -18 56 -16C62 -13 60 -6 63 -3C68 -2 72 -8 70 -14C76 -10 77 -2 72 3C76 2 80 -1 82 -6C84 2 78 8 70 8z") + line("M56 -16C57 -19 60 -21 64 -20M64 0C68 2 72 0 74 -4", 1.600) + dot(54, -13, 1.100) + paper("M53 10a3.500 3.500 0 1 0 .1 0z"),
  },
  /** Two tufts of a child. */
  tufts: {
    behind: ink("M36 14C28 0 40 -10 48 0L50 14zM58 14C60 -4 76 -8 78 6C78 14 70 20 64 22z") + flat("M40 8L50 6L50 12L42 13zM60 8L70 13L67 18L60 13z"),
    before: ink("M30 40C27 20 40 9 54 10C70 12 78 26 73 50L69 48C69 40 67 36 63 32C60 34 58 32 56 29C52 34 48 32 47 28C43 33 40 31 39 28C36 31 32 35 30 40z") + gouge("M40 18c5-4 12-4 18-2M62 20c5 4 8 9 8.500 15", 1.300),
  },
  /** A small crown. */
  crown: {
    before:
      ink("M30 42C26 20 38 8 54 9C71 10 79 26 74 50L69 48C69.500 40 67 35 63 31C61 34 58 33 56 29C52 34 48 33 46 28C43 34 40 32 38 28C35 32 32 36 30 42z") + gouge("M38 20c5-5 11-7 18-6M62 17c6 4 9 9 10 15", 1.400) +
      flat("M40 15C35 6 39 -1 33 -8C40 -8 44 -4 46 1C46 -7 50 -13 55 -17C60 -13 64 -7 64 1C66 -4 70 -8 77 -8C71 -1 75 6 70 15C61 8 49 8 40 15z") + line("M46 1C45 5 45 8 46 10M64 1C65 5 65 8 64 10M32 6L79 3", 1.800) + paper("M55 -4a3 3 0 1 0 .1 0z"),
  },
  /** A cap of fur with a pointed top. */
  fur: { before: ink("M66 40L65 66L74 68L78 38z") + flat("M34 24C38 2 48 -10 58 -12C66 -4 72 8 72 26z") + line("M58 -12C54 0 50 12 50 22M58 -12C64 0 66 12 65 24", 1.600) + ink("M25 38L27 32L23 30L28 25L26 21L32 20L33 15L39 17L42 13L47 16L52 12L56 16L62 13L65 18L71 17L72 22L78 23L77 28L82 31L79 36L82 41L76 40C64 30 42 30 30 38z") + gouge("M34 26l3 3M42 22l2 4M51 21l1 4M60 22l0 4M69 26l-2 4M38 20l2 4", 1.500) },
  /** A cowl that leaves the face in the dark. */
  cowl: { ear: false,
    behind: ink("M14 100C18 70 18 40 26 20C34 4 46 -6 56 -10C70 -4 86 20 86 50C88 70 92 86 98 104z"),
    before: flat("M30 52C26 28 40 14 54 16C70 18 76 40 70 64C66 78 58 86 50 92L64 100L100 104C92 84 88 70 86 50C86 20 70 -4 56 -10C46 -6 34 4 27 22C22 38 22 60 17 84L26 96L36 90C30 80 31 64 30 52z") + ink("M30 52C26 28 40 14 54 16C70 18 76 40 70 64C67 75 61 82 55 87C62 70 66 44 58 34C48 28 37 36 30 52z") + line("M56 -10C62 -2 72 14 76 30M78 44C80 60 84 76 90 96M24 50C23 62 22 72 20 82", 1.600),
  },
  /** A legionary's helmet with a crest across. */
  roman: { ear: false,
    behind: edged("M20 16C26 -16 52 -26 74 -18C92 -10 100 10 98 30L80 26C76 8 54 2 38 12z") + gouge("M28 4l8 9M33 -6l8 12M43 -14l5 14M56 -19l1 16M69 -17l-4 16M80 -11l-8 14M89 -1l-10 12M95 12l-13 8", 2),
    before: ink("M28 38C26 12 38 2 53 2C70 2 79 14 78 36L84 62L72 60C72 52 71 44 66 36C54 26 40 28 28 38z") + bare(cuts(41, 9, 35, 28, 9, -2, 5, 0.45)) + flat("M27 36C40 24 66 24 79 36L79 42C66 31 40 32 27 42z") + paper("M64 42C70 46 72 54 70 62C68 70 62 76 55 78C58 70 57 62 60 54C58 50 60 45 64 42z") + fine(dot(65, 50, 1.600) + dot(61, 70, 1.600)),
  },
  /** A helmet of bands, riveted. */
  banded: { ear: false,
    before: paper("M64 38C70 44 71 56 68 68L61 76C58 66 58 54 60 44z") + paper("M28 38C26 14 40 -4 54 -8C70 -2 79 14 78 36C64 27 42 27 28 38z") + flat("M49 -7L54 -12L60 -7L61 28L49 27z") + ink("M62 -3C74 6 79 20 78 36L70 31C71 18 68 6 62 -3z") + flat("M27 36C42 25 65 25 79 35L79 42C65 31 42 32 27 42z") + line("M40 1C38 12 37 20 37 29", 1.600) + fine(`<path d="M34 36v.1M43 33v.1M52 32v.1M61 32v.1M70 35v.1M52 0v.1M53 10v.1M53 20v.1" stroke-width="2.800"/>`),
  },
  /** Felt, tall and round, with a band. */
  tiara: { before: ink("M66 36L65 60L72 62L76 38z") + flat("M31 30C30 6 40 -14 58 -14C74 -14 80 6 77 32C64 22 44 22 31 30z") + line("M36 12C48 4 64 4 77 14M38 0C50 -7 64 -6 74 2", 1.600) + paper("M30 38C30 32 31 29 32 28C46 18 66 19 78 32L77 42C66 29 44 28 30 38z") + fine(`<path d="M38 30v.1M46 27.500v.1M54 27v.1M62 29v.1M70 33v.1" stroke-width="3.500"/>`) + ink("M77 34C84 40 86 52 82 64C78 58 76 50 75 42z") },
  turban: { before: ink("M68 42L66 60L72 62L76 40z") + flat("M28 36C22 18 36 2 54 2C74 2 86 16 78 40C66 28 42 26 28 36z") + line("M31 34C40 12 60 6 78 18M46 28C54 16 66 12 80 24M36 14C48 2 62 4 72 8", 1.800) + paper("M44 20a5 6 0 1 0 .1 0z") + line("M46 18C46 6 52 -6 62 -8C60 0 56 8 50 18", 2) },
  /** A skull with horns over the hair, and strings before the eyes. */
  horned: { ear: false,
    behind: paper("M34 14C18 16 6 4 6 -14C14 -4 24 0 40 2zM62 2C78 0 90 -4 98 -14C98 6 88 18 70 16z") + line("M14 2c2-3 4-4 6-4M22 9c1-4 3-5 5-6M88 4c-2-4-4-5-6-5M80 10c-2-4-4-5-6-6", 1.600),
    before: ink("M66 30L64 72L76 78L80 34z") + gouge("M70 40c1 10 0 20-1 30M75 42c1 10 1 20 0 30", 1.400) + paper("M30 32C26 14 36 2 52 2C70 2 78 14 76 34C66 22 42 22 30 32z") + ink("M38 18C40 12 46 12 48 17C46 22 40 23 38 18zM58 17C61 11 67 13 68 19C64 23 59 22 58 17z") + beads("M33 34v8M40 31v9M47 30v8M54 30v9M61 31v9") + line("M52 16v8", 1.800),
  },
  /** Braids of a woman of the north. */
  braids: { ear: false,
    behind: ink("M60 16C80 14 88 34 82 54L70 58z"),
    before: ink("M30 46C25 22 38 7 54 8C72 9 80 26 76 50L69 50C69 42 67 36 62 31C52 30 44 24 41 17C39 28 34 36 30 46z") + gouge("M46 17c6 6 12 8 18 10M54 13c8 3 14 9 17 18", 1.300) + flat("M31 32C40 18 62 15 76 32L76 37C62 22 41 24 31 38z") +
      ink("M70 48C78 50 80 58 75 62C82 66 82 74 76 77C82 81 82 89 76 92L78 104L66 104L68 92C63 89 63 81 68 77C62 74 62 66 68 62C64 58 64 52 70 48z") + gouge("M68 55c3 3 6 3 9 1M68 70c3 3 6 3 9 1M68 84c3 3 6 3 9 1", 1.400),
  },
  /** Shaven but for a plait. */
  plait: { behind: ink("M70 30C84 32 90 50 84 66C90 76 90 88 84 100L76 98C80 88 78 78 74 70z") + gouge("M80 44c3 6 2 12 0 18M82 72c2 6 2 12 0 20", 1.400), before: ink("M56 12C68 12 78 24 75 44L70 44C70 34 64 24 54 20z") + gouge("M62 17c5 4 8 10 8.500 16", 1.300) + `<path d="M36 24h.5M40 19h.5M46 16h.5M50 20h.5M42 24h.5M54 26h.5M60 30h.5" stroke-width="2"/>` },
  bald: { before: line("M40 18C44 14 50 13 54 14", 1.600) + ink("M70 32C76 36 77 44 74 50L69 48C70 42 70 38 69 34z") },
  /** A cloth over the head of an old woman or a healer. */
  veil: { ear: false,
    behind: ink("M20 100C24 76 24 50 28 28C32 8 44 -2 56 -2C76 -2 86 20 84 50C84 70 90 86 96 102z"),
    before: paper("M30 44C26 20 38 -2 56 -2C78 -2 86 22 84 50C84 70 90 86 98 104L70 104C66 92 70 76 70 62C71 46 68 32 60 26C50 22 38 30 30 44z") + line("M60 6C72 14 78 30 78 50C78 70 80 84 84 100M66 26C73 40 74 60 72 84", 1.600) + ink(cuts(84, 40, 90, 96, -9, 4, 8, 0.5)),
  },
  /** Nose and mouth under a cloth. */
  mask: { before: COMBED + SIDELOCK + flat("M29.500 55C34 58 38 59 42 57C52 58 62 56 70 50L66 66C60 74 54 79 48 80.500C40 81 33 74 30 66z") + line("M33 64C42 68 54 66 66 58M36 72C44 75 52 73 60 68", 1.500) + line("M69 52L75 46", 2) + flat("M46 12C42 2 48 -6 55 -5C62 -4 64 4 60 12z") },
  bun: { before: COMBED + SIDELOCK + paper("M45 12C40 2 47 -8 55 -7C64 -6 66 4 61 12z") + line("M46 8C50 5 57 5 61 8M48 2C52 0 56 0 60 2", 1.700) },
} satisfies Record<string, Worn>;

const BODY = "M-16 116L-10 96C2 86 28 84 43 84L73 78C90 82 102 88 108 98L114 116z";
/** The left flap over the right one. */
const LAPELS = (under: string, over: string): string => under + over;
const COLLAR = paper("M40 80C40 92 45 100 52 106L47 113C39 106 34 94 35 84z") + paper("M71 72C74 88 62 104 44 122L34 118C52 104 64 92 65 76z");
const FOLDS = gouge("M14 94C10 102 6 108 2 116M26 90C22 100 18 108 14 116M84 88C88 98 90 106 92 116M76 92C78 100 79 108 79 116", 1.700);

export const ROBES = {
  dark: edged(BODY) + FOLDS + COLLAR,
  coloured: flat(BODY) + line("M14 94C10 102 6 108 2 116M26 90C22 100 18 108 14 116M84 88C88 98 90 106 92 116", 1.800) + ink(cuts(98, 92, 104, 116, -14, 3, 6)) + COLLAR,
  light: paper(BODY) + line("M14 94C10 102 6 108 2 116M26 90C22 100 18 108 14 116M84 88C88 98 90 106 92 116", 1.800) + ink(cuts(98, 92, 104, 116, -16, 3, 6)) + LAPELS(flat("M40 80C40 92 45 100 52 106L47 113C39 106 34 94 35 84z"), flat("M71 72C74 88 62 104 44 122L34 118C52 104 64 92 65 76z")),
  /** Wide sleeves, a border with a pattern. */
  court:
    edged(BODY) + FOLDS + flat("M40 80C40 92 45 100 52 106L46 116C36 108 30 94 31 85z") + flat("M71 72C76 90 64 108 46 124L32 119C52 104 64 92 64 76z") + fine(line("M66 86l6 3M62 93l6 4M56 100l6 4M49 106l6 5M36 92l6-2M39 100l6-3", 1.500)),
  /** Plates laced in rows over the shoulders. */
  armour:
    edged(BODY) + paper("M-16 116L-8 96C0 88 18 85 32 84L30 116z") + line(plates(-14, 90, 6, 3, 7.500, 9, 0), 1.700) + paper("M74 79C92 83 104 89 108 98L114 116L76 116z") + line(plates(75, 86, 5, 4, 8, 9, 0), 1.700) +
    flat("M38 82C42 92 58 92 70 76L75 80C66 100 42 102 33 86z") + ink("M38 112L54 100L70 112L70 118L38 118z"),
  /** The armour of a lord, with a beast on the shoulder. */
  plated:
    edged(BODY) + flat("M-8 112C-6 92 8 82 30 84C34 96 30 108 24 118L-8 118z") + line("M-4 104C4 94 16 90 30 92M-2 112C8 102 18 98 31 100", 1.700) + paper("M4 98a6 6 0 1 0 .1 0zM18 94a5 5 0 1 0 .1 0z") + dot(4, 104, 2) + dot(18, 99, 1.700) +
    flat("M76 80C92 82 102 92 104 112L104 118L80 118C74 106 72 92 76 80z") + line("M78 90C88 90 96 96 102 106M78 100C86 100 94 106 98 114", 1.700) + paper("M37 82C42 94 60 93 72 74L78 78C68 102 42 104 31 86z") + fine(line("M40 90l-3 5M47 94l-1 5M55 94l2 5M63 89l4 4M69 83l5 3", 1.600)),
  /** A coat with a border of fur. */
  furred: flat(BODY) + line("M12 96C10 104 6 110 4 116M88 90C92 100 94 108 95 116", 1.800) + ink("M38 80L30 84L33 89L26 92L31 97L26 102L33 105L30 111L38 112L38 118L52 118C56 108 66 98 80 88L77 84L80 79L73 78L72 72C66 82 56 90 48 92C43 90 40 86 38 80z") + gouge("M34 92l5 2M34 100l5 2M42 96l3 3M68 84l4 2M60 92l4 3M52 100l4 3", 1.500),
  /** Rough cloth, open at the throat. */
  plain: paper(BODY) + line("M40 82C42 94 46 100 52 106L72 80M52 106L50 116M16 94C12 102 8 110 6 116M86 88C90 98 92 106 93 116", 2) + ink(cuts(99, 92, 104, 116, -18, 3, 7)) + fine(line("M22 104h6M25 108h6M68 104h6M66 109h6M12 108h4", 1.500)),
  /** A cloak pinned at the shoulder. */
  cloak: flat("M-16 116L-8 94C4 86 28 82 42 82C52 94 66 92 73 77C92 80 104 88 108 98L114 116z") + ink("M73 78C92 80 104 88 108 98L114 116L66 116C76 106 78 92 73 78z") + line("M40 86C34 96 26 108 22 116M52 94C46 102 42 110 40 116M62 92C58 100 55 110 54 116", 1.900) + paper("M67 86a6 6 0 1 0 .1 0z"),
  /** Bare shoulders and a leather apron. */
  apron: paper(BODY) + ink("M76 80C92 84 100 92 106 116L84 116C84 104 80 92 72 82z") + ink(cuts(84, 90, 86, 114, -8, 1, 5)) + flat("M30 100C40 94 62 94 74 98L76 118L26 118z") + line("M32 100L38 82M72 98L70 79", 3) + line("M8 104C12 100 16 99 20 100", 1.600),
  /** Furs and strings of beads. */
  shaman: edged(BODY) + gouge("M6 100l6 6M16 94l5 7M88 92l-4 8M94 102l-5 6M26 98l3 7", 1.800) + beads("M38 84C42 98 64 96 72 78M34 90C40 110 70 106 77 84") + paper("M50 104L58 100L62 108L56 116L50 112z"),
} satisfies Record<string, string>;

/** Things around the neck and over the shoulder. */
export const EXTRAS = {
  collar: ink("M36 84C38 76 76 70 79 78L80 88C70 100 46 102 37 95z") + bare("M39 87C46 95 66 92 77 82L77.500 84.500C66 95 47 98 39.500 91z") + glint(44, 96, 1.500) + line("M58 98a5 6 0 1 1 .1 0", 2.600) + line("M58 108a4 6 0 1 1 .1 0", 2.600),
} satisfies Record<string, string>;

/** What rises behind the shoulders. */
export const BEHIND = {
  arrows: flat("M70 100L82 40L96 44L88 104z") + line("M80 50L94 54M78 60L92 64", 1.800) + line("M85 42L88 14M90 43L96 18M81 41L80 16", 2.200) + ink("M84 22L83 6L88 10L93 4L92 22L88 18zM92 26L94 10L98 14L103 10L99 28L95 23zM76 24L74 8L79 12L84 8L83 24L80 20z"),
  wheel: line("M54 -6a48 48 0 1 0 .1 0z", 13) + stripe("M54 -6a48 48 0 1 0 .1 0z", 8) + line("M54 -4V88M8 42H100M21 9L87 75M87 9L21 75", 5.500) + fine(line("M54 -12v9M54 87v9M0 42h9M99 42h9M16 4l6 6M86 74l6 6M92 4l-6 6M22 74l-6 6", 1.800)),
  sword: ink("M84 30L96 36L80 82L66 78z") + flat("M76 26L102 38L99 44L73 32z") + paper("M85 30L94 8L100 11L92 34z") + line("M88 22l7 3M90 16l7 3", 1.800) + flat("M94 2a6 6 0 1 0 8 6z"),
  crook: line("M86 112L84 10C83 -4 66 -6 64 6C63 12 70 16 73 11", 8) + stripe("M86 112L84 10C83 -4 66 -6 64 6C63 12 70 16 73 11", 4),
  halberd: line("M86 112L84 -30", 7) + stripe("M86 112L84 -30", 3) + paper("M84 4C74 -2 66 -2 58 6C66 4 74 10 84 18zM87 4L98 2L97 12L87 14zM80 -4L84 -22L89 -4z"),
  axe: line("M86 112L84 -6", 7) + stripe("M86 112L84 -6", 3) + paper("M80 2C72 -6 62 -6 58 -10C54 4 58 22 66 30C70 22 76 20 82 22z") + fine(line("M64 0C62 8 63 16 67 22", 1.600)),
  banner: line("M86 112L82 -30", 6) + flat("M82 -18C70 -26 58 -12 44 -18C40 -4 44 8 40 20C56 26 70 12 84 20z") + line("M50 -8C60 -6 70 -12 78 -10M48 4C60 8 70 0 80 4", 1.800),
  hammer: line("M84 112L86 20", 8) + stripe("M84 112L86 20", 4) + ink("M66 4L104 2L104 26L68 24C64 18 64 10 66 4z") + gouge("M72 10L98 8", 2),
  bow: line("M70 -24C104 0 112 60 82 106", 7) + stripe("M70 -24C104 0 112 60 82 106", 3) + line("M70 -24L82 106", 1.400),
  bones: paper("M74 22a5 5 0 1 1 7 -6L98 50a5 5 0 1 1 -7 5zM98 18a5 5 0 1 0 -8 -5L72 52a5 5 0 1 0 8 3z"),
  spears: line("M78 112L72 -26M88 112L88 -30M97 112L103 -20", 3.500) + paper("M68 -14L71 -32L77 -15zM84 -16L88 -36L92 -16zM99 -10L105 -26L108 -8z"),
} satisfies Record<string, string>;
