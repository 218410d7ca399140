// That something is asked of the viewer, for who looks at another tab: in the title of the page and in its sign.
import { useEffect } from "preact/hooks";
import { at } from "./site";
import type { Store } from "./store";
import { t } from "./texts";

const title = document.title;

export function useSign({ isAsked, now }: Store): void {
  const asked = now?.offer?.asked ? t("Your consent is asked for") : isAsked ? t("Your turn") : "";
  useEffect(() => {
    document.title = asked ? `• ${asked} · ${title}` : title;
    const sign = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (sign) sign.href = at(`/static/${asked ? "icon-turn" : "icon"}.svg`);
  }, [asked]);
}
