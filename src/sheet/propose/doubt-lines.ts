import { type ColumnWord, leftOutWord } from "../map/said-columns.ts";
import type { MoneyDoubt } from "./doubt.ts";
import { isBareZero, statusMeant, typeMeant, vatMeant, zeroMeanings } from "./guess-words.ts";
import type { Role } from "./headings.ts";
import { fieldOfRole, yamlName } from "./map-lines.ts";

const wordOfRole: Readonly<Partial<Record<Role, ColumnWord>>> = {
  taxRate: "vat",
  taxCode: "vat",
  vat: "vat amount",
  net: "net",
  gross: "gross",
  type: "kind",
  status: "status",
};

/** Returns what the line of a column with this role says: the field, or the word for what is more than a field. */
export const saidOf = (role: Role): string | undefined => fieldOfRole(role) ?? wordOfRole[role];

/** Returns what the column's line may say, the likeliest first; `ignore` is always among it. */
export const optionsOf = ({ may }: MoneyDoubt): string[] => [
  ...new Set([...may.flatMap((role) => (role === undefined ? ["ignore"] : (saidOf(role) ?? []))), "ignore"]),
];

/** Returns the lines of `columns` for columns that are still to be decided. */
export const doubtLines = (doubts: readonly MoneyDoubt[]): string[] =>
  doubts.map((doubt) => `  ${yamlName(doubt.heading)}: "? ${optionsOf(doubt).join(" | ")}"`);

/** A word of a column, and what it means; undefined if that is not known. */
export type WordMeaning = readonly [word: string, means: string | undefined];

/** What a rate of 0 may be, still to be decided. */
const zeroOpen = `? ${Object.values(zeroMeanings).join(" | ")}`;

/** Returns the words of a column and what they mean if it is what `said` says; empty if it needs none. */
export function meaningsOf({ heading, cells }: MoneyDoubt, said: string): WordMeaning[] {
  const words = cells?.words ?? [];
  const column = { heading, words, said: new Map<string, string>() };
  const each = (means: (word: string) => string | undefined): WordMeaning[] => words.map((word) => [word, means(word)]);
  switch (said) {
    case "vat":
      return each((word) => (isBareZero(word) ? zeroOpen : vatMeant(column, word, undefined)));
    case "vat amount":
      return [
        ["zero", cells?.hasZero === true ? zeroOpen : zeroMeanings["zero-rated"]],
        ["other", "S 5"],
      ];
    case "kind":
      return each((word) => withLeftOut(typeMeant(column, word), "other"));
    case "status":
      return each((word) => withLeftOut(statusMeant(column, word), "out"));
    default:
      return [];
  }
}

const withLeftOut = (means: string | undefined, out: string): string | undefined =>
  means === out ? leftOutWord : means;

/** Returns the group of a column's words for the part `words`; a word without a meaning is a remark. */
export function wordGroup(heading: string, meanings: readonly WordMeaning[]): string[] {
  const lines = meanings.map(([word, means]) => {
    const text = means === undefined ? "" : /^\?/.test(means) ? JSON.stringify(means) : means;
    return `    ${means === undefined ? "# " : ""}${yamlName(word)}: ${text === "" ? '""' : text}`;
  });
  return lines.length === 0 ? [] : [`  ${yamlName(heading)}:`, ...lines];
}

/** What a word without a meaning may be, still to be decided. */
const wordOpen: Readonly<Record<string, string>> = {
  vat: `? S 5 | ${Object.values(zeroMeanings).join(" | ")}`,
  kind: `? invoice | credit-note | ${leftOutWord}`,
  status: `? counts | ${leftOutWord}`,
};

/** Returns the same in one line. `said`: what the column is. */
export const wordsLine = (heading: string, meanings: readonly WordMeaning[], said: string): string =>
  `${yamlName(heading)}: { ${meanings.map(([word, means = wordOpen[said] ?? ""]) => `${yamlName(word)}: ${JSON.stringify(means)}`).join(", ")} }`;

/** Returns the words of all columns that are still to be decided, as their likeliest meaning needs them. */
export const doubtWords = (doubts: readonly MoneyDoubt[]): string[] =>
  doubts.flatMap((doubt) => {
    const meanings = optionsOf(doubt).map((said) => meaningsOf(doubt, said));
    return wordGroup(doubt.heading, meanings.find((each) => each.length > 0) ?? []);
  });
