import { type Amount, amount, isDecimalText, isRecord, money } from "../../document/index.ts";

type Entry = Record<string, unknown>;

/**
 * Writes discounts and charges of a line that the sheet gives in percent of quantity × price as their amount, with the
 * percentage in the reason: an official rule refuses some percentages whose exact amount a binary number misses. A
 * percentage of 0 is not a discount.
 */
export function writePercentages(line: Entry): void {
  for (const name of ["allowances", "charges"]) {
    const list = line[name];
    if (!Array.isArray(list)) continue;
    const kept = list.filter((entry) => !isRecord(entry) || complete(entry, line));
    if (kept.length === 0) delete line[name];
    else line[name] = kept;
  }
}

/** Returns whether the entry changes the line at all. */
function complete(entry: Entry, line: Entry): boolean {
  const percent = decimalOf(entry.multiplier_factor_numeric);
  if (percent === undefined || entry.amount !== undefined) return true;
  if (money.isZero(percent)) return false;
  const value = worthOf(line);
  const base = decimalOf(entry.base_amount) ?? (value && money.round2(value));
  if (base === undefined) return true;
  const { multiplier_factor_numeric: rate, reason } = entry;
  delete entry.multiplier_factor_numeric;
  delete entry.base_amount;
  if (typeof reason === "string") entry.reason = `${reason} ${String(rate)} %`;
  entry.amount = money.round2(money.divide(money.times(base, percent), hundred)).toFixed();
  return true;
}

const hundred = amount("100");

function worthOf(line: Entry): Amount | undefined {
  const price = isRecord(line.price) ? line.price : {};
  const [quantity, each] = [decimalOf(line.quantity), decimalOf(price.base_amount)];
  const base = price.base_quantity === undefined ? amount("1") : decimalOf(price.base_quantity);
  if (!quantity || !each || !base || money.isZero(base)) return undefined;
  return money.divide(money.times(quantity, each), base);
}

function decimalOf(text: unknown): Amount | undefined {
  return typeof text === "string" && isDecimalText(text) ? amount(text) : undefined;
}
