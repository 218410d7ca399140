// In the place of the actions, while somebody looks back: from one moment to the next, and to now.
import { Sign } from "./playback";
import type { Store } from "./store";
import { t } from "./texts";

export function Looking({ store }: { store: Store }) {
  const { past, isAsked } = store;
  const { all } = store.told;
  const at = past.wanted ?? all.length;
  const button = (of: "first" | "before" | "after", title: string, go: () => void, idle: boolean) => (
    <button type="button" class="button" data-way={of} title={title} aria-label={title} aria-disabled={idle} onClick={() => !idle && go()}>
      <Sign of={of} />
    </button>
  );
  return (
    <div class="actions" role="group" aria-label={t("Looking back")} id="actions" tabIndex={-1}>
      <p class="told" role="status">
        {t("This is how it was. {place} of {count}", { place: at, count: all.length })} {isAsked && <b>{t("Your turn")}</b>}
      </p>
      <div class="row by offers">
        {button("first", t("To the beginning"), () => past.go(0), at === 0)}
        {button("before", t("One action back"), () => past.back(), at === 0)}
        {button("after", t("One action on"), () => past.on(), false)}
        <button type="button" class="button main" data-kind="now" onClick={() => past.leave()}>
          {t("Back to now")}
        </button>
      </div>
    </div>
  );
}
