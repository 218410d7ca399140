// Points item by item, a column for each player: as things stand, and at the end.
import type { ComponentChildren } from "preact";
import { t } from "../../frame/texts";
import { itemNames } from "./words";
import "./account.css";

interface AccountProps {
  class: string;
  seats: readonly number[];
  caption?: ComponentChildren;
  head: (seat: number) => ComponentChildren;
  item: (seat: number, item: number) => ComponentChildren;
  sum: (seat: number) => ComponentChildren;
  /** Rows below the sum. */
  children?: ComponentChildren;
}

export const Account = ({ class: name, seats, caption, head, item, sum, children }: AccountProps) => (
  <table class={`hn-account ${name}`}>
    {caption && <caption>{caption}</caption>}
    <thead>
      <tr>
        <td />
        {seats.map((seat) => head(seat))}
      </tr>
    </thead>
    <tbody>
      {itemNames().map((title, i) => (
        <tr key={title}>
          <th scope="row">{title}</th>
          {seats.map((seat) => (
            <td key={seat}>{item(seat, i)}</td>
          ))}
        </tr>
      ))}
      <tr class="total">
        <th scope="row">{t("Points")}</th>
        {seats.map((seat) => (
          <td key={seat}>{sum(seat)}</td>
        ))}
      </tr>
      {children}
    </tbody>
  </table>
);
