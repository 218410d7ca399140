// What the page that tells how to play shows of Chu Han: cards, tricks, decrees.
import "./tokens.css";
import { Arrow, Gain, Verdict, drawFigures, listOf, pairsOf, type Facts } from "../../frame/figures";
import { m, t } from "../../frame/texts";
import { CardBack, CardFace, Fan, spoken } from "./card";
import { kindOf } from "./kinds";
import { Drawing, SeatEmblem, Sprite } from "./sprite";

const WHEN: Record<string, string> = { lead: m("lead"), response: m("response"), reaction: m("reaction"), both: m("lead or response") };
const SEATS = ["han", "chu"];

/** Cards side by side. */
const Cards = ({ kinds }: { kinds: readonly string[] }) => <Fan kinds={kinds} label={spoken(kinds)} />;

const Scroll = () => (
  <svg class="drawing fig-scroll" viewBox="0 0 48 48" aria-hidden="true">
    <Drawing id="decree" />
  </svg>
);

/** What is played one after the other, until somebody passes. */
function Trick({ facts }: { facts: Facts }) {
  return (
    <ol class="fig-row">
      {pairsOf(facts.plays).map(([who, what], i) => (
        <li key={i} class="fig-column">
          <SeatEmblem seat={SEATS.indexOf(who)} />
          {what === "pass" ? <span class="fig-pass">{t("Pass")}</span> : <Cards kinds={listOf(what)} />}
        </li>
      ))}
    </ol>
  );
}

/** A set to beat, what beats it and what does not. */
function Answers({ facts }: { facts: Facts }) {
  return (
    <div class="fig-row">
      <Cards kinds={listOf(facts.to)} />
      <Arrow />
      <ul class="fig-rows">
        {[facts.yes, facts.no].map((sets, i) => (
          <li key={i}>
            <Verdict right={i === 0} />
            {listOf(sets, ";").map((set) => (
              <Cards key={set} kinds={listOf(set)} />
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Persons({ facts }: { facts: Facts }) {
  return (
    <ul class="fig-row">
      {listOf(facts.cards).map((id) => (
        <li key={id} class="fig-column fig-large">
          <CardFace kind={id} />
          <span>{t(WHEN[kindOf(id).use] ?? "")}</span>
        </li>
      ))}
    </ul>
  );
}

/** An ability, its cancel, and the cancel of that. */
function Cancel({ facts }: { facts: Facts }) {
  const [ability, by, then] = [facts.ability, facts.by, facts.then].map((id) => id ?? "");
  return (
    <div class="fig-row fig-large">
      <CardFace kind={ability!} />
      <Arrow />
      <span class="fig-struck">
        <CardFace kind={by!} />
      </span>
      <Arrow />
      <CardFace kind={then!} />
      <Verdict right={facts.stands === "yes"} />
    </div>
  );
}

function Decree({ facts }: { facts: Facts }) {
  return (
    <div class="fig-row fig-large">
      <Scroll />
      <Arrow />
      <span class="fan">
        {Array.from({ length: Number(facts.cards) }, (_, i) => (
          <CardBack key={i} />
        ))}
      </span>
      <SeatEmblem seat={1} />
      <Gain points={facts.points} />
    </div>
  );
}

/** What is left in the rival's hand, as far as it counts, and the decrees that the rival took. */
function Count({ facts }: { facts: Facts }) {
  const cards = Array.from({ length: Number(facts.cards) }, (_, i) => i < Number(facts.counted));
  return (
    <div class="fig-row">
      <span class="fig-backs">
        {cards.map((counts, i) => (
          <span key={i} class={counts ? "" : "fig-faint"}>
            <CardBack />
          </span>
        ))}
      </span>
      <span class="fig-row">
        {Array.from({ length: Number(facts.decrees) }, (_, i) => (
          <Scroll key={i} />
        ))}
      </span>
      <Arrow />
      <Gain points={facts.points} />
    </div>
  );
}

function Together({ facts }: { facts: Facts }) {
  return (
    <div class="fig-row">
      <Cards kinds={listOf(facts.cards)} />
      <Arrow />
      <Gain points={facts.points} />
    </div>
  );
}

drawFigures("chu-han", Sprite, { trick: Trick, answers: Answers, persons: Persons, cancel: Cancel, decree: Decree, count: Count, set: Together });
