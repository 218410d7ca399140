// Values as views write them: counts by kind, and labels that may be "none".

/** Each thing of a list of counts by kind, one by one. */
export const oneByOne = <Kind>(kinds: readonly Kind[], counts: readonly number[] | null | undefined): Kind[] =>
  (counts ?? []).flatMap((copies, i) => Array<Kind>(copies).fill(kinds[i]!));

export const total = (counts: readonly number[] | null | undefined): number => (counts ?? []).reduce((sum, count) => sum + count, 0);

/** A label, or null where there is none. */
export const orNull = <Label extends string>(label: Label | "none" | null | undefined): Exclude<Label, "none"> | null =>
  !label || label === "none" ? null : (label as Exclude<Label, "none">);

/** One of several things of a kind. */
export interface Copy<Kind> {
  kind: Kind;
  index: number;
}

/** Each of these with its number among its equals, as a selection counts them. */
export const numbered = <Kind>(kinds: readonly Kind[]): Copy<Kind>[] =>
  kinds.map((kind, i) => ({ kind, index: kinds.slice(0, i).filter((one) => one === kind).length }));

/** What tells it from its equals, as a key and for what has the focus. */
export const idOf = ({ kind, index }: Copy<string>): string => `${kind}#${index}`;
