import { type Amount, amount, type Decimal, isDecimalText, money } from "./money.ts";
import type { AllowanceOrCharge, DocumentLine, SelfBilledDocument, TaxCategory } from "./shapes.ts";

/** `amount` is as sent; if none was sent, it is base × percent ÷ 100 rounded to 2 decimals. */
export interface CalculatedEntry {
  readonly entry: AllowanceOrCharge;
  readonly amount: Amount;
}

/** Amounts are in the document currency unless the name ends in InAed. Source: contract §7.3 steps 1–5. */
export interface CalculatedLine {
  readonly line: DocumentLine;
  /** Net price for one price base quantity (IBT-146). */
  readonly priceAmount: Amount;
  readonly baseQuantity: Decimal;
  readonly baseAmount: Amount;
  readonly charges: readonly CalculatedEntry[];
  readonly allowances: readonly CalculatedEntry[];
  /** Line net amount (IBT-131). */
  readonly netAmount: Amount;
  readonly taxAmount: Amount;
  readonly totalAmount: Amount;
  /** VAT on the line in AED (BTAE-08). */
  readonly taxAmountInAed: Amount;
  /** Line amount with VAT in AED (BTAE-10). */
  readonly totalAmountInAed: Amount;
}

/** A group of the VAT breakdown (IBG-23). `percent` is undefined for E and O. */
export interface TaxGroup {
  readonly category: string;
  readonly percent: Decimal | undefined;
  readonly taxableAmount: Amount;
  readonly taxAmount: Amount;
}

/** Totals have their wire names (§7.2) and are in the document currency unless the name ends in _in_aed. */
export interface Totals {
  readonly line_extension_amount: Amount;
  readonly allowance_total_amount: Amount;
  readonly charge_total_amount: Amount;
  readonly tax_exclusive_amount: Amount;
  readonly tax_amount: Amount;
  readonly tax_amount_in_aed: Amount;
  readonly tax_inclusive_amount: Amount;
  readonly prepaid_amount: Amount;
  readonly payable_rounding_amount: Amount;
  readonly payable_amount: Amount;
  readonly payable_amount_in_aed: Amount;
  readonly total_item_allowances: Amount;
  readonly total_item_charges: Amount;
  readonly total_taxable_amount: Amount;
  readonly total_non_taxable_amount: Amount;
}

export interface Calculation {
  readonly currency: string;
  /** AED for one unit of the document currency; 1 for AED. */
  readonly exchangeRate: Decimal;
  readonly lines: readonly CalculatedLine[];
  readonly charges: readonly CalculatedEntry[];
  readonly allowances: readonly CalculatedEntry[];
  readonly breakdown: readonly TaxGroup[];
  readonly totals: Totals;
  /** Total with VAT in AED (BTAE-20). */
  readonly taxInclusiveAmountInAed: Amount;
  /** The total with VAT minus the VAT, both in AED, so that the three amounts add up. */
  readonly netInAed: Amount;
}

/**
 * Calculates everything that the service calculates, exactly: with the decimals written in the document, rounded half
 * away from zero to 2 places where the contract says so. Never fails: a value that is missing or not a number counts
 * as zero and is reported elsewhere. Source: contract §7.2, §7.3, Decisions 9, 23, 24.
 */
export function calculate(document: SelfBilledDocument): Calculation {
  const { currency, exchangeRate, inAed } = ratesOf(document);
  const lines = [...eachCalculatedLine(document)];
  const charges = entries(document.charges);
  const allowances = entries(document.allowances);
  const breakdown = breakdownOf(lines, charges, allowances);
  const totals = totalsOf(document, lines, charges, allowances, breakdown, inAed);
  const taxInclusiveAmountInAed = inAed(totals.tax_inclusive_amount);
  return {
    currency,
    exchangeRate,
    lines,
    charges,
    allowances,
    breakdown,
    totals,
    taxInclusiveAmountInAed,
    netInAed: money.subtract(taxInclusiveAmountInAed, totals.tax_amount_in_aed),
  };
}

/** Calculates each line on demand. */
export function* eachCalculatedLine(document: SelfBilledDocument): Generator<CalculatedLine, void> {
  const { inAed } = ratesOf(document);
  for (const line of document.document_lines ?? []) yield calculateLine(line, inAed);
}

function ratesOf(document: SelfBilledDocument) {
  const currency = document.document_currency_code?.trim() || "AED";
  const exchangeRate = currency === "AED" ? amount("1") : decimalOf(document.tax_exchange_rate?.calculation_rate, "0");
  const inAed = (value: Amount): Amount => money.round2(money.times(value, exchangeRate));
  return { currency, exchangeRate, inAed };
}

function decimalOf(text: string | undefined, otherwise = "0"): Decimal {
  return amount(text !== undefined && isDecimalText(text) ? text : otherwise);
}

function entries(list: readonly AllowanceOrCharge[] | undefined): CalculatedEntry[] {
  return (list ?? []).map((entry) => ({ entry, amount: entryAmount(entry) }));
}

function entryAmount(entry: AllowanceOrCharge): Amount {
  if (entry.amount !== undefined && isDecimalText(entry.amount)) return money.round2(amount(entry.amount));
  return money.round2(money.percentOf(decimalOf(entry.base_amount), decimalOf(entry.multiplier_factor_numeric)));
}

