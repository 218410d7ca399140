// Whose turn it is, for who looks at another tab: in the title of the page and in its sign.
import { useEffect } from "preact/hooks";
import { at } from "./site";
import type { Store } from "./store";
import { t } from "./texts";

const title = document.title;

export function useSign({ isAsked }: Store): void {
  useEffect(() => {
    document.title = isAsked ? `• ${t("Your turn")} · ${title}` : title;
    const sign = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (sign) sign.href = at(`/static/${isAsked ? "icon-turn" : "icon"}.svg`);
  }, [isAsked]);
}
