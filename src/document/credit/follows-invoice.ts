import { type CalculatedLine, calculate } from "../calculate.ts";
import { unitInWords } from "../code-words.ts";
import { amount, type Decimal, formatAmount, isDecimalText, money } from "../money.ts";
import type { DocumentLine, SelfBilledDocument, TaxCategory } from "../shapes.ts";
import { type ItemKey, itemKeyOf, plainNumber } from "../supply/item.ts";
import { priceReasons } from "./credit-lines.ts";
import { namesOfInvoices } from "./over-credited.ts";

/** An invoice that a credit note names, as it was sent. */
export interface FollowedInvoice {
  readonly number: string;
  readonly document: SelfBilledDocument;
}

/** Where a credit note differs from its invoice: the path in the credit note, the message, and what to write. */
export interface NotFollowed {
  readonly path: string;
  readonly message: string;
  readonly change: string;
}

/**
 * Compares a credit note with all the invoices that it names, where the VAT depends on it: exchange rate, tax category
 * and rate; item, unit and price only where its line has a counterpart on its only invoice. Other lines (a rebate, a
 * note for several invoices) only need a category and rate that an invoice has. Never fails; absent values are not
 * compared. Source: contract, Decision 64.
 */
export function notFollowed(note: SelfBilledDocument, invoices: readonly FollowedInvoice[]): NotFollowed[] {
  const [only, another] = invoices;
  if (only === undefined) return [];
  const { currency, lines: own } = calculate(note);
  const invoiced = another === undefined ? invoicedLines(only) : [];
  const how = {
    isPrice: priceReasons.has(note.discrepancy_response),
    isComparable: currency === currencyOf(only.document),
  };
  const rates = rateDifference(note, invoices);
  const lines = own.flatMap((line, at): NotFollowed[] => {
    const place = `document_lines[${at}]`;
    const category = (): NotFollowed[] =>
      categoryDifference(line.line.classified_tax_category, invoices, `${place}.classified_tax_category`);
    return ofCounterpart(line, invoiced, { ...how, place }) ?? category();
  });
  const entries = (["charges", "allowances"] as const).flatMap((name) =>
    (note[name] ?? []).flatMap(({ tax_category }, at) =>
      categoryDifference(tax_category, invoices, `${name}[${at}].tax_category`),
    ),
  );
  return [...rates, ...lines, ...entries];
}

/** A note for several invoices may have any rate between the lowest and the highest of theirs. */
function rateDifference(note: SelfBilledDocument, invoices: readonly FollowedInvoice[]): NotFollowed[] {
  const currency = currencyOf(note);
  const own = decimalOf(note.tax_exchange_rate?.calculation_rate);
  const rates = invoices.flatMap(({ document }) => {
    const rate = decimalOf(document.tax_exchange_rate?.calculation_rate);
    return rate && currencyOf(document) === currency ? [rate] : [];
  });
  if (currency === "AED" || own === undefined || rates.length < invoices.length) return [];
  const sorted = rates.toSorted(money.compare);
  const [lowest = own, highest = own] = [sorted[0], sorted.at(-1)];
  if (money.compare(own, lowest) >= 0 && money.compare(own, highest) <= 0) return [];
  const right = [...new Set(rates.map(formatAmount))].join(", ");
  const message = `The exchange rate is ${formatAmount(own)}, and ${theyHave(invoices)} ${right}: the VAT in AED would not be what was invoiced.`;
  return [{ path: "tax_exchange_rate.calculation_rate", message, change: `Write ${right}.` }];
}

const currencyOf = (document: SelfBilledDocument): string => document.document_currency_code?.trim() || "AED";

function theyHave(invoices: readonly FollowedInvoice[]): string {
  return `${namesOfInvoices(invoices.map(({ number }) => number))} ${invoices.length === 1 ? "has" : "have"}`;
}

interface InvoicedLine {
  readonly calculated: CalculatedLine;
  readonly key: ItemKey;
  /** Names the line in messages. */
  readonly where: string;
}

function invoicedLines({ number, document }: FollowedInvoice): InvoicedLine[] {
  return calculate(document).lines.map((calculated, at) => ({
    calculated,
    key: itemKeyOf(calculated.line),
    where: `line ${at + 1} of ${number}`,
  }));
}

interface Comparing {
  readonly place: string;
  readonly isPrice: boolean;
  readonly isComparable: boolean;
}

/**
 * Undefined if no line of the invoice is for this item. Of several with the same item, the one with the fewest
 * differences counts.
 */
function ofCounterpart(
  own: CalculatedLine,
  invoiced: readonly InvoicedLine[],
  how: Comparing,
): NotFollowed[] | undefined {
  const key = itemKeyOf(own.line);
  const all = invoiced.flatMap((line) =>
    isCounterpart(own.line, key, line) ? [differences(own, key, line, how)] : [],
  );
  return all.toSorted((one, other) => one.length - other.length)[0];
}

/** Whether a line names the same line of an order or delivery note, or has the article number or the name. */
function isCounterpart(line: DocumentLine, key: ItemKey, { calculated, key: other }: InvoicedLine): boolean {
  const its = linesNamed(calculated.line);
  return linesNamed(line).some((each) => its.includes(each)) || isCalledAlike(key, other);
}

const isCalledAlike = (key: ItemKey, other: ItemKey): boolean =>
  (["buyer", "seller", "standard", "name"] as const).some((each) => key[each] !== "" && key[each] === other[each]);

