// A scoring: the sums in large over the map for a while, and what each province gave until the next round.
import { useEffect, useState } from "preact/hooks";
import { settings } from "../../frame/settings";
import { told, type Fought } from "./events";
import { SideEmblem } from "./sprite";
import { BLUE, RED } from "./state";
import { standing } from "./tracks";
import "./scoring.css";

/** How long it stands there: so many beats of the animation, and no less than it takes to read. */
const BEATS = 8;
const LEAST = 2500; // milliseconds

/** Over the map until somebody presses anything or its time is over; never for who comes later. */
export function Scoring({ now: { scoring } }: { now: Fought }) {
  const [seen, see] = useState(scoring?.step);
  useEffect(() => {
    if (!scoring || seen === scoring.step || settings.pace === 0) return;
    const away = () => see(scoring.step);
    const timer = window.setTimeout(away, Math.max(LEAST, settings.pace * BEATS));
    document.addEventListener("pointerdown", away);
    document.addEventListener("keydown", away);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("keydown", away);
    };
  }, [scoring]);
  if (!scoring || settings.pace === 0 || seen === scoring.step) return null;
  const what = told(scoring);
  if (what.kind !== "scored") return null;
  return (
    <div class="st-scoring" aria-hidden="true">
      <p class="st-scoring-sums">
        <SideEmblem seat={BLUE} />
        <b>{what.blue}</b> : <b>{what.red}</b>
        <SideEmblem seat={RED} />
      </p>
      <p>{standing(what.figure)}</p>
    </div>
  );
}
