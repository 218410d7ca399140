// The nineteen kinds of cards: value, name, when their ability is for, and the ability in short.
import { m } from "../../frame/texts";
import { ChuHanKinds, type ChuHanKind } from "../../types";

/** When an ability can be used; a plain card has none. */
export type Use = "lead" | "response" | "reaction" | "both" | "plain";

export interface Kind {
  id: ChuHanKind;
  value: number;
  copies: number;
  name: string;
  use: Use;
  ability: string;
  /** The seat of the side whose mark it has. */
  mark: 0 | 1 | null;
}

type Printed = Omit<Kind, "id" | "mark">;

const plain = (value: number, name = "", ability = ""): Printed => ({
  value,
  copies: value === 0 ? 1 : 10 - value,
  name,
  use: "plain",
  ability,
});

const person = (value: number, name: string, use: Use, ability: string): Printed => ({
  value,
  copies: 1,
  name,
  use,
  ability,
});

const TABLE: Record<ChuHanKind, Printed> = {
  "0": plain(0, "Xiong Xin", m("Joker: makes a set one larger and takes its value. Alone it is a 0 and can only be led.")),
  "1": plain(1),
  "2": plain(2, "Fan Zeng", m("A set of six or more 2s scores as many points as it has cards.")),
  "4": plain(4),
  "5": plain(5),
  "7": plain(7),
  "8": plain(8),
  "9": plain(9),
  ji_bu: person(3, "Ji Bu", "lead", m("Look at the next four cards of the pile. With no decree left the rival plays with an open hand from now on.")),
  yu_ji: person(3, "Yu Ji", "lead", m("Discard one other card from your hand.")),
  lyu_zhi: person(3, "Lyu Zhi", "reaction", m("Cancel an ability that the rival has just declared.")),
  xiao_he: person(3, "Xiao He", "reaction", m("Cancel Lyu Zhi's cancel, so that your ability stands.")),
  peng_yue: person(3, "Peng Yue", "response", m("Respond with a set of equal instead of higher value.")),
  xiahou_ying: person(3, "Xiahou Ying", "response", m("Pass, but lead the next trick; the rival gains 3 points.")),
  zhongli_mo: person(3, "Zhongli Mo", "both", m("Play cards of all different values as one set: the lowest is its value. He is not counted.")),
  ying_bu: person(6, "Ying Bu", "lead", m("Take a card of value 1 to 5 from the discard pile into your hand.")),
  han_xin: person(6, "Han Xin", "response", m("The rival must beat the set to beat themselves, or pass; the rival gains 1 point.")),
  liu_bang: person(6, "Liu Bang", "response", m("Counts as a 10 against a single 9, and only then.")),
  xiang_yu: person(6, "Xiang Yu", "response", m("Pass; all points scored in the rest of this hand count double, for both.")),
};

/** The side whose mark a card has; in a campaign it is a deserter in the hand of the other. */
const MARKS: Partial<Record<ChuHanKind, 0 | 1>> = {
  "1": 0,
  "5": 0,
  "7": 0,
  lyu_zhi: 0,
  xiao_he: 0,
  peng_yue: 0,
  xiahou_ying: 0,
  han_xin: 0,
  liu_bang: 0,
  "2": 1,
  "8": 1,
  ji_bu: 1,
  yu_ji: 1,
  zhongli_mo: 1,
  ying_bu: 1,
  xiang_yu: 1,
};

/** In the order of the record. */
export const KIND_IDS = ChuHanKinds;
export const KINDS: readonly Kind[] = KIND_IDS.map((id) => ({ id, ...TABLE[id], mark: MARKS[id] ?? null }));

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

export const VALUES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
