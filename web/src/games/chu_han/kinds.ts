// The nineteen kinds of cards: value, name, when their ability is for.
import { glossary } from "../../frame/texts";
import { ChuHanFacts, ChuHanKinds, type ChuHanKind } from "./types";

/** When an ability can be used; a plain card has none. */
export type Use = "lead" | "response" | "reaction" | "both" | "plain";

export interface Kind {
  id: ChuHanKind;
  value: number;
  copies: number;
  name: string;
  use: Use;
  /** The seat of the side whose mark it has; in a campaign it is a deserter in the hand of the other. */
  mark: 0 | 1 | null;
}

/** In the order of the record. */
export const KIND_IDS = ChuHanKinds;
export const KINDS: readonly Kind[] = KIND_IDS.map((id) => ({ id, ...ChuHanFacts.kinds[id] }));

/** What an ability does, as the rules say it; empty for a card that is only a number. */
export const abilityOf = ({ id }: Kind): string => glossary[id]?.effect ?? "";

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