function linesNamed({ order_line_reference: order, despatch_line_reference: despatch }: DocumentLine): string[] {
  const line = plainNumber(order?.line_id);
  const note = plainNumber(despatch?.line_id);
  return [
    ...(line === "" ? [] : [`order ${plainNumber(order?.order_reference_id)} ${line}`]),
    ...(note === "" ? [] : [`despatch ${note}`]),
  ];
}

function differences(
  own: CalculatedLine,
  key: ItemKey,
  { calculated: invoiced, key: other, where }: InvoicedLine,
  { place, isPrice, isComparable }: Comparing,
): NotFollowed[] {
  const found: NotFollowed[] = [];
  const name = own.line.name ?? "";
  const say = (path: string, what: string, written: string, is: string): void => {
    const message = `${name} has the ${what} ${written}, and ${where} has ${is}.`;
    found.push({ path: `${place}.${path}`, message, change: `Write ${is}.` });
  };
  const [ownCategory, category] = [categoryOf(own.line), categoryOf(invoiced.line)];
  if (ownCategory && category && !sameCategory(ownCategory, category))
    say("classified_tax_category", "VAT category", categoryWords(ownCategory), categoryWords(category));
  if (!isCalledAlike(key, other)) say("name", "name", name, invoiced.line.name ?? "");
  for (const [member, what, path] of itemFields)
    if (isOtherNumber(key[member], other[member]))
      say(path, what, written(own.line, path), written(invoiced.line, path));
  if (isPrice) return found;
  const [ownUnit, unit] = [own.line.unit_code?.trim() ?? "", invoiced.line.unit_code?.trim() ?? ""];
  if (ownUnit !== "" && unit !== "" && ownUnit !== unit) say("unit_code", "unit", unitWords(ownUnit), unitWords(unit));
  else if (isComparable && isDearer(own, invoiced)) say("price.base_amount", "price", priceOf(own), priceOf(invoiced));
  return found;
}

/** An HS code may be written with more or fewer digits. */
const isOtherNumber = (one: string, other: string): boolean =>
  one !== "" && other !== "" && !one.startsWith(other) && !other.startsWith(one);

const itemFields = [
  ["buyer", "article number", "buyer_item_identification.id"],
  ["seller", "article number", "seller_item_identification.id"],
  ["standard", "article number", "standard_item_identification.id"],
  ["hs", "HS code", "commodity_classification.item_classification_code"],
] as const;

function written(line: DocumentLine, path: (typeof itemFields)[number][2]): string {
  switch (path) {
    case "buyer_item_identification.id":
      return line.buyer_item_identification?.id ?? "";
    case "seller_item_identification.id":
      return line.seller_item_identification?.id ?? "";
    case "standard_item_identification.id":
      return line.standard_item_identification?.id ?? "";
    case "commodity_classification.item_classification_code":
      return line.commodity_classification?.item_classification_code ?? "";
  }
}

const unitWords = (code: string): string => unitInWords("2", code);

/** Compares the net prices for one unit, without dividing. */
function isDearer(own: CalculatedLine, invoiced: CalculatedLine): boolean {
  const [ours, theirs] = [
    money.times(own.priceAmount, invoiced.baseQuantity),
    money.times(invoiced.priceAmount, own.baseQuantity),
  ];
  return money.compare(ours, theirs) > 0;
}

function priceOf({ priceAmount, baseQuantity }: CalculatedLine): string {
  const per = money.equal(baseQuantity, amount("1")) ? "" : ` for ${formatAmount(baseQuantity)}`;
  return `${formatAmount(priceAmount)}${per}`;
}

/** Whether any line, charge or allowance of the invoices has this category and rate. */
function categoryDifference(
  own: TaxCategory | undefined,
  invoices: readonly FollowedInvoice[],
  path: string,
): NotFollowed[] {
  if (own?.id === undefined) return [];
  const theirs = invoices.flatMap(({ document: { document_lines = [], charges = [], allowances = [] } }) =>
    [...document_lines.map(categoryOf), ...[...charges, ...allowances].map((each) => each.tax_category)].filter(
      (each): each is TaxCategory => each?.id !== undefined,
    ),
  );
  if (theirs.length === 0 || theirs.some((each) => sameCategory(own, each))) return [];
  const all = [...new Set(theirs.map(categoryWords))].join(", ");
  const message = `The VAT category is ${categoryWords(own)}, and ${theyHave(invoices)} only ${all}.`;
  return [{ path, message, change: `Write ${all}.` }];
}

const categoryOf = (line: DocumentLine): TaxCategory | undefined =>
  line.classified_tax_category?.id === undefined ? undefined : line.classified_tax_category;

function sameCategory(one: TaxCategory, other: TaxCategory): boolean {
  if (one.id !== other.id) return false;
  const [first, second] = [decimalOf(one.percent), decimalOf(other.percent)];
  // Exempt and out of scope have no rate: left out, it is the same as 0.
  return first === undefined || second === undefined || money.equal(first, second);
}

function categoryWords({ id = "", percent }: TaxCategory): string {
  const rate = decimalOf(percent);
  return rate === undefined ? id : `${id} ${formatAmount(rate)} %`;
}

function decimalOf(text: unknown): Decimal | undefined {
  return typeof text === "string" && isDecimalText(text) ? amount(text) : undefined;
}
