// All that lies in a rival's camp, with the texts of its cards.
import { useLayoutEffect, useRef } from "preact/hooks";
import { CrossIcon } from "../../frame/icons";
import { t } from "../../frame/texts";
import { Head, Wagons, type CampProps } from "./camp";
import { Tile } from "./card";
import { KingEmblem } from "./sprite";
import { cardsOf, stateOf } from "./state";
import { deckName, kingName } from "./words";
import "./whole.css";

export function Whole({ onClose, ...props }: CampProps & { onClose: () => void }) {
  const { store, view, seat } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const { groups, over } = cardsOf(stateOf(view), seat);
  const lists = [...groups.map(({ colour, cards }) => ({ title: deckName(colour), cards })), { title: t("Used or over"), cards: over }];
  return (
    <dialog ref={dialog} class="dialog hn-whole" aria-label={t("Camp of {king}", { king: kingName(seat) })} onClose={onClose}>
      <button type="button" class="bare" aria-label={t("Close")} onClick={() => dialog.current?.close()}>
        <CrossIcon />
      </button>
      <Head {...props}>
        <h2 class="row">
          <KingEmblem seat={seat} /> <span>{kingName(seat)}</span>
        </h2>
        {!store.seats.includes(seat) && <p class="dim" translate={false}>{view.seats[seat]?.name}</p>}
      </Head>
      <Wagons {...props} quiet />
      {lists
        .filter(({ cards }) => cards.length > 0)
        .map(({ title, cards }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul class="yields hn-tiles" data-density="full">
              {cards.map((card) => (
                <li key={card}>
                  <Tile {...props} card={card} picked={false} />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </dialog>
  );
}
