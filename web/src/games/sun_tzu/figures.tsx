// What the page that tells how to play shows of Sun Tzu: cards, battles and what came of them, the track.
import "./tokens.css";
import { Arrow, Gain, drawFigures, listOf, type Facts } from "../../frame/figures";
import { t } from "../../frame/texts";
import { CardBack, CardFace } from "./card";
import { Drawing, Seal, SideEmblem, Sprite } from "./sprite";
import { BLUE, PROVINCES, RED, SEATS, TRACK } from "./state";
import { sideName } from "./words";
import "./map.css";

/** Whose armies stand in a province, as in `0/6`: of blue, of red. */
function Armies({ counts }: { counts: string }) {
  const armies = counts.split("/").map(Number);
  const seat = SEATS.find((side) => (armies[side] ?? 0) > 0);
  if (seat === undefined) return <span class="fig-armies fig-neutral">{t("neutral")}</span>;
  return (
    <span class={`fig-armies side${seat}`} role="img" aria-label={`${sideName(seat)}: ${armies[seat]}`}>
      <Drawing id={`army${seat}`} class="st-army" />
      <b>{armies[seat]}</b>
    </span>
  );
}

/** Battles: the province before, the cards of both, the province after it. */
function Battles({ facts }: { facts: Facts }) {
  return (
    <ol class="fig-rows">
      {listOf(facts.list, ";").map((battle, i) => {
        const [cards = "", before = "", after = ""] = battle.split(",");
        return (
          <li key={i}>
            <Armies counts={before} />
            <span class="fig-pair">
              {cards.split("/").map((kind, seat) => (
                <span key={seat} class={`st-laid side${seat}`}>
                  <CardFace kind={kind} />
                </span>
              ))}
            </span>
            <Arrow />
            <Armies counts={after} />
          </li>
        );
      })}
    </ol>
  );
}

/** Own orders, and the sealed ones of the other side. */
function Orders({ facts }: { facts: Facts }) {
  return (
    <ul class="fig-row fig-small">
      {listOf(facts.cards).map((kind, i) => (
        <li key={i} class="fig-column">
          <Seal province={PROVINCES[i]!} />
          <span class="fig-pair">
            <span class="st-laid side0">
              <CardFace kind={kind} />
            </span>
            <span class="st-laid side1">
              <CardBack seat={RED} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Displays({ facts }: { facts: Facts }) {
  return (
    <ul class="fig-row">
      {listOf(facts.list, ";").map((display, i) => (
        <li key={i} class="fig-column">
          <Seal province={PROVINCES[i]!} />
          <span class="st-steps">
            {display.split("/").map((worth, step) => (
              <span key={step} class="middle st-step">
                {worth}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The cards that return, and those that serve once. */
function Cards({ facts }: { facts: Facts }) {
  return (
    <div class="fig-rows">
      {[facts.framed, facts.once].map((cards, i) => (
        <div key={i} class="fig-row fig-small">
          {listOf(cards).map((kind) => (
            <CardFace key={kind} kind={kind} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Deck({ facts }: { facts: Facts }) {
  const backs = (count: string | undefined) => Array.from({ length: Number(count) }, (_, i) => <CardBack key={i} seat={BLUE} />);
  return (
    <div class="fig-row fig-small side0">
      <span class="fig-heap">
        {Array.from({ length: Number(facts.framed) }, (_, i) => (
          <CardFace key={i} kind={String(i + 1)} />
        ))}
        {backs(facts.drawn)}
      </span>
      <span class="fig-column">
        <CardBack seat={BLUE} />
        <b>{facts.left}</b>
      </span>
    </div>
  );
}

/** The points track, with the figure before and after. */
function Track({ facts }: { facts: Facts }) {
  const [from, to] = [Number(facts.from), Number(facts.to)];
  return (
    <div class="fig-column">
      <ol class="fig-track" aria-hidden="true">
        {Array.from({ length: 2 * TRACK + 1 }, (_, i) => i - TRACK).map((place) => (
          <li key={place} class={place > 0 ? "side0" : place < 0 ? "side1" : ""}>
            {Math.abs(place)}
            {place === from && <Drawing id="figure" class="fig-faint" />}
            {place === to && <Drawing id="figure" />}
          </li>
        ))}
      </ol>
      <span class="fig-row">
        {SEATS.map((seat) => (
          <span key={seat} class="fig-row">
            <SideEmblem seat={seat} />
            <Gain points={seat === BLUE ? facts.blue : facts.red} />
          </span>
        ))}
      </span>
    </div>
  );
}

drawFigures("sun-tzu", Sprite, { battles: Battles, orders: Orders, displays: Displays, cards: Cards, deck: Deck, track: Track });
