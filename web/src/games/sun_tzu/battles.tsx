// The battles of the round, one by one with their arithmetic and what came of them.
import { useState } from "preact/hooks";
import { t } from "../../frame/texts";
import { MiniCard } from "./card";
import { arithmetic, countsAs, type Battle, type Fought } from "./events";
import { Drawing, SideEmblem } from "./sprite";
import { BLUE, PROVINCES, RED, SCORING, nextScoring } from "./state";
import { sideName } from "./words";
import "./battles.css";

/** Who won and by how much, in short. */
export function Outcome({ battle }: { battle: Battle }) {
  if (battle.outcome === "open") return <span class="inline near text-13 st-outcome dots" />;
  if (battle.outcome === "plague") return <span class="inline near text-13 st-outcome">{t("no battle")}</span>;
  if (battle.outcome === "level" || battle.winner === null) return <span class="inline near text-13 st-outcome">{t("level")}</span>;
  return (
    <span class="inline near text-13 st-outcome won">
      <SideEmblem seat={battle.winner} />
      <b>+{battle.margin}</b>
    </span>
  );
}

/** What a card counts as where that is not what it shows. */
const otherwise = (battle: Battle, seat: number): string => {
  const counts = countsAs(battle, seat);
  return counts === battle.cards[seat] ? "" : `${sideName(seat)}: ${t("counts as {card}", { card: counts })}. `;
};

function BattleRow({ battle, number, open, onOpen }: { battle: Battle; number: number; open: boolean; onOpen: () => void }) {
  const sum = arithmetic(battle);
  return (
    <li class="st-battle" data-open={open}>
      <button type="button" class="by st-battle-head" aria-expanded={open} onClick={onOpen}>
        <span class="middle st-number">{number}</span>
        <b>{battle.province}</b>
        <span class="st-pair">
          <span class="side0">
            <MiniCard kind={battle.cards[BLUE]} />
          </span>
          <span class="side1">
            <MiniCard kind={battle.cards[RED]} />
          </span>
        </span>
        <Outcome battle={battle} />
      </button>
      {open && (
        <div class="st-battle-body">
          <p class="st-arithmetic">
            {otherwise(battle, BLUE)}
            {otherwise(battle, RED)}
            {sum || t("revealed")}
          </p>
          <ul class="st-lines">
            {battle.lines.map((event, i) => (
              <li key={i}>{event.text}</li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

/** A row for each battle still to be fought, so that nothing below moves as they are told. */
function StillToCome({ shown }: { shown: Fought }) {
  const left = PROVINCES.filter((province) => !shown.battles.some((battle) => battle.province === province));
  return (
    <>
      {left.map((province, i) => (
        <li key={shown.battles.length + i} class="row by st-left dim">
          <span class="middle st-number">{shown.battles.length + i + 1}</span> {shown.sealed && province}
        </li>
      ))}
    </>
  );
}

function Scored({ shown }: { shown: Fought }) {
  const next = SCORING[Math.max(0, nextScoring(shown.round))];
  return (
    <p class="apart text-13 st-scored" data-scored={shown.scoring !== null}>
      <Drawing id="score" />
      <span>{shown.scoring?.text ?? t("Provinces are scored after round {round}", { round: next! })}</span>
    </p>
  );
}

/** Without generals nothing tells that the first round begins. */
const FIRST = 1;

/** `fresh`: the round is being fought. What is opened stays open as long as no other battle is told. */
export function Battles({ shown, fresh }: { shown: Fought; fresh: boolean }) {
  const [chosen, choose] = useState<{ of: string; at: number } | null>(null);
  const key = `${shown.round}:${fresh}`;
  const open = chosen?.of === key ? chosen.at : -1;
  return (
    <section class="st-battles" aria-label={t("Battles")}>
      <h2>{t("Battles of round {round}", { round: shown.round || FIRST })}</h2>
      <ol>
        {shown.battles.map((battle, i) => (
          <BattleRow key={`fought ${i}`} battle={battle} number={i + 1} open={i === open} onOpen={() => choose({ of: key, at: i === open ? -1 : i })} />
        ))}
        <StillToCome shown={shown} />
      </ol>
      <Scored shown={shown} />
    </section>
  );
}
