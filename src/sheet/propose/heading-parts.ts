import { currencyPatterns, plainLetters } from "../numbers/currency-text.ts";
import { unitGuess } from "./guess-words.ts";

/** What a heading says beside its subject: `Price (USD) per 100` has a currency and a number of pieces. */
export interface HeadingParts {
  /** The heading in plain words, without these parts. */
  readonly bare: string;
  /** `?` if the heading speaks of a foreign currency without naming it. */
  readonly currency?: string;
  readonly unit?: string;
  /** What numbers of the column are multiplied by: 1000 for `'000`. */
  readonly factor?: string;
  /** The number of pieces that the price is for. */
  readonly per?: string;
  /** A rate in the heading, such as 5 in `VAT 5%`. */
  readonly rate?: string;
}

/** Returns a heading in lower case, with one form of each Arabic letter; `InvoiceDate` becomes two words. */
function folded(heading: string): string {
  return plainLetters(
    heading.includes(" ") ? heading : heading.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ").replace(/\bUo M/, "UoM"),
  );
}

/**
 * Returns a heading in lower case, with single spaces (`InvoiceDate` becomes two words), without punctuation, and with
 * one form of each Arabic letter; a percent sign is a word of its own.
 */
export function plainHeading(heading: string): string {
  return plain(folded(heading));
}

const plain = (text: string): string =>
  text
    .replace(/(?<=price|rate|cost)\s*\/\s*unit(?!\p{L})/gu, " per unit")
    .replace(/%/g, " % ")
    .replace(/[^\p{L}\p{N}%]+/gu, " ")
    .trim();

/** Groups of columns that some programs write behind each heading. */
const groupBehind =
  /\s*\((?:items?|purchase (?:invoice|receipt|order) items?|taxes|purchase taxes and charges|payment schedule|lines?|header|details?)\)\s*$/;

/** The name of the lines in front of a heading, as some programs write it. */
const groupInFront =
  /^\s*(?:(?:purchase |sales )?(?:invoice|bill|order|receipt|document) (?:lines?|items?)|operations|stock moves?|moves?(?: lines?)?|lines?|items?|products?)\s*\/\s*/;

/** True for the column of a line in an export that names document and lines apart, such as `Rate (Items)`. */
export const isChildHeading = (heading: string): boolean =>
  ofLines.test(folded(heading)) || groupInFront.test(folded(heading));

const ofLines = /\((?:items?|purchase (?:invoice|receipt|order) items?|lines?)\)\s*$/;

