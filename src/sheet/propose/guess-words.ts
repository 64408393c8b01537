import { codeMeant, codes } from "../../document/index.ts";
import rows from "./words.txt";

type Subject = "vat" | "status" | "canceled" | "type" | "itemType" | "inclusive" | "metal";

const patterns = rows.split("\n").map((row) => {
  const [, subject, means = "", pattern = ""] = /^(\S+) ([^:]+): (.*)$/.exec(row) ?? [];
  return { subject, means, pattern: new RegExp(pattern) };
});

/** What a word of a cell means in a column of this subject (words.txt); undefined where nothing is known. */
export function meantBy(subject: Subject, word: string): string | undefined {
  const plain = word.trim().toLowerCase();
  return patterns.find((each) => each.subject === subject && each.pattern.test(plain))?.means;
}

/** What a rate of zero may be; the VAT category and rate of each as `vat` of a map writes it. */
export const zeroMeanings = {
  "zero-rated": "Z 0",
  exempt: "E",
  "reverse-charge": "AE 5",
  "out-of-scope": "O",
} as const;

export type ZeroMeaning = keyof typeof zeroMeanings;

/** Whether a word says a rate of zero and no category. */
export const isBareZero = (word: string): boolean => meantBy("vat", word) === "zero";

/** The VAT category and rate that a tax code probably means; undefined where nothing is probable. `zero`: what a mere 0 % is. */
export function vatGuess(word: string, zero: ZeroMeaning | undefined): string | undefined {
  const meant = meantBy("vat", word);
  return meant === "zero" ? zero && zeroMeanings[zero] : meant;
}

/** The unit that a word means, a ton of 1,000 kg as it is used in the UAE; undefined where nothing is known. */
export const unitGuess = (word: string): string | undefined =>
  /^\s*tons?\s*$/i.test(word) ? "TNE" : codeMeant(codes.unitCodes, word.trim());

/** Whether a yes in a column of this heading means that the row does not count. */
export const saysOut = (heading: string): boolean => /cancel+ed|suspended/i.test(heading);

/** Whether rows with this word in a column of states are final documents; undefined where it is not known. */
export const statusMeant = (heading: string, word: string): "counts" | "out" | undefined =>
  ((saysOut(heading) ? meantBy("canceled", word) : undefined) ?? meantBy("status", word)) as
    | "counts"
    | "out"
    | undefined;

/** What a word of a column of document types names; undefined where it is not known. */
export const typeMeant = (word: string): "invoice" | "credit-note" | "other" | undefined =>
  meantBy("type", word) as "invoice" | "credit-note" | "other" | undefined;
