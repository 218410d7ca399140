import "../src/games/sun_tzu/tokens.css";
import { EVENTS, PICTURES } from "../src/games/sun_tzu/art";
import { CardBack, CardFace, MiniCards } from "../src/games/sun_tzu/card";
import { PEOPLE } from "../src/games/sun_tzu/people";
import { Face, Picture, SideEmblem, Sprite } from "../src/games/sun_tzu/sprite";
import { Sizes, type SheetProps } from "./sizes";

export const SunTzu = ({ big, ids = Object.keys(PICTURES) }: SheetProps) => (
  <>
    <Sprite />
    <h2>Sun Tzu</h2>
    {[big * 0.8, 62, 34].map((card, row) => (
      <div key={card} class="row">
        {ids.map((id) => (
          <span key={id} style={{ "--card": `${card}px` }}>
            <CardFace kind={id} seat={row % 2} />
          </span>
        ))}
        {[0, 1].map((seat) => (
          <span key={seat} class={`side${seat}`} style={{ "--card": `${card}px` }}>
            <CardBack seat={seat} />
          </span>
        ))}
      </div>
    ))}
    <div class="row">
      {Object.keys(PEOPLE).map((id) => (
        <Sizes key={id} name={id} sizes={[big * 0.8, 60, 28]} draw={() => <Face id={id} side={/^B|0$/.test(id) ? 0 : 1} />} />
      ))}
    </div>
    <div class="row">
      {Object.entries(EVENTS).map(([event, id]) => (
        <Sizes key={event} name={event} sizes={[72]} draw={() => <Picture id={id} class="use-plain" />} />
      ))}
      <MiniCards kinds={ids} />
      <SideEmblem seat={0} /> <SideEmblem seat={1} />
    </div>
  </>
);
