import type { ComponentChildren } from "preact";

export interface SheetProps {
  big: number;
  ids?: readonly string[] | undefined;
}

/** A drawing at several sizes over its name. */
export const Sizes = ({ name, sizes, draw }: { name: string; sizes: readonly number[]; draw: () => ComponentChildren }) => (
  <figure>
    {sizes.map((size) => (
      <span key={size} class="size" style={{ width: `${size}px`, height: `${size}px` }} data-small={size < 40}>
        {draw()}
      </span>
    ))}
    <figcaption>{name}</figcaption>
  </figure>
);
