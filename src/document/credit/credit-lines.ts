import { failAll, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { CalculatedLine } from "../calculate.ts";
import { quantityWords, unitInWords } from "../code-words.ts";
import { amount, type Decimal, formatAmount, isDecimalText, money } from "../money.ts";
import type { DocumentLine } from "../shapes.ts";
import type { CreditedLine, EarlierCredit } from "./credited.ts";

/** `position` counts from 1. Without a quantity, the whole remaining quantity is credited. */
export interface LineChoice {
  readonly position: number;
  readonly quantity?: string | undefined;
}

export interface Picked {
  readonly line: DocumentLine;
  readonly position: number;
  readonly quantity: Decimal;
  /** Whether the entire invoiced line is credited. */
  readonly whole: boolean;
}

/**
 * A credit note does not say which invoice line it credits, so lines with the same name and unit are counted together.
 */
interface Kind {
  readonly lines: DocumentLine[];
  credited: Decimal;
  left: Decimal;
}

/** These reasons change only the price, not the quantities of an invoice. */
export const priceReasons: ReadonlySet<string | undefined> = new Set(["DL8.61.1.C", "VD"]);

/** Returns a tolerance of 0.01 for each of `count` rounded amounts. */
export function fils(count: number): Decimal {
  return money.times(amount(String(count)), amount("0.01"));
}

/** Undefined if the quantity is missing or not a number. */
export function quantityOf(line: { readonly quantity?: string | undefined }): Decimal | undefined {
  return line.quantity !== undefined && isDecimalText(line.quantity) ? amount(line.quantity) : undefined;
}

/** Reports all problems together: `over-credited`, `bad-usage`. */
export function chooseLines(
  lines: readonly DocumentLine[],
  choices: readonly LineChoice[],
  earlier: readonly EarlierCredit[],
  invoiceNumber: string,
): Result<{ picked: Picked[]; remarks: Problem[]; takesAll: boolean }> {
  const kinds = kindsOf(lines);
  const remarks = earlier.flatMap((credit) => count(credit, kinds));
  const problems: Problem[] = [];
  const picked: Picked[] = [];
  const wanted = choices.length > 0 ? choices : lines.map((_, index): LineChoice => ({ position: index + 1 }));
  for (const choice of wanted) {
    const line = lines[choice.position - 1];
    const kind = line && kinds.get(lineKey(line.name, line.unit_code));
    if (!line || !kind) {
      problems.push(noSuchLine(choice.position, lines.length, invoiceNumber));
      continue;
    }
    const invoiced = quantityOf(line) ?? money.zero;
    const most = smaller(invoiced, kind.left);
    const quantity = choice.quantity === undefined ? most : amount(choice.quantity);
    if (money.compare(quantity, most) > 0 || !money.isPositive(quantity)) {
      if (choices.length > 0) problems.push(tooMuch(choice, line, kind, most, earlier));
      continue;
    }
    kind.left = money.subtract(kind.left, quantity);
    picked.push({ line, position: choice.position, quantity, whole: money.equal(quantity, invoiced) });
  }
  if (problems.length > 0) return failAll(problems);
  if (picked.length === 0) return failAll([nothingLeft(invoiceNumber, earlier)]);
  // Nothing of any line is left after this note.
  const takesAll = [...kinds.values()].every(({ left }) => !money.isPositive(left));
  return ok({ picked, remarks: [...remarks, ...(choices.length > 0 ? [] : ambiguous(kinds, lines))], takesAll });
}

function kindsOf(lines: readonly DocumentLine[]): Map<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const line of lines) {
    const key = lineKey(line.name, line.unit_code);
    const kind = kinds.get(key) ?? { lines: [], credited: money.zero, left: money.zero };
    kind.lines.push(line);
    kind.left = money.add(kind.left, quantityOf(line) ?? money.zero);
    kinds.set(key, kind);
  }
  return kinds;
}

/** Key for matching the lines of a credit note with those of the invoice. */
export function lineKey(name = "", unit = ""): string {
  return `${name.trim()}\n${unit.trim()}`;
}

