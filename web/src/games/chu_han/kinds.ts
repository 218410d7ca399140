// The nineteen kinds of cards: value, name, when their ability is for, and the ability in short.
import { m } from "../../frame/texts";

/** When an ability can be used; a plain card has none. */
export type Use = "lead" | "response" | "reaction" | "both" | "plain";

export interface Kind {
  id: string;
  value: number;
  copies: number;
  name: string;
  use: Use;
  ability: string;
}

const plain = (value: number, name = "", ability = ""): Kind => ({
  id: String(value),
  value,
  copies: value === 0 ? 1 : 10 - value,
  name,
  use: "plain",
  ability,
});

const person = (id: string, value: number, name: string, use: Use, ability: string): Kind => ({
  id,
  value,
  copies: 1,
  name,
  use,
  ability,
});

/** In the order of the record. */
export const KINDS: readonly Kind[] = [
  plain(0, "Xiong Xin", m("Joker: makes a set one larger and takes its value. Alone it is a 0 and can only be led.")),
  plain(1),
  plain(2, "Fan Zeng", m("A set of six or more 2s scores as many points as it has cards.")),
  plain(4),
  plain(5),
  plain(7),
  plain(8),
  plain(9),
  person("ji_bu", 3, "Ji Bu", "lead", m("Look at the next four cards of the pile. With no decree left the rival plays with an open hand from now on.")),
  person("yu_ji", 3, "Yu Ji", "lead", m("Discard one other card from your hand.")),
  person("lyu_zhi", 3, "Lyu Zhi", "reaction", m("Cancel an ability that the rival has just declared.")),
  person("xiao_he", 3, "Xiao He", "reaction", m("Cancel Lyu Zhi's cancel, so that your ability stands.")),
  person("peng_yue", 3, "Peng Yue", "response", m("Respond with a set of equal instead of higher value.")),
  person("xiahou_ying", 3, "Xiahou Ying", "response", m("Pass, but lead the next trick; the rival gains 3 points.")),
  person("zhongli_mo", 3, "Zhongli Mo", "both", m("Play cards of all different values as one set: the lowest is its value. He is not counted.")),
  person("ying_bu", 6, "Ying Bu", "lead", m("Take a card of value 1 to 5 from the discard pile into your hand.")),
  person("han_xin", 6, "Han Xin", "response", m("The rival must beat the set to beat themselves, or pass; the rival gains 1 point.")),
  person("liu_bang", 6, "Liu Bang", "response", m("Counts as a 10 against a single 9, and only then.")),
  person("xiang_yu", 6, "Xiang Yu", "response", m("Pass; all points scored in the rest of this hand count double, for both.")),
];

export const KIND_IDS: readonly string[] = KINDS.map((kind) => kind.id);

const byId = new Map(KINDS.map((kind) => [kind.id, kind]));

export function kindOf(id: string): Kind {
  const kind = byId.get(id);
  if (!kind) throw new Error(`no kind of card is called ${id}`);
  return kind;
}

/** As players sort their hand: by value, persons in the order of the table. */
export const SORTED: readonly Kind[] = [...KINDS].sort((a, b) => a.value - b.value);

export const sortKinds = (ids: readonly string[]): string[] =>
  [...ids].sort((a, b) => kindOf(a).value - kindOf(b).value || KIND_IDS.indexOf(a) - KIND_IDS.indexOf(b));

/** "8" or "3 Ji Bu". */
export const nameOf = (kind: Kind): string => (kind.use === "plain" ? String(kind.value) : `${kind.value} ${kind.name}`);

export const VALUES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
