import { shownText } from "../cell.ts";
import { currencyIn, plainLetters, someCurrency } from "../numbers/currency-text.ts";
import { headingParts } from "./heading-parts.ts";
import type { FoundSheet } from "./join-key.ts";
import { yamlName } from "./map-lines.ts";
import type { Columns } from "./roles.ts";

/** What texts above and below a table, and the names of sheets, say of all its amounts. */
export interface TitlesSay {
  /** A foreign currency, with the text that names it. */
  readonly currency?: { readonly heading: string; readonly may: readonly string[] };
  /** A text by which amounts include VAT. */
  readonly included?: string;
  /** A text that speaks of another VAT than the standard rate. */
  readonly vat?: string;
  /** A text by which amounts are in thousands or the like. */
  readonly factor?: { readonly text: string; readonly factor: string };
}

const ofAmounts =
  /\b(?:amount|currency|value|figure|price|rate)s?\b|\b(?:alle )?(?:beträge|preise)\b|\b(?:montants|prix)\b|مبالغ|اسعار|عملة/u;
const includesVat =
  /(?:incl(?:\.|uding|usive|ude|udes)?|inkl\.?)(?: of)?(?: \d{1,2} ?%)? (?:vat|tax|ust|mwst)|(?:vat|tax)[ -]incl|\bttc\b|شامل(?:ة)? (?:ل)?(?:ل|ال)?ضريبة/u;
const otherVat =
  /\b(?:(?:vat|tax)[ -])?exempt(?:ed|ion)?\b|\bzero[ -]rated?\b|\breverse[ -]charge|\bout of scope\b|\b0(?:[.,]0+)? ?% ?(?:vat|tax)|\b(?:no|without|not subject to|free of) (?:vat|tax)\b|\bnon-?[ -]?(?:taxable|vatable)\b|\b(?:vat|tax) (?:is )?not (?:applicable|charged)|\bsteuerfrei\b|\bexonéré|معفا|معفى|صفرية/u;

export function titlesSay(sheets: readonly FoundSheet[]): TitlesSay {
  let says: TitlesSay = {};
  for (const text of textsOf(sheets)) {
    const low = plainLetters(text);
    const code = /\b[A-Z]{3}\b|\p{Sc}/u.test(text) || ofAmounts.test(low) ? currencyIn(text) : undefined;
    const isForeign = code !== undefined && code !== "AED" && code !== someCurrency;
    const factor = code !== undefined || ofAmounts.test(low) ? headingParts(text).factor : undefined;
    says = {
      ...(isForeign ? { currency: { heading: text, may: [code, "AED"] } } : {}),
      ...(includesVat.test(low) ? { included: text } : {}),
      ...(otherVat.test(low) ? { vat: text } : {}),
      ...(factor === undefined ? {} : { factor: { text, factor } }),
      ...says,
    };
  }
  return says;
}

const longest = 80;

/** Returns the names of sheets, the cells above the headings, and rows below them that have nothing but one text. */
function textsOf(sheets: readonly FoundSheet[]): string[] {
  const all = sheets.flatMap(({ sheet, head }) => [
    sheet.delimiter === undefined ? (sheet.name ?? "") : "",
    ...sheet.rows.flatMap(({ number, cells }) => {
      const texts = cells.map(shownText).filter((text) => text.trim() !== "");
      return number < head.number || (number > head.number && texts.length === 1) ? texts : [];
    }),
  ]);
  return all.filter((text) => text !== "" && text.length <= longest);
}

/** Returns the part that multiplies amounts, still to be decided, where a title says that they are in thousands. */
function openTimesLines(columns: Columns, { factor }: TitlesSay): string[] {
  const amounts = [columns.unitPrice, columns.net, columns.gross, columns.vat].flatMap((each) => each ?? []);
  if (factor === undefined || Object.values(columns).some(({ says }) => says.factor !== undefined)) return [];
  const lines = amounts.map(({ heading }) => `  ${yamlName(heading)}: "? ${factor.factor} | 1"`);
  return lines.length === 0 ? [] : ["", `# ${yamlName(factor.text)} says so.`, "times:", ...lines];
}

/** Where a title speaks of another VAT: the category that it names first, without a blank, as a rate would follow it. */
function openCategory(text: string): string {
  const named = /reverse/iu.test(text) ? "AE" : /zero|0 ?%|صفرية/iu.test(text) ? "Z" : /scope/iu.test(text) ? "O" : "E";
  return `"?${[named, ...["E", "Z", "O", "AE"].filter((each) => each !== named), "S"].join("|")}"`;
}

/** Returns what titles leave to be decided. `vat`: the category and rate of all rows, if no column shows VAT. */
export function titlesOpen(columns: Columns, sheets: readonly FoundSheet[], vat: string | undefined) {
  const says = titlesSay(sheets);
  const isOpen = vat === "S 5" && says.vat !== undefined;
  const times = openTimesLines(columns, says);
  return {
    vat: isOpen ? openCategory(says.vat ?? "") : vat,
    times,
    unclear: [
      ...(isOpen ? [`"${says.vat}": it speaks of VAT: set the category of all lines.`] : []),
      ...(times.length > 0 ? [`"${says.factor?.text}": say below times what amounts are multiplied by.`] : []),
    ],
  };
}
