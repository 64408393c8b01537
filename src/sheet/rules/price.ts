import { type Amount, amount, isDecimalText, isRecord, money } from "../../document/index.ts";
import { type Complaint, shortened } from "../complaint.ts";
import type { PriceRule } from "../map/map-parts.ts";

/**
 * The maximum number of decimal places in a readable price; if a price needs more, the price of the whole quantity is
 * written.
 */
const mostDecimals = 6;

type Line = Record<string, unknown>;

/**
 * Writes the price of a line from the line's value or its unit price, with or without VAT. The result is exact: value
 * ÷ quantity if that ends within six decimal places; otherwise the price of the whole quantity (`base_quantity`), so
 * that quantity × price ÷ base quantity gives exactly the value. A value with VAT is first divided by 1 + rate and
 * rounded to 2 decimals, like the VAT of a line; only category S bears VAT. Problem: `price-not-exact`. Source: line
 * net amount IBT-131 = IBT-129 × (IBT-146 ÷ IBT-149).
 */
export function writePrice(line: Line, said: string, of: PriceRule["of"], includesVat: boolean): Complaint | undefined {
  const price: Line = isRecord(line.price) ? line.price : {};
  line.price = price;
  price.base_amount ??= said;
  const quantity = decimalOf(line.quantity);
  const value = decimalOf(said);
  // Missing or invalid numbers are reported elsewhere.
  if (value === undefined || quantity === undefined) return undefined;
  if (!money.isPositive(quantity))
    return refused(
      `${shortened(String(line.quantity))} is not a quantity that a value can be divided by.`,
      "Correct the quantity.",
    );
  const rate = includesVat ? rateOf(line) : money.zero;
  if (rate === undefined) return undefined;
  if (of === "unit_price" && money.isZero(rate)) {
    price.base_amount = said;
    return undefined;
  }
  const gross = of === "amount" ? value : money.round2(money.times(value, quantity));
  if (of === "amount" && money.decimalsOf(said) > 2 && !money.equal(money.round2(gross), gross))
    return refused(`${said} has more than two decimals, so that the line cannot come to it.`, "Round it in the sheet.");
  const net = money.isZero(rate)
    ? gross
    : money.round2(money.divide(money.times(gross, hundred), money.add(hundred, rate)));
  const each = money.divide(net, quantity);
  const isExact = decimals(each) <= mostDecimals && money.equal(money.times(each, quantity), net);
  price.base_amount = (isExact ? each : net).toFixed();
  if (!isExact) price.base_quantity = String(line.quantity);
  return undefined;
}

const hundred = amount("100");

/** Returns the VAT rate of a line in percent, 0 for any category but S; undefined if the line does not show it. */
function rateOf({ classified_tax_category: category }: Line): Amount | undefined {
  if (!isRecord(category) || typeof category.id !== "string") return undefined;
  return category.id === "S" ? decimalOf(category.percent) : money.zero;
}

/**
 * Returns the total including VAT, from line values or from unit prices × quantities; anything not numeric counts as
 * zero.
 */
export function grossOf(lines: readonly Line[], said: ReadonlyArray<string | undefined>, { of }: PriceRule): Amount {
  return money.sum(
    lines.map((line, at) => {
      const value = decimalOf(said[at]) ?? money.zero;
      return of === "amount" ? value : money.round2(money.times(value, decimalOf(line.quantity) ?? money.zero));
    }),
  );
}

/**
 * Reverses the signs of a credit note's line (quantity, price, allowances and charges). Returns `said`, reversed too.
 */
export function reversedLine(line: Line, said: string | undefined): string | undefined {
  const quantity = decimalOf(line.quantity);
  const price: Line = isRecord(line.price) ? line.price : {};
  const unit = decimalOf(price.base_amount);
  if (said !== undefined) {
    if (quantity !== undefined && money.isNegative(quantity)) line.quantity = negated(line.quantity);
    return negated(said);
  }
  if (unit !== undefined && money.isNegative(unit) && quantity !== undefined && !money.isNegative(quantity))
    price.base_amount = negated(price.base_amount);
  else {
    line.quantity = negated(line.quantity);
    if (unit !== undefined && money.isNegative(unit)) price.base_amount = negated(price.base_amount);
  }
  for (const name of ["allowances", "charges"])
    for (const entry of Array.isArray(line[name]) ? line[name].filter(isRecord) : [])
      if (String(entry.amount).startsWith("-")) entry.amount = negated(entry.amount);
  return undefined;
}

/** True if quantity, value or price is negative. */
export function isReversedLine(line: Line, said: string | undefined): boolean {
  const price: Line = isRecord(line.price) ? line.price : {};
  return [said, line.quantity, price.base_amount].some((text) => typeof text === "string" && text.startsWith("-"));
}

function negated(text: unknown): string {
  const plain = String(text);
  if (!isDecimalText(plain) || money.isZero(amount(plain))) return plain;
  return plain.startsWith("-") ? plain.slice(1) : `-${plain}`;
}

function decimalOf(text: unknown): Amount | undefined {
  return typeof text === "string" && isDecimalText(text) ? amount(text) : undefined;
}

function decimals(value: Amount): number {
  return money.decimalsOf(value.toFixed());
}

function refused(message: string, hint: string): Complaint {
  return { code: "price-not-exact", message, hint };
}
