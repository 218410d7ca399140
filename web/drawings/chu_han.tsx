import "../src/games/chu_han/tokens.css";
import { CardBack, CardFace, Fan, MiniCards } from "../src/games/chu_han/card";
import { KIND_IDS, kindOf } from "../src/games/chu_han/kinds";
import { PEOPLE } from "../src/games/chu_han/people";
import { ChuHanEventsPasts } from "../src/games/chu_han/types";
import { EventPicture, Face, LordFace, SeatEmblem, Sprite } from "../src/games/chu_han/sprite";
import { Sizes, type SheetProps } from "./sizes";

export const ChuHan = ({ big, ids = KIND_IDS as readonly string[] }: SheetProps) => (
  <>
    <Sprite />
    <h2>Chu Han</h2>
    <div class="row">
      {ids.map((id) => (
        <span key={id} style={{ "--card": `${big}px` }}>
          <CardFace kind={id} />
        </span>
      ))}
      <span style={{ "--card": `${big}px` }}>
        <CardBack />
      </span>
    </div>
    <div class="row">
      {ChuHanEventsPasts.map((event) => (
        <Sizes key={event} name={event} sizes={[big]} draw={() => <EventPicture event={event} />} />
      ))}
    </div>
    <div class="row">
      {[44, 84].map((card) => (
        <span key={card} style={{ "--card": `${card}px` }}>
          <Fan kinds={[...ids]} label="" />
          <CardBack />
        </span>
      ))}
    </div>
    <div class="row">
      {ids.filter((id) => PEOPLE[id]).map((id) => (
        <Sizes key={id} name={id} sizes={[60, 28]} draw={() => <Face id={id} of={`use-${kindOf(id).use}`} />} />
      ))}
      <MiniCards kinds={ids} />
      <Sizes name="Han" sizes={[96]} draw={() => <LordFace seat={0} />} />
      <Sizes name="Chu" sizes={[96]} draw={() => <LordFace seat={1} />} />
      <SeatEmblem seat={0} /> <SeatEmblem seat={1} />
    </div>
  </>
);
