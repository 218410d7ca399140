// What a hand was worth and why: the note after it, and the table at the end of the game.
import type { BoardProps } from "../../frame/game";
import type { Scene } from "../../frame/scene";
import { m, n, t, wordsOf } from "../../frame/texts";
import type { GameEvent, TableView } from "../../types";
import { Campaign, CampaignMap, yearOf } from "./campaign";
import { handScores, type HandScore } from "./events";
import { deserters, inParts, signed } from "./score";
import { SeatEmblem } from "./sprite";
import { stateOf } from "./state";
import "./ending.css";

const REASONS: Record<string, string> = {
  twos: m("six or more 2s"),
  han_xin: m("Han Xin"),
  xiahou_ying: m("Xiahou Ying"),
  stabilisation: m("passing"),
  wise_counsel: m("sets of 1s"),
  hangu: m("the highest card in the row"),
};

const inPoints = (points: number): string => n("{count} point", "{count} points", Math.abs(points), { count: signed(points) });

function parts({ out, event, decrees }: HandScore): string {
  if (!out) return "";
  const counted = event === "restraint" ? ([decrees[1 - out.seat]!, decrees[out.seat]!] as const) : out.decrees;
  return inParts({ cards: out.cards, decrees: counted, deserters: deserters(out.marked) });
}

/** What the hand before was worth, when the next one is dealt or the game is won. */
export function endOfHand(event: GameEvent, { events, view }: BoardProps): Scene | null {
  if (event.kind !== "dealt" && event.kind !== "won") return null;
  const hands = handScores(events.slice(0, events.indexOf(event) + 1), stateOf(view));
  const hand = event.kind === "won" ? hands[hands.length - 1] : hands[hands.length - 2];
  return hand ? { at: "trick", over: true, stays: true, things: <EndOfHand hand={hand} view={view} /> } : null;
}

function EndOfHand({ hand, view }: { hand: HandScore; view: TableView }) {
  const { out, gains, follows, floored } = hand;
  const sum = out ? out.cards + out.decrees + out.marked : 0;
  const whole = out ? out.points - out.spared : 0;
  return (
    <div class="hand-end">
      {out && <SeatEmblem seat={out.seat} />}
      <p class="scene-title">
        <b>{out ? t("Hand over: {name} went out", { name: view.seats[out.seat]?.name ?? "" }) : t("Hand {number} is over", { number: hand.hand })}</b>
        {hand.event !== "none" && <i> {wordsOf(hand.event).name}</i>}
      </p>
      {out && (
        <p>
          <SeatEmblem seat={out.seat} /> {sum !== whole ? `(${parts(hand)}) × 2` : parts(hand)} ={" "}
          <b>{inPoints(whole)}</b>
          {floored && <>; {t("no total falls below 0")}</>}
        </p>
      )}
      {[...gains].sort((a, b) => a.seat - b.seat).map(({ seat, reason, points }) => (
        <p key={`${seat}${reason}`}>
          <SeatEmblem seat={seat} /> {t(REASONS[reason] ?? reason)}: <b>{inPoints(points)}</b>
        </p>
      ))}
      {follows.length > 0 && <CampaignMap view={view} />}
      {follows.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

/** The hands of the game, with what an event made of each; of a campaign match by match. */
export function Result(props: BoardProps) {
  const { events, view } = props;
  const state = stateOf(view);
  const hands = handScores(events, state);
  const matches = [...new Set(hands.map(({ match }) => match))];
  const campaign = state.campaign !== "none";
  return (
    <>
      <Campaign {...props} />
      <table class="result">
        <thead>
          <tr>
            <th scope="col">{t("Hand")}</th>
            {[0, 1].map((seat) => (
              <th key={seat} scope="col">
                <SeatEmblem seat={seat} /> <span translate={false}>{view.seats[seat]?.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        {matches.map((match) => {
          const own = hands.filter((hand) => hand.match === match);
          const first = own[0]!;
          const last = own[own.length - 1]!;
          return (
            <tbody key={match}>
              <tr class={campaign ? "match" : undefined}>
                <th scope="row">{campaign ? yearOf(match) : t("Start")}</th>
                <td>{first.from[0]}</td>
                <td>{first.from[1]}</td>
              </tr>
              {own.map(({ hand, event, points }) => (
                <tr key={hand}>
                  <th scope="row">
                    {hand}
                    {event !== "none" && <> · {wordsOf(event).name}</>}
                  </th>
                  <td>{signed(points[0])}</td>
                  <td>{signed(points[1])}</td>
                </tr>
              ))}
              <tr class="total">
                <th scope="row">{t("Total")}</th>
                <td>{last.from[0] + last.points[0]}</td>
                <td>{last.from[1] + last.points[1]}</td>
              </tr>
            </tbody>
          );
        })}
      </table>
    </>
  );
}
