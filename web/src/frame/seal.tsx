// The seal on all chance of a game: this browser remembers it from the beginning, and checks at the end what was sealed.
import { useState } from "preact/hooks";
import type { TableView } from "../types";
import { keep, kept } from "./kept";
import { sha256 } from "./sha256";
import { m, t } from "./texts";
import "./seal.css";

const KEY = "tianxia.seals";
const MOST = 200;

function remembered(): [table: string, seal: string][] {
  try {
    return JSON.parse(kept(KEY) ?? "[]");
  } catch {
    return []; // somebody else has written there
  }
}

/** Keeps the seal of a game that is not over, as it is seen first. */
export function remember({ table, commitment, revealed }: TableView): void {
  const seals = remembered();
  if (revealed || !commitment || seals.some(([known]) => known === table)) return;
  keep(KEY, JSON.stringify([...seals, [table, commitment]].slice(-MOST)));
}

const ANSWERS = {
  same: m("The seal fits, and it is the one that this browser saw while the game was played."),
  unseen: m("The seal fits. This browser did not see it before the end: compare it with what somebody noted at the beginning."),
  changed: m("The seal is not the one that this browser saw while the game was played!"),
  wrong: m("The seal does not fit: something else was sealed!"),
};

async function checked({ table, commitment, revealed }: TableView): Promise<keyof typeof ANSWERS> {
  if (!revealed || (await sha256(`${revealed.seed}:${revealed.salt}`)) !== commitment) return "wrong";
  const seen = remembered().find(([known]) => known === table)?.[1];
  return seen === undefined ? "unseen" : seen === commitment ? "same" : "changed";
}

/** Nothing where there is no seal, as for a game that was brought in from a file, or it is not open yet. */
export function SealCheck({ view }: { view: TableView }) {
  const [answer, setAnswer] = useState<keyof typeof ANSWERS | null>(null);
  if (!view.revealed || !view.commitment) return null;
  return (
    <div class="row wraps apart seal-check">
      <button type="button" class="button" data-kind="seal" onClick={() => void checked(view).then(setAnswer)}>
        {t("Check the deal")}
      </button>
      <p role="status" data-answer={answer ?? ""}>
        {answer && t(ANSWERS[answer])}
      </p>
    </div>
  );
}
