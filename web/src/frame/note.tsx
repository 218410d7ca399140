// Why something is refused, or what stands in the way of playing: beside the hand, in the place of the words.
import { CrossIcon } from "./icons";
import { at } from "./site";
import type { Store } from "./store";
import { t } from "./texts";
import "./note.css";

/** A reason, each rule's number as a link into the rules. */
function Reason({ text, game }: { text: string; game: string }) {
  return (
    <p>
      {text.split(/([A-Z]\d+(?:\.\d+(?:[a-z]|\.\d+)?)?)(?=[\],])/).map((piece, i) =>
        i % 2 === 0 ? (
          piece
        ) : (
          <a key={i} href={at(`/rules/${game}#${piece}`)} target="_blank">
            {piece}
          </a>
        ),
      )}
    </p>
  );
}

export function Note({ store }: { store: Store }) {
  const { notice, view } = store;
  const text = notice?.text || view?.paused || view?.hurried;
  if (!notice && !text) return null;
  return (
    <div class={`note ${notice?.kind ?? (view?.paused ? "error" : "why")}`} role="status">
      <Reason text={text || t("This can still become a legal play: add what is lit.")} game={store.game.id} />
      {notice && (
        <button type="button" class="bare" aria-label={t("Close")} onClick={() => store.dismiss()}>
          <CrossIcon />
        </button>
      )}
    </div>
  );
}
