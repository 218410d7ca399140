// The marks of the knife: what is cut is written once as a rule, not stroke by stroke. All are drawings of paths; `ink`,
// `paper` and `flat` are the three colours of a print.

const at = (value: number): string => String(Math.round(value * 10) / 10);
/** Uneven as by hand, but the same each time. */
const uneven = (i: number, by: number): number => by * (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 0);

const INK = 'fill="var(--cut-ink)"';
const PAPER = 'fill="var(--cut-paper)"';
const COLOUR = 'fill="var(--flat)"';
const CUT = 'stroke="var(--cut-paper)"';
const BARE = 'stroke="none"';
const wide = (width?: number): string => (width ? ` stroke-width="${width}"` : "");

/** Solid ink. */
export const ink = (d: string): string => `<path ${INK} ${BARE} d="${d}"/>`;
/** Ink with a line cut around it, which keeps it apart from other ink. */
export const edged = (d: string): string => `<path ${INK} ${CUT} stroke-width="1.3" d="${d}"/>`;
/** Paper without a line, as if cut away. */
export const bare = (d: string): string => `<path ${PAPER} ${BARE} d="${d}"/>`;
/** Paper in a line of ink. */
export const paper = (d: string): string => `<path ${PAPER} d="${d}"/>`;
/** The colour of the print in a line of ink. */
export const flat = (d: string, width?: number): string => `<path ${COLOUR}${wide(width)} d="${d}"/>`;
/** The colour without a line. */
export const tint = (d: string): string => `<path ${COLOUR} ${BARE} d="${d}"/>`;
/** A line of ink, one cut into ink, one of the colour, and a string of beads. */
export const line = (d: string, width?: number): string => `<path${wide(width)} d="${d}"/>`;
export const gouge = (d: string, width = 1.3): string => `<path ${CUT} stroke-width="${width}" d="${d}"/>`;
export const stripe = (d: string, width: number): string => `<path stroke="var(--flat)" stroke-width="${width}" d="${d}"/>`;
export const beads = (d: string): string => `<path stroke-width="4" stroke-dasharray=".1 5" d="${d}"/>`;
/** A round spot of ink or of paper. */
export const dot = (x: number, y: number, r: number): string => `<circle ${INK} ${BARE} cx="${x}" cy="${y}" r="${r}"/>`;
export const glint = (x: number, y: number, r: number): string => `<circle ${PAPER} ${BARE} cx="${x}" cy="${y}" r="${r}"/>`;
/** What is too fine for a small print. */
export const fine = (drawing: string): string => `<g class="fine">${drawing}</g>`;

/** Wedges with their feet on the line from a to b, pointing along (dx, dy): the shorter the nearer to its ends. */
export function cuts(x0: number, y0: number, x1: number, y1: number, dx: number, dy: number, n: number, thick = 0.62): string {
  const [ex, ey] = [(x1 - x0) / n, (y1 - y0) / n];
  let d = "";
  for (let i = 0; i < n; i++) {
    const long = 0.55 + 0.45 * Math.sin((Math.PI * (i + 0.5)) / n) + uneven(i + n, 0.22);
    const [x, y] = [x0 + ex * i, y0 + ey * i];
    d += `M${at(x)} ${at(y)}l${at(dx * long + (ex * thick) / 2)} ${at(dy * long + (ey * thick) / 2)} ${at(ex * thick - dx * long - (ex * thick) / 2)} ${at(ey * thick - dy * long - (ey * thick) / 2)}z`;
  }
  return d;
}

/** Rays from r0 to r1 around a middle, widening outwards; `share` of the circle is theirs. */
export function rays(cx: number, cy: number, r0: number, r1: number, n: number, share = 0.42, turn = 0): string {
  let d = "";
  for (let i = 0; i < n; i++) {
    const [a, half] = [((i + turn) * 2 * Math.PI) / n, (share * Math.PI) / n];
    const r = r0 + Math.abs(uneven(i + 3, 0.3)) * r0;
    d += `M${at(cx + r * Math.cos(a))} ${at(cy + r * Math.sin(a))}L${at(cx + r1 * Math.cos(a - half))} ${at(cy + r1 * Math.sin(a - half))}L${at(cx + r1 * Math.cos(a + half))} ${at(cy + r1 * Math.sin(a + half))}z`;
  }
  return d;
}

/** Short strokes in rows, as a ground that was cleared by the gouge. */
export function strokes(x: number, y: number, w: number, h: number, rows: number, per: number, slope = 0): string {
  let d = "";
  for (let r = 0; r < rows; r++) {
    for (let i = 0; i < per; i++) {
      const k = r * per + i;
      const long = (w / per) * (0.35 + Math.abs(uneven(k, 0.4)));
      const px = x + (w / per) * (i + (r % 2 ? 0.5 : 0)) + uneven(k + 5, 2);
      const py = y + (h / rows) * (r + 0.5);
      d += `M${at(px)} ${at(py)}q${at(long / 2)} ${at(slope - 1)} ${at(long)} ${at(slope)}q${at(-long / 2)} ${at(0.7)} ${at(-long)} ${at(-slope)}z`;
    }
  }
  return d;
}

/** Rows of plates that overlap downwards, as the armour of the time has them. */
export function plates(x: number, y: number, columns: number, rows: number, w: number, h: number, lean = 0): string {
  let d = "";
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) d += `M${at(x + c * w + r * lean)} ${at(y + r * h)}v${at(h * 0.6)}q${at(w / 2)} ${at(h * 0.5)} ${at(w)} 0v${at(-h * 0.6)}`;
  }
  return d;
}
