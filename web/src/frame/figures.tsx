// Draws the figures of a page that tells how to play, with the pieces of the table. Which facts a figure shows stands in the page.
import "./tokens.css";
import "./layout.css";
import "./page.css";
import "./pieces.css";
import "./contrast.css";
import { render, type FunctionComponent } from "preact";

/** The facts of a figure, by their names; each is empty where the page does not tell it. */
export type Facts = Readonly<Record<string, string>>;

/** The parts of a fact that is a list. */
export const listOf = (fact: string | undefined, by = ","): string[] => (fact ? fact.split(by) : []);

/** A fact that tells things by kind, as in `red:B8,E8;yellow:C7`. */
export const pairsOf = (fact: string | undefined, by = ";"): [string, string][] =>
  listOf(fact, by).map((pair) => [pair.slice(0, pair.indexOf(":")), pair.slice(pair.indexOf(":") + 1)]);

/** Something follows from something. */
export const Arrow = () => (
  <svg class="fig-arrow" viewBox="0 0 40 24" aria-hidden="true">
    <path d="M2 12h34M26 3l10 9-10 9" />
  </svg>
);

/** Right or wrong, by its shape too. */
export const Verdict = ({ right }: { right: boolean }) => (
  <svg class="fig-verdict" data-right={right} viewBox="0 0 24 24" aria-hidden="true">
    <path d={right ? "M4 13l6 6L20 5" : "M5 5l14 14M19 5L5 19"} />
  </svg>
);

/** What is gained, or lost. */
export const Gain = ({ points }: { points: string | undefined }) => <b class="fig-gain">{points && Number(points) > 0 ? `+${points}` : points?.replace("-", "−")}</b>;

/** Draws them all, each into its place; what cannot be drawn is told by its caption all the same. */
export function drawFigures(game: string, Sprite: FunctionComponent, drawings: Readonly<Record<string, FunctionComponent<{ facts: Facts }>>>): void {
  const places = [...document.querySelectorAll<HTMLElement>("figure[data-figure] > .drawn")];
  places.forEach((place, i) => {
    const facts = place.parentElement!.dataset as Facts;
    const Figure = drawings[facts.figure ?? ""];
    if (!Figure) return;
    place.classList.add("table-page");
    place.dataset.game = game;
    render(
      <>
        {i === 0 && <Sprite />}
        <Figure facts={facts} />
      </>,
      place,
    );
  });
}