function total(list: readonly CalculatedEntry[]): Amount {
  return money.sum(list.map((each) => each.amount));
}

function calculateLine(line: DocumentLine, inAed: (value: Amount) => Amount): CalculatedLine {
  const { price } = line;
  const priceAmount = money.subtract(decimalOf(price?.base_amount), decimalOf(price?.allowance?.amount));
  const written = decimalOf(price?.base_quantity, "1");
  const baseQuantity = money.isPositive(written) ? written : amount("1");
  const baseAmount = money.round2(money.divide(money.times(decimalOf(line.quantity), priceAmount), baseQuantity));
  const charges = entries(line.charges);
  const allowances = entries(line.allowances);
  const netAmount = money.subtract(money.add(baseAmount, total(charges)), total(allowances));
  const taxAmount = taxOf(line.classified_tax_category, netAmount);
  const totalAmount = money.add(netAmount, taxAmount);
  return {
    line,
    priceAmount,
    baseQuantity,
    baseAmount,
    charges,
    allowances,
    netAmount,
    taxAmount,
    totalAmount,
    taxAmountInAed: inAed(taxAmount),
    totalAmountInAed: inAed(totalAmount),
  };
}

/** Only category S (standard rate) results in VAT here; Z, E, O, AE and N result in zero. */
function taxOf(category: TaxCategory | undefined, taxable: Amount): Amount {
  return category?.id === "S" ? money.round2(money.percentOf(taxable, decimalOf(category.percent))) : money.zero;
}

/**
 * One group per category for Z, E, O, AE and N, one per rate for S, in order of appearance. AE and N take the lines'
 * rate; a margin group counts lines only, because document charges and allowances of category N do not exist
 * (IBR-102-AE).
 */
function breakdownOf(
  lines: readonly CalculatedLine[],
  charges: readonly CalculatedEntry[],
  allowances: readonly CalculatedEntry[],
): TaxGroup[] {
  const groups = new Map<string, { category: string; percent: Decimal | undefined; taxable: Amount }>();
  const add = (category: TaxCategory | undefined, value: Amount): void => {
    const id = category?.id;
    if (id === undefined) return;
    const percent = rateOf(category);
    const key = id === "S" ? `S ${percent?.toFixed() ?? ""}` : id;
    const group = groups.get(key);
    if (group) group.taxable = money.add(group.taxable, value);
    else groups.set(key, { category: id, percent, taxable: value });
  };
  // Lines are added first, so that a group takes their rate, if they have one.
  for (const each of lines) add(each.line.classified_tax_category, each.netAmount);
  for (const each of charges) add(each.entry.tax_category, each.amount);
  for (const each of allowances) add(each.entry.tax_category, money.subtract(money.zero, each.amount));
  return [...groups.values()].map(({ category, percent, taxable }) => ({
    category,
    percent,
    taxableAmount: taxable,
    taxAmount: category === "S" && percent ? money.round2(money.percentOf(taxable, percent)) : money.zero,
  }));
}

function rateOf(category: TaxCategory | undefined): Decimal | undefined {
  switch (category?.id) {
    case "E":
    case "O":
      return undefined;
    case "Z":
      return decimalOf(category.percent);
    default:
      return category?.percent !== undefined && isDecimalText(category.percent) ? amount(category.percent) : undefined;
  }
}

function totalsOf(
  document: SelfBilledDocument,
  lines: readonly CalculatedLine[],
  charges: readonly CalculatedEntry[],
  allowances: readonly CalculatedEntry[],
  breakdown: readonly TaxGroup[],
  inAed: (value: Amount) => Amount,
): Totals {
  const lineExtension = money.sum(lines.map((each) => each.netAmount));
  const taxExclusive = money.add(money.subtract(lineExtension, total(allowances)), total(charges));
  const tax = money.sum(breakdown.map((group) => group.taxAmount));
  const taxInclusive = money.add(taxExclusive, tax);
  const prepaid = decimalOf(document.prepaid_amount);
  const rounding = decimalOf(document.payable_rounding_amount);
  const payable = money.add(money.subtract(taxInclusive, prepaid), rounding);
  const taxableOf = (categories: readonly string[]): Amount =>
    money.sum(breakdown.filter((group) => categories.includes(group.category)).map((group) => group.taxableAmount));
  return {
    line_extension_amount: lineExtension,
    allowance_total_amount: total(allowances),
    charge_total_amount: total(charges),
    tax_exclusive_amount: taxExclusive,
    tax_amount: tax,
    tax_amount_in_aed: inAed(tax),
    tax_inclusive_amount: taxInclusive,
    prepaid_amount: prepaid,
    payable_rounding_amount: rounding,
    payable_amount: payable,
    payable_amount_in_aed: inAed(payable),
    total_item_allowances: money.sum(lines.map((each) => total(each.allowances))),
    total_item_charges: money.sum(lines.map((each) => total(each.charges))),
    total_taxable_amount: taxableOf(["S", "Z", "AE", "N"]),
    total_non_taxable_amount: taxableOf(["E", "O"]),
  };
}
