// What cannot be chosen now. Tapped, it is a wish, and the server says why not; while this seat is not asked it is a drawing.
import type { ComponentChildren } from "preact";
import type { Store } from "../../frame/store";
import { tap } from "./tap";

interface Props {
  store: Store;
  class: string;
  /** The part that is wished for. */
  wish: string;
  anchor: string;
  /** What a drawing without words shows. */
  label?: string;
  /** What is meant, where words have no room. */
  title?: string;
  none?: boolean;
  children: ComponentChildren;
}

export const Quiet = ({ store, class: name, wish, anchor, label, title = label, none, children }: Props) =>
  store.legal.length > 0 ? (
    <button type="button" class={name} data-lit="false" data-anchor={anchor} data-none={none} aria-label={label} title={title} onClick={() => tap(store, wish)}>
      {children}
    </button>
  ) : (
    <div class={name} data-anchor={anchor} data-none={none} role={label ? "img" : undefined} aria-label={label} title={title}>
      {children}
    </div>
  );
