import "../src/games/huns/tokens.css";
import "../src/games/huns/card.css";
import { CARDS } from "../src/games/huns/art";
import { PEOPLE } from "../src/games/huns/people";
import { RIDES } from "../src/games/huns/rides";
import { CardArt, KindArt, KingEmblem, KingFace, Piece, Sprite } from "../src/games/huns/sprite";
import { Sizes, type SheetProps } from "./sizes";

export const Huns = ({ big, ids }: SheetProps) => (
  <>
    <Sprite />
    <h2>Huns</h2>
    <div class="row">
      {Object.keys(PEOPLE).map((id) => (
        <Sizes key={id} name={id} sizes={[big * 0.8, 60, 28]} draw={() => (id.startsWith("king") ? <KingFace seat={Number(id[4])} /> : <CardArt card={id} />)} />
      ))}
    </div>
    <div class="row">
      {(ids ?? [...Object.keys(CARDS), ...Object.keys(RIDES)].sort()).map((id) => (
        <Sizes key={id} name={id} sizes={[big * 0.5, 40, 24]} draw={() => <CardArt card={id} />} />
      ))}
    </div>
    <div class="row">
      {(["blue", "red", "green", "black", "yellow"] as const).map((colour) => (
        <KindArt key={colour} colour={colour} />
      ))}
      {[0, 1, 2, 3].map((seat) => (
        <KingEmblem key={seat} seat={seat} />
      ))}
      {["token", "stash", "sent", "cards"].map((id) => (
        <Piece key={id} id={id} />
      ))}
    </div>
  </>
);
