// Texts in the reader's language. A text's name is its English sentence, as in the Python catalogues; the page brings
// the dictionary along as JSON in `#texts`, where a text with plurals is the list of its forms.

type Values = Record<string, string | number>;

const dictionary: Record<string, string | string[]> = JSON.parse(
  document.getElementById("texts")?.textContent || "{}",
);

export const language = document.documentElement.lang.slice(0, 2) || "en";

/** Which plural form a count takes, in gettext's order of forms. */
export function pluralForm(lang: string, count: number): number {
  if (lang !== "pl") return count === 1 ? 0 : 1;
  if (count === 1) return 0;
  const ones = count % 10;
  const tens = count % 100;
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? 1 : 2;
}

function fill(text: string, values: Values): string {
  if (!text.includes("{")) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The text in the reader's language, with `{names}` filled in. */
export function t(text: string, values: Values = {}): string {
  const found = dictionary[text];
  return fill((Array.isArray(found) ? found[0] : found) || text, values);
}

/** The form for a count; `{count}` is filled in too. */
export function n(one: string, many: string, count: number, values: Values = {}): string {
  const found = dictionary[one];
  const form = Array.isArray(found) ? found[pluralForm(language, count)] : count === 1 ? one : many;
  return fill(form || many, { count, ...values });
}

/** What stands on a card. */
export interface Words {
  name: string;
  timing: string;
  effect: string;
}

/** The cards that the game has to read, by their ids; the page brings them along as JSON in `#glossary`. */
export const glossary: Readonly<Partial<Record<string, Words>>> = JSON.parse(document.getElementById("glossary")?.textContent || "{}");

export const wordsOf = (card: string): Words => glossary[card] ?? { name: card, timing: "", effect: "" };

/** Marks a text in a table as one to translate; `t` is called where it is shown. */
export const m = (text: string): string => text;

/** Of a drawing: its names and signs are not to be translated. Elsewhere it is `translate={false}`. */
export const AS_IT_IS: Record<string, string> = { translate: "no" };
