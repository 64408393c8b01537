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
  /** A text by which amounts are in AED. */
  readonly local?: string;
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
      ...(code === "AED" && ofAmounts.test(low) ? { local: text } : {}),
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
function timesLines(columns: Columns, { factor }: TitlesSay, said: string | undefined): string[] {
  const amounts = [columns.unitPrice, columns.net, columns.gross, columns.vat].flatMap((each) => each ?? []);
  if (factor === undefined || Object.values(columns).some(({ says }) => says.factor !== undefined)) return [];
  if (said === "1") return [];
  const lines = amounts.map(({ heading }) => `  ${yamlName(heading)}: ${said ?? `"? ${factor.factor} | 1"`}`);
  return lines.length === 0 ? [] : ["", `# ${yamlName(factor.text)} says so.`, "times:", ...lines];
}

/** The categories and rates that all rows may have where a title speaks of another VAT; the one that it names first. */
function categoriesFor(text: string): string[] {
  const named = /reverse/iu.test(text)
    ? "AE 5"
    : /zero|(?<![\d.,])0(?:[.,]0+)? ?%|صفرية/iu.test(text)
      ? "Z 0"
      : /scope/iu.test(text)
        ? "O"
        : "E";
  return [named, ...["E", "Z 0", "O", "AE 5", "S 5"].filter((each) => each !== named)];
}

/** What a person said about titles: the VAT of all rows, and what amounts are multiplied by. */
export interface TitlesSaid {
  readonly vatOfAll?: string | undefined;
  readonly factor?: string | undefined;
}

/** A title and what it may mean for all rows; the likeliest first. */
export interface OpenTitle {
  readonly text: string;
  readonly may: readonly string[];
}

/** Returns what titles leave to be decided. `vat`: the category and rate of all rows, if no column shows VAT. */
export function titlesOpen(
  columns: Columns,
  sheets: readonly FoundSheet[],
  vat: string | undefined,
  { vatOfAll, factor }: TitlesSaid,
) {
  const says = titlesSay(sheets);
  const isOpen = vat === "S 5" && says.vat !== undefined && vatOfAll === undefined;
  const may = categoriesFor(says.vat ?? "");
  const times = timesLines(columns, says, factor);
  const isTimesOpen = times.length > 0 && factor === undefined;
  return {
    vat: isOpen ? undefined : vat === "S 5" ? (vatOfAll ?? vat) : vat,
    lines: [...times, ...(isOpen ? ["", `# ${yamlName(says.vat ?? "")} says so.`, `vat: "? ${may.join(" | ")}"`] : [])],
    open: {
      vat: isOpen ? { text: says.vat ?? "", may } : undefined,
      times: isTimesOpen ? { text: says.factor?.text ?? "", may: [says.factor?.factor ?? "", "1"] } : undefined,
    },
    unclear: [
      ...(isOpen ? [`"${says.vat}": it speaks of VAT: say what vat of all lines is.`] : []),
      ...(isTimesOpen ? [`"${says.factor?.text}": say below times what amounts are multiplied by.`] : []),
    ],
  };
}
