// How the board is looked at: nearer, farther, whole, with coordinates; by button or key.
import { useLayoutEffect } from "preact/hooks";
import { shortcut } from "../../frame/keyboard";
import { settings } from "../../frame/settings";
import { t } from "../../frame/texts";
import type { Camera } from "./camera";
import type { Sight } from "./sight";
import "./tools.css";

export const Tools = ({ camera, sight }: { camera: Camera; sight: Sight }) => (
  <>
    <div class="hg-tools" role="group" aria-label={t("Board view")}>
      <button type="button" aria-label={t("Closer")} title={t("Closer")} onClick={camera.nearer}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 5v14M5 12h14" />
        </svg>
      </button>
      <button type="button" aria-label={t("Farther")} title={t("Farther")} onClick={camera.farther}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 12h14" />
        </svg>
      </button>
      <button type="button" aria-label={t("The whole board")} title={t("The whole board")} onClick={camera.whole}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
        </svg>
      </button>
    </div>
    <div class="hg-tools shown" role="group" aria-label={t("Shown on the board")}>
      <button type="button" class="choice" aria-label={t("Strengths")} title={t("Strengths")} aria-pressed={sight.strengths} onClick={sight.switchStrengths}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 4h14v8c0 4-4 7-7 8.500-3-1.500-7-4.500-7-8.500zM12 8v7M8.500 11.500h7" />
        </svg>
      </button>
      <button type="button" class="choice" aria-label={t("Coordinates")} title={t("Coordinates")} aria-pressed={sight.coordinates} onClick={sight.switchCoordinates}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 18L7.5 6 12 18M4.8 14h5.4M15 9.5l3.5-3V18M15 18h6.5" />
        </svg>
      </button>
    </div>
  </>
);

export function useKeys(camera: Camera, sight: Sight): void {
  useLayoutEffect(() => {
    const acts: Record<string, () => void> = {
      "+": camera.nearer,
      "=": camera.nearer,
      "-": camera.farther,
      "0": camera.whole,
      c: sight.switchCoordinates,
      w: sight.switchStrengths,
    };
    const onKey = (event: KeyboardEvent) => {
      if (settings.keys === "off") return;
      if ((event.target as Element).closest("input, textarea, select, dialog")) return;
      acts[shortcut(event)]?.();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [camera, sight]);
}
