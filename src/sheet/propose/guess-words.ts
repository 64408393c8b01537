import { codeMeant, codes } from "../../document/index.ts";
import { normal } from "../map/map-parts.ts";
import rows from "./words.txt";

type Subject = "vat" | "status" | "canceled" | "flag" | "type" | "itemType" | "inclusive" | "metal";

const patterns = rows.split("\n").map((row) => {
  const [, subject, means = "", pattern = ""] = /^(\S+) ([^:]+): (.*)$/.exec(row) ?? [];
  return { subject, means, pattern: new RegExp(pattern) };
});

/** Returns the meaning of a word according to words.txt; undefined if it is not listed. */
export function meantBy(subject: Subject, word: string): string | undefined {
  const plain = word.trim().toLowerCase();
  return patterns.find((each) => each.subject === subject && each.pattern.test(plain))?.means;
}

/** The possible meanings of 0 %, each as category and rate, as written under `vat` in a map. */
export const zeroMeanings = {
  "zero-rated": "Z 0",
  exempt: "E",
  "reverse-charge": "AE 5",
  "out-of-scope": "O",
} as const;

export type ZeroMeaning = keyof typeof zeroMeanings;

/** True for a word that gives a VAT rate of zero but no category. */
export const isBareZero = (word: string): boolean => meantBy("vat", word) === "zero";

/** Returns the VAT category and rate that a word means; undefined if unclear. `zero`: the meaning of a plain 0 %. */
function vatGuess(word: string, zero: ZeroMeaning | undefined): string | undefined {
  const meant = meantBy("vat", word);
  return meant === "zero" ? zero && zeroMeanings[zero] : meant;
}

/** The same for a word of a column: N is a category only among others; alone, or beside Y, it says no to something. */
export const vatMeant = (
  { words }: { readonly words: readonly string[] },
  word: string,
  zero: ZeroMeaning | undefined,
): string | undefined =>
  /^\s*n\s*$/i.test(word) && !words.some((each) => /^\s*(?:s|z|e|o|ae)\s*$/i.test(each))
    ? undefined
    : vatGuess(word, zero);

/** Returns the unit code that a word means; undefined if unknown. A ton means 1,000 kg, as in the UAE. */
export const unitGuess = (word: string): string | undefined =>
  otherUnits.get(word.trim().toLowerCase().replace(/\.$/, "")) ?? codeMeant(codes.unitCodes, word.trim());

/** Words of German and French lists, some of which are rare codes of something else. */
const otherUnits = new Map(
  Object.entries({
    TNE: "ton tons to",
    H87: "stk stck stück stueck pièce pièces pce pces",
    DZN: "dutzend dtz douzaine douzaines",
    XCT: "karton kartons",
    HUR: "stunde stunden heure heures",
    DAY: "tag tage jour jours",
    XBO: "flasche flaschen bouteille bouteilles",
    KGM: "kilogramm kilogrammes",
  }).flatMap(([code, words]) => words.split(" ").map((word) => [word, code] as const)),
);

/** True for the heading of a column in which "yes" means that the row does not count. */
export const saysOut = (heading: string): boolean => /cancel+ed|suspended/i.test(heading);

/** A column's heading, and the meanings that the user gave to its words. */
interface Worded {
  readonly heading: string;
  readonly said: ReadonlyMap<string, string>;
}

/** Returns `counts` if rows with this status are final documents, otherwise `out`; undefined if unknown. */
export const statusMeant = ({ heading, said }: Worded, word: string): "counts" | "out" | undefined =>
  (said.get(normal(word)) ?? (saysOut(heading) ? meantBy("canceled", word) : undefined) ?? meantBy("status", word)) as
    | "counts"
    | "out"
    | undefined;

export const typeMeant = ({ heading, said }: Worded, word: string): "invoice" | "credit-note" | "other" | undefined =>
  (said.get(normal(word)) ??
    (isReturnFlag(heading) ? meantBy("flag", word) : undefined) ??
    (isPostingKey(heading) ? postingKeys[word.trim()] : undefined) ??
    meantBy("type", word)) as "invoice" | "credit-note" | "other" | undefined;

/** True for the heading of SAP's posting keys. */
export const isPostingKey = (heading: string): boolean => /^pk$|posting key|\bbschl|buchungsschl/i.test(heading);

/** The keys of what suppliers bill and of what they credit. */
const postingKeys: Readonly<Record<string, string>> = { "31": "invoice", "21": "credit-note" };

/** In German, the word for a credit note is also that for a self-billed invoice. */
export const isEitherKind = (text: string): boolean => /gutschrift/i.test(text);

/** True for the heading of a column in which "yes" means that the row takes back. */
export const isReturnFlag = (heading: string): boolean =>
  /\b(?:is )?(?:return(?:ed)?|reversal)\b|\bis (?:debit|credit) note\b/i.test(heading);
