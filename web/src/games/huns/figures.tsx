// What the page that tells how to play shows of Huns: dice, goods, wagons, cards.
import "./tokens.css";
import { Arrow, Gain, drawFigures, listOf, pairsOf, type Facts } from "../../frame/figures";
import { t } from "../../frame/texts";
import { CardArt, Die, Good, KindArt, Piece, Sprite, TypeIcon } from "./sprite";
import { Spaces } from "./card";
import { colourOf, type Colour, type WagonType } from "./state";
import { StandingWagon } from "./wagon";
import { cardName, itemNames } from "./words";

/** Goods as in `red:3`, one by one. */
const goodsOf = (fact: string | undefined): Colour[] => pairsOf(fact, ",").flatMap(([colour, count]) => Array<Colour>(Number(count)).fill(colour as Colour));

const Goods = ({ goods }: { goods: readonly Colour[] }) => (
  <span class="fig-goods">
    {goods.map((colour, i) => (
      <Good key={i} colour={colour} />
    ))}
  </span>
);

/** The wagon that a figure tells of, with goods on the spaces of their colours. */
function Wagon({ of, goods }: { of: Facts; goods: readonly Colour[] }) {
  const left = [...goods];
  const spaces = goodsOf(of.needs).map((colour) => {
    const at = left.indexOf(colour);
    return { colour, good: at < 0 ? null : left.splice(at, 1)[0]! };
  });
  return (
    <span class="fig-wagon">
      <StandingWagon type={of.type as WagonType} standing={{ seat: 0, slot: 1, wagon: "W01", spaces }} />
    </span>
  );
}

function Dice({ facts }: { facts: Facts }) {
  const faces = pairsOf(facts.faces, ",");
  const value = Number(faces.find(([colour]) => colour === facts.taken)?.[1]);
  const taken = facts.taken as Colour;
  return (
    <div class="fig-rows">
      <div class="fig-row fig-dice">
        {faces.map(([colour, face]) => (
          <span key={colour} data-taken={colour === taken}>
            <Die colour={colour as Colour} face={Number(face)} />
          </span>
        ))}
      </div>
      <div class="fig-row">
        <Arrow />
        <span class="fig-goods">
          {Array.from({ length: value }, (_, i) => (
            <KindArt key={i} colour={taken} />
          ))}
        </span>
        <span>{t("or")}</span>
        <Goods goods={Array<Colour>(value).fill(taken)} />
      </div>
    </div>
  );
}

/** What a loot leaves: what fits, and what returns. */
function Load({ facts }: { facts: Facts }) {
  const loot = goodsOf(facts.loot);
  return (
    <div class="fig-row">
      <Goods goods={loot} />
      <Wagon of={facts} goods={goodsOf(facts.before)} />
      <Arrow />
      <Wagon of={facts} goods={goodsOf(facts.after)} />
      <span class="fig-returns">
        <Goods goods={loot.slice(0, Number(facts.returns))} />
      </span>
    </div>
  );
}

function Send({ facts }: { facts: Facts }) {
  const all = [...goodsOf(facts.before), ...goodsOf(facts.loot)];
  return (
    <div class="fig-row">
      <Wagon of={facts} goods={goodsOf(facts.before)} />
      <Goods goods={goodsOf(facts.loot)} />
      <Arrow />
      <Wagon of={facts} goods={all} />
      <Arrow />
      <span class="fig-column fig-big">
        <Piece id="stash" />
        <b>{facts.stash}</b>
      </span>
    </div>
  );
}

const Card = ({ card, spaces }: { card: string; spaces?: readonly [Colour[], number] }) => (
  <span class={`fig-card ${colourOf(card)}`}>
    <CardArt card={card} />
    <b>{cardName(card)}</b>
    {spaces && <Spaces goods={spaces[0]} of={spaces[1]} />}
  </span>
);

function Kinds({ facts }: { facts: Facts }) {
  return (
    <ul class="fig-row">
      {listOf(facts.cards).map((card) => (
        <li key={card}>
          <Card card={card} />
        </li>
      ))}
    </ul>
  );
}

function Hire({ facts }: { facts: Facts }) {
  const [loot, spaces] = [goodsOf(facts.loot), Number(facts.spaces)];
  return (
    <div class="fig-row">
      <Goods goods={loot} />
      <Card card={facts.card!} spaces={[[], spaces]} />
      <Arrow />
      <Card card={facts.card!} spaces={[loot.slice(0, Number(facts.fits)), spaces]} />
      <span class="fig-returns">
        <Goods goods={loot.slice(0, Number(facts.returns))} />
      </span>
    </div>
  );
}

function Curse({ facts }: { facts: Facts }) {
  return (
    <div class="fig-row">
      <Card card={facts.card!} />
      <Arrow />
      <span class={`fig-card ${colourOf(facts.card!)}`}>
        <KindArt colour={colourOf(facts.card!)} />
      </span>
      <Gain points={`-${facts.costs}`} />
    </div>
  );
}

/** The account of the end, line by line. */
function Points({ facts }: { facts: Facts }) {
  const types = listOf(facts.sent);
  const most = Math.max(new Set(types).size, ...types.map((type) => types.filter((one) => one === type).length));
  const players = Number(facts.players);
  const rows = [
    Number(facts.raids),
    Number(facts.full) - Number(facts.unfilled),
    Number(facts.treasures) * players,
    -Number(facts.fled) * players,
    types.length * players,
    most,
  ];
  return (
    <div class="fig-row">
      <span class="fig-goods fig-big">
        {types.map((type, i) => (
          <TypeIcon key={i} type={type as WagonType} />
        ))}
      </span>
      <table class="result">
        <tbody>
          {itemNames().map((item, i) => (
            <tr key={item}>
              <th scope="row">{item}</th>
              <td>{String(rows[i]! + 0).replace("-", "−")}</td>
            </tr>
          ))}
          <tr class="total">
            <th scope="row">{t("Points")}</th>
            <td>{facts.total}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

drawFigures("huns", Sprite, { dice: Dice, load: Load, send: Send, kinds: Kinds, hire: Hire, curse: Curse, points: Points });
