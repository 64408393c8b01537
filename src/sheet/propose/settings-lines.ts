import { shownText } from "../cell.ts";
import { decimalSign, type SumRelation } from "../numbers/decimal-sign.ts";
import { type DecimalStyle, signOf } from "../numbers/number-sign.ts";
import type { DecimalReading } from "../take-number.ts";
import type { Decisions } from "./decisions.ts";
import { type ColumnFacts, dateOrderOf } from "./facts.ts";
import { isEitherKind } from "./guess-words.ts";
import type { FoundSheet } from "./join-key.ts";
import type { Recognised } from "./roles.ts";
import { subjectInWords } from "./subject-words.ts";

const numberRoles = [
  "unitPrice",
  "quantity",
  "net",
  "vat",
  "gross",
  "discount",
  "discountPercent",
  "documentDiscount",
  "charge",
  "prepaid",
  "priceBase",
] as const;

const numbersOf = ({ columns }: Recognised): ColumnFacts[] => numberRoles.flatMap((role) => columns[role] ?? []);

/** Decides how numbers that are written as text are read. */
export function numbersIn(own: Recognised, { rows }: FoundSheet): DecimalReading {
  const { quantity, unitPrice, net, vat, gross, discount, priceBase } = own.columns;
  const isPlain = discount === undefined && priceBase === undefined;
  const relations: SumRelation[] = [
    ...(quantity && unitPrice && net && isPlain
      ? [{ is: "product", of: [quantity.column, unitPrice.column, net.column] } as const]
      : []),
    ...(net && vat && gross ? [{ is: "sum", of: [net.column, vat.column, gross.column] } as const] : []),
  ];
  const columns = numbersOf(own).map(({ column }) => column);
  return decimalSign(rows, columns, relations);
}

/** Returns the first number that can be read in two ways, with its heading. */
export function ambiguousIn(own: Recognised): { heading: string; example: string } | undefined {
  for (const { heading, column, rows } of numbersOf(own))
    for (const { cells } of rows) {
      const example = shownText(cells[column]).trim();
      if (cells[column]?.is === "text" && signOf(example) === "either") return { heading, example };
    }
  return undefined;
}

export function decimalLines(numbers: DecimalReading, said: DecimalStyle | undefined): string[] {
  if (said === undefined && numbers === "point") return [];
  if (numbers !== "open") return [`decimals: ${numbers}`];
  return [
    "# Numbers such as 1,250 can be read in two ways: point is 1,250.00, comma is 1.250,00.",
    'decimals: "? point | comma"',
  ];
}

/** Returns what groups rows where no column has the number; `headings`: the columns that may group them. */
export function groupLines({ columns }: Recognised, eachRow: boolean): string[] {
  if (columns.number !== undefined) return [];
  if (eachRow) return ["group_by: each row"];
  const likely = columns.receipt ?? columns.order ?? columns.reference;
  const may = [...(likely ? [likely.heading] : []), "each row"];
  return [
    "# No column has the number of the document: which column is the same in all rows of one? Or is each row one?",
    `group_by: ${JSON.stringify(`? ${may.join(" | ")}`)}`,
  ];
}

/** Says in words what is to be decided about money and kind. */
export function decisionsInWords(
  { currencyOpen, kindOpen, doubts }: Pick<Decisions, "currencyOpen" | "kindOpen" | "doubts">,
  numbers: DecimalReading,
): string[] {
  return [
    ...(kindOpen === undefined
      ? []
      : [
          isEitherKind(kindOpen)
            ? `${kindOpen}: the German word is that of a credit note and of a self-billed invoice: set kind.`
            : `${kindOpen}: a debit note that you write against a supplier is the credit note of self-billing: kind: credit-note. One that the supplier writes for more money is not a self-billed document.`,
        ]),
    ...(currencyOpen === undefined
      ? []
      : [`${currencyOpen.heading}: the currency of the amounts is not sure: set document_currency_code.`]),
    ...(numbers === "open" ? ["Numbers such as 1,250 can be read in two ways: set decimals."] : []),
    ...doubts.map(
      ({ heading, subject, because }) =>
        `${heading}: ${because ?? `it speaks of ${subjectInWords(subject)}`}: say under columns what it is, or ignore.`,
    ),
  ];
}

/**
 * Wraps our own comments at 80 columns; a line of the map stays on one line, even if it is commented out. Removes
 * control characters that come from the sheet, because they could end a comment.
 */
export function remarkLines(given: string): string[] {
  const line = /^ *#/.test(given) ? given.replace(/[\p{Cc}\u2028\u2029]+/gu, " ") : given;
  if (!/^# [A-Z]/.test(line)) return [line];
  const lines: string[] = [];
  for (const word of line.slice(2).split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 80) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines;
}

export function dateOrderIn(
  own: Recognised,
  found: FoundSheet,
  theirs: Recognised | undefined,
  other: FoundSheet | undefined,
) {
  const dates = ({ columns }: Recognised): number[] =>
    [columns.date, columns.due, columns.supplyDate, columns.correctedDate].flatMap((each) =>
      each ? [each.column] : [],
    );
  return dateOrderOf(found.rows, dates(own)) ?? (theirs && other ? dateOrderOf(other.rows, dates(theirs)) : undefined);
}

/** Returns the currency of all documents, still to be decided where it begins with a question mark. */
export function moneyLine(
  fixed: ReadonlyMap<string, string> | undefined,
  { currency, currencyOpen }: Pick<Decisions, "currency" | "currencyOpen">,
): string | undefined {
  if (currencyOpen) return `? ${currencyOpen.may.join(" | ")}`;
  return fixed?.has("document_currency_code") ? undefined : currency;
}
