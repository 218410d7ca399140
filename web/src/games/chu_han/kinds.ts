// The nineteen kinds of cards: value, name, when their ability is for, and the ability in short.
import { m } from "../../frame/texts";
import { ChuHanFacts, ChuHanKinds, type ChuHanKind } from "./types";

/** When an ability can be used; a plain card has none. */
export type Use = "lead" | "response" | "reaction" | "both" | "plain";

export interface Kind {
  id: ChuHanKind;
  value: number;
  copies: number;
  name: string;
  use: Use;
  ability: string;
  /** The seat of the side whose mark it has; in a campaign it is a deserter in the hand of the other. */
  mark: 0 | 1 | null;
}

const plain = (ability = ""): [Use, string] => ["plain", ability];

/** When the ability of a kind can be used, and what it does. */
const ABILITIES: Record<ChuHanKind, [Use, string]> = {
  "0": plain(m("Joker: makes a set one larger and takes its value. Alone it is a 0 and can only be led.")),
  "1": plain(),
  "2": plain(m("A set of six or more 2s scores as many points as it has cards.")),
  "4": plain(),
  "5": plain(),
  "7": plain(),
  "8": plain(),
  "9": plain(),
  ji_bu: ["lead", m("Look at the next four cards of the pile. With no decree left the rival plays with an open hand from now on.")],
  yu_ji: ["lead", m("Discard one other card from your hand.")],
  lyu_zhi: ["reaction", m("Cancel an ability that the rival has just declared.")],
  xiao_he: ["reaction", m("Cancel Lyu Zhi's cancel, so that your ability stands.")],
  peng_yue: ["response", m("Respond with a set of equal instead of higher value.")],
  xiahou_ying: ["response", m("Pass, but lead the next trick; the rival gains 3 points.")],
  zhongli_mo: ["both", m("Play cards of all different values as one set: the lowest is its value. He is not counted.")],
  ying_bu: ["lead", m("Take a card of value 1 to 5 from the discard pile into your hand.")],
  han_xin: ["response", m("The rival must beat the set to beat themselves, or pass; the rival gains 1 point.")],
  liu_bang: ["response", m("Counts as a 10 against a single 9, and only then.")],
  xiang_yu: ["response", m("Pass; all points scored in the rest of this hand count double, for both.")],
};

/** In the order of the record. */
export const KIND_IDS = ChuHanKinds;
export const KINDS: readonly Kind[] = KIND_IDS.map((id) => {
  const [use, ability] = ABILITIES[id];
  return { id, ...ChuHanFacts.kinds[id], use, ability };
});

const byId = new Map<string, Kind>(KINDS.map((kind) => [kind.id, kind]));

/** A kind by its name. */
export function kindOf(id: string): Kind {
  const kind = byId.get(id);
  if (!kind) throw new Error(`no kind of card is called ${id}`);
  return kind;
}

/** As players sort their hand: by value, persons in the order of the table. */
export const SORTED: readonly Kind[] = [...KINDS].sort((a, b) => a.value - b.value);

export const sortKinds = (ids: readonly string[]): string[] =>
  [...ids].sort((a, b) => kindOf(a).value - kindOf(b).value || KINDS.indexOf(kindOf(a)) - KINDS.indexOf(kindOf(b)));

/** "8" or "3 Ji Bu". */
export const nameOf = (kind: Kind): string => (kind.name ? `${kind.value} ${kind.name}` : String(kind.value));

export const VALUES: readonly number[] = [...new Set(SORTED.map(({ value }) => value))];
