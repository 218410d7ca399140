// Why something is refused, or what stands in the way of playing: beside the hand, in the place of the words.
import { CrossIcon } from "./icons";
import type { Store } from "./store";
import { Terms } from "./terms";
import { t } from "./texts";
import "./note.css";

export function Note({ store }: { store: Store }) {
  const { notice, view } = store;
  const text = notice?.text || view?.paused || view?.hurried;
  if (!notice && !text) return null;
  return (
    <div class={`row near note ${notice?.kind ?? (view?.paused ? "error" : "why")}`} role="status">
      <p>
        <Terms text={text || t("This can still become a legal play: add what is lit.")} game={store.game.id} />
      </p>
      {notice && (
        <button type="button" class="bare" aria-label={t("Close")} onClick={() => store.dismiss()}>
          <CrossIcon />
        </button>
      )}
    </div>
  );
}
