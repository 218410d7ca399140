// In the place of the hand, for whom no hand is shown.
import type { ComponentChildren } from "preact";
import type { Store } from "./store";
import { t } from "./texts";

/** `children` is what who only looks on reads; at one screen all that have a side look together. */
export const Onlooker = ({ store, children }: { store: Store; children: ComponentChildren }) => (
  <p class="onlooker">{store.seats.length > 1 ? t("Shown to all at this screen: what only one side may see stays hidden.") : children}</p>
);