/** Subtracts the quantities of an earlier credit note; reports a line that the invoice does not have. */
function count(credit: EarlierCredit, kinds: ReadonlyMap<string, Kind>): Problem[] {
  return credit.lines.flatMap((line) => {
    const kind = kinds.get(lineKey(line.name, line.unitCode));
    const quantity = quantityOf(line);
    if (kind && quantity) {
      kind.credited = money.add(kind.credited, quantity);
      kind.left = money.subtract(kind.left, quantity);
      return [];
    }
    return credit.shared ? [] : [uncounted(credit, line)];
  });
}

function uncounted(credit: EarlierCredit, line: CreditedLine): Problem {
  return problem(
    "credits-uncounted",
    `The credit note ${credit.number} has a line “${line.name}” ${line.unitCode === "" ? "without a unit" : `in ${unitInWords("2", line.unitCode)}`}, which the invoice does not have; its quantity is not counted.`,
    "Look at that credit note before you send this one.",
    { severity: "warning" },
  );
}

/**
 * Reports lines with the same name but different prices, some of them already credited: these must be chosen with
 * --line.
 */
function ambiguous(kinds: ReadonlyMap<string, Kind>, lines: readonly DocumentLine[]): Problem[] {
  return [...kinds.values()].flatMap((kind) => {
    const prices = new Set(
      kind.lines.map((line) => `${line.price?.base_amount} ${line.price?.allowance?.amount ?? ""}`),
    );
    if (prices.size < 2 || money.isZero(kind.credited)) return [];
    const places = kind.lines.map((line) => lines.indexOf(line) + 1).join(" and ");
    return [
      problem(
        "credits-uncounted",
        `Lines ${places} have one name and different prices, and earlier credit notes do not tell which of them they took back.`,
        "Choose the lines with --line.",
        { severity: "warning" },
      ),
    ];
  });
}

function tooMuch(
  choice: LineChoice,
  line: DocumentLine,
  kind: Kind,
  most: Decimal,
  earlier: readonly EarlierCredit[],
): Problem {
  const wanted = choice.quantity === undefined ? "" : `, not ${choice.quantity}`;
  const some = money.isPositive(most) ? formatAmount(most) : undefined;
  const left = quantityWords(some ?? "0", line.unit_code ?? "");
  const before = money.isZero(kind.credited) ? "" : ` Credited before: ${formatAmount(kind.credited)}.`;
  const atMost = some === undefined ? [] : [`Credit at most ${some}.`];
  const counted = earlier.length === 0 ? [] : [`Counted: ${listOf(earlier)}.`];
  return problem(
    "over-credited",
    `Line ${choice.position} (${line.name ?? ""}) has ${left} left to credit${wanted}. Invoiced: ${line.quantity}.${before}`,
    [...atMost, ...counted].join(" ") || "Correct the quantity.",
  );
}

function nothingLeft(invoiceNumber: string, earlier: readonly EarlierCredit[]): Problem {
  return problem(
    "over-credited",
    `Nothing is left to credit of ${invoiceNumber}.`,
    `Counted: ${listOf(earlier)}. If one of them should not count, write the credit note yourself: selfbill templates copy credit-note`,
  );
}

function noSuchLine(position: number, count: number, invoiceNumber: string): Problem {
  const has = count === 1 ? "one line" : `${count} lines`;
  return problem(
    "bad-usage",
    `The invoice ${invoiceNumber} has no line ${position}; it has ${has}.`,
    "Count its lines from 1.",
  );
}

function listOf(earlier: readonly EarlierCredit[]): string {
  return earlier.map((each) => (each.status ? `${each.number} (${each.status})` : each.number)).join(", ");
}

function smaller(a: Decimal, b: Decimal): Decimal {
  return money.compare(a, b) <= 0 ? a : b;
}

/** Converts a calculated line to the form used for counting. */
export function creditedLine({ line, netAmount }: CalculatedLine): CreditedLine {
  return {
    name: line.name ?? "",
    unitCode: line.unit_code ?? "",
    quantity: line.quantity ?? "",
    netAmount: formatAmount(netAmount),
  };
}
