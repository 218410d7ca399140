// Why something is refused, or what stands in the way of playing: beside the hand, in the place of the words. It is read out by
// the live region.
import { CrossIcon } from "./icons";
import type { Store } from "./store";
import { Terms } from "./terms";
import { t } from "./texts";
import "./note.css";

export function Note({ store }: { store: Store }) {
  const { notice, view } = store;
  const text = notice?.text ?? (view?.paused || view?.hurried);
  if (!text) return null;
  return (
    <div class={`row near note ${notice?.kind ?? (view?.paused ? "error" : "why")}`}>
      <p>
        <Terms text={text} game={store.game.id} />
      </p>
      {notice && (
        <button type="button" class="bare" aria-label={t("Close")} onClick={() => store.dismiss()}>
          <CrossIcon />
        </button>
      )}
    </div>
  );
}