const factors: readonly (readonly [RegExp, string])[] = [
  [
    /(?:\bin\s+)?['’‘`´]\s*000'?s?|\(\s*000(?:['’]?s)?\s*\)|(?<![\d,.])000s?(?!\d)|\b(?:in )?thousands?\b|\bx\s?1,?000\b/,
    "1000",
  ],
  [/\b(?:in )?(?:mn|mio|millions?)\b|['’]000,000/, "1000000"],
  [/\b(?:in )?(?:lacs?|lakhs?)\b/, "100000"],
  [/\bin hundreds\b/, "100"],
];

const numbersInWords: Readonly<Record<string, string>> = {
  hundred: "100",
  thousand: "1000",
  mille: "1000",
  "000": "1000",
};

export function headingParts(heading: string): HeadingParts {
  let text = folded(heading).replace(groupBehind, "").replace(groupInFront, "");
  const parts: { currency?: string; unit?: string; factor?: string; per?: string; rate?: string } = {};
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const found = pattern.exec(text) ?? undefined;
    if (found) text = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
    return found;
  };
  const rate = take(/(?<!\p{L})@?\s*(\d{1,2}(?:\.\d+)?)\s*%/u);
  if (rate) parts.rate = rate[1] ?? "";
  for (const { code, pattern } of currencyPatterns) if (take(pattern)) parts.currency ??= code;
  const per = take(/(?:\b(?:per|je|pro|par)|\/|لكل)\s*(\d[\d,]*|hundred|thousand|mille)\b\s*(\p{L}+)?/u);
  if (per) {
    const count = (per[1] ?? "").replaceAll(",", "");
    parts.per = numbersInWords[count] ?? count;
    const unit = unitOf(per[2] ?? "");
    if (unit) parts.unit = unit;
  }
  for (const [pattern, factor] of factors) if (take(pattern)) parts.factor ??= factor;
  const bare = plain(withoutUnit(text, parts));
  const whole = parts.unit === undefined ? unitHeading(bare) : undefined;
  return { bare, ...parts, ...(whole === undefined ? {} : { unit: whole }) };
}

/** Words that are units in a cell but say nothing in a heading. */
const noUnits = new Set(["unit", "units", "number", "no", "one", "item", "items", "each", "each one"]);

const unitOf = (word: string): string | undefined => {
  const trimmed = word.trim();
  return trimmed === "" || noUnits.has(trimmed) ? undefined : unitGuess(trimmed);
};

/** Units that head a column which counts them, such as `Litres`; a period of days or months may be a term of payment. */
const countedUnits = new Set(
  "KGM GRM TNE LBR LTR MLT MTR MTK MTQ KMT FOT FTK YRD HUR DZN XCT XBX XBG XPK XPX XRO XDR XBO PR GLL".split(" "),
);

const unitNames: Readonly<Record<string, string>> = { tonnage: "TNE", gallons: "GLL", gals: "GLL" };

/** Returns the unit that a heading consists of, as in `Litres`, `No. of bags` or `Hours worked`. */
export function unitHeading(bare: string): string | undefined {
  const word = bare
    .replace(/^(?:no of|number of|nr of|total|عدد) /, "")
    .replace(/ (?:worked|supplied|delivered|received|used)$/, "");
  const unit = unitNames[word] ?? unitOf(word);
  // One box may be a word for something else; boxes are counted.
  const isCount = unit !== undefined && (!/^(?:X|PR|DZN)/.test(unit) || /s$|كراتين|اكياس/.test(word));
  return isCount && word.length > 1 && countedUnits.has(unit) ? unit : undefined;
}

const countWords =
  /^(?:qty|quantity|qnty|quan|weight|wt|net weight|net wt|volume|الكمية|كمية|الوزن|total|total qty|total quantity|received qty|qty received|accepted qty|invoiced qty|billed qty|order qty|ordered qty|received|price|rate|unit price|unit rate|menge|preis|prix|quantité|qté)$/;

/** Takes a unit out of the heading: in brackets, after `in`, `per` or `/`, or as the last word of a quantity. */
function withoutUnit(text: string, parts: { unit?: string }): string {
  const places = [
    /\(([^()]*)\)/u,
    /\[([^[\]]*)\]/u,
    /\b(?:in|per|je|pro|par)\s+([\p{L}\d²³]+(?: (?:tons?|met(?:er|re)s?|feet|foot))?)\s*$/u,
    /\/\s*([\p{L}\d²³]+)\s*$/u,
    /\bلكل\s+(\p{L}+)/u,
    /(?<=كمية )بال(\p{L}+)/u,
    /(?<=^\s*(?:ال)?سعر )(?:ال)?(\p{L}+)\s*$/u,
  ];
  for (const place of places) {
    const found = place.exec(text);
    const unit = found && unitOf((found[1] ?? "").replace(/^(?:in|per|je|pro|par)\s+/, "").replace(/\.$/, ""));
    if (!found || !unit) continue;
    parts.unit ??= unit;
    return `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  }
  const words = plain(text).split(" ");
  const [last = "", rest] = [words.at(-1) ?? "", words.slice(0, -1).join(" ")];
  const unit = countWords.test(rest) ? unitOf(last) : undefined;
  if (!unit || parts.unit) return text;
  parts.unit = unit;
  return rest;
}
