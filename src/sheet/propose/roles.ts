import { type Amount, amount, money } from "../../document/index.ts";
import { type Row, shownText } from "../cell.ts";
import type { MoneyDoubt } from "./doubt.ts";
import { amountIn, type ColumnFacts, factsOf, holdsDates, isNumbered, type Said } from "./facts.ts";
import { meantBy, unitGuess } from "./guess-words.ts";
import { type Role, unitRank } from "./headings.ts";
import type { ExportProgram } from "./programs.ts";
import { inOwnCurrency, isAedWord, settleCurrency } from "./settle-currency.ts";
import {
  explainedAmounts,
  isTaxable,
  productsHold,
  type SettledMoney,
  settleCharges,
  settleDiscount,
  settlePrices,
} from "./settle-money.ts";
import { settleUnits } from "./settle-units.ts";
import { withoutTwoSuppliers } from "./two-suppliers.ts";

export type Columns = Readonly<Partial<Record<Role, ColumnFacts>>>;

/** What the headings and rows show: each column's role, and whether prices include VAT. */
export interface Recognised {
  /** The accounting program that exported the sheet. */
  readonly program: ExportProgram | undefined;
  readonly columns: Columns;
  /** True if the unit price includes VAT or, without a unit price, if there is a gross amount but no net amount. */
  readonly pricesWithVat: boolean;
  readonly facts: readonly ColumnFacts[];
  readonly assumed: readonly string[];
  /** Columns that could change an amount, and that neither headings nor sums settle. */
  readonly doubts: readonly MoneyDoubt[];
  /** Headings of columns that the sums of others show not to be needed. */
  readonly resolved: readonly string[];
  /** Whether products or sums of the columns in use come out in all rows. */
  readonly isProven: boolean;
  /** The currency that sums show all amounts in use to be in. */
  readonly shown: string | undefined;
}

/** Roles of columns that contain the cost of a line. */
export const amountRoles = ["unitPrice", "net", "gross", "amount", "metalAmount"] as const;

/**
 * Chooses the column with the most exact heading for each role, and identifies amounts by their sums. `isIncluded`: a
 * title says that amounts include VAT.
 */
export function recognised(
  head: Row,
  rows: readonly Row[],
  program: ExportProgram | undefined,
  said?: Said,
  isIncluded = false,
): Recognised {
  const facts = factsOf(head, rows, program, said);
  const columns: Partial<Record<Role, ColumnFacts>> = {};
  for (const each of [...facts].sort((a, b) => a.rank - b.rank || a.column - b.column)) {
    const { role } = each;
    if (role !== undefined && columns[role] === undefined && each.fits) columns[role] = each;
  }
  withoutTwoSuppliers(columns, facts, rows);
  const inAed = inOwnCurrency(columns, facts);
  const dated = settleDate(columns);
  const counts = facts.filter((each) => each.role === "quantity" && each.fits && !each.isBlank);
  const chosen = chooseQuantity(columns, counts, rows);
  const counted = columns.quantity;
  const settled = [...chosen.told, ...settleQuantity(columns, rows), ...withoutNothing(columns, rows)];
  const useless = [
    ...chosen.resolved,
    ...(counted !== undefined && columns.quantity !== counted ? [counted.heading] : []),
  ];
  const currencies = settleCurrency(columns, facts, rows);
  const prices = settlePrices(columns, facts, rows);
  settleAmounts(columns, rows, facts, isIncluded);
  const discount = settleDiscount(columns, rows, facts);
  const charges = settleCharges(columns, facts, rows);
  const units = settleUnits(columns, facts, rows);
  settled.push(...discount.told, ...settleMaking(columns, rows));
  const pricesWithVat = includesVat(columns, rows, isIncluded);
  const assumed = [...dated, ...settled, ...supposed(columns, pricesWithVat), ...readAs(columns)];
  const all = [...chosen.doubts, ...currencies.doubts, ...prices.doubts, ...discount.doubts, ...units.doubts];
  const resolved = [
    ...inAed,
    ...currencies.resolved,
    ...useless,
    ...units.resolved,
    ...discount.resolved,
    ...charges.resolved,
    ...explainedAmounts(columns, facts, rows),
  ];
  const isProven = isTaxable(columns, rows) || productsHold(columns, rows);
  const doubts = all.filter(({ heading }) => !currencies.resolved.includes(heading));
  const { shown } = currencies;
  return { program, columns, facts, pricesWithVat, assumed, doubts, resolved, isProven, shown };
}

/** A list of receipts without another date has the date of each receipt: it is taken for the issue date, and told. */
function settleDate(columns: Partial<Record<Role, ColumnFacts>>): string[] {
  const { date, receiptDate } = columns;
  if (date !== undefined || receiptDate === undefined || !holdsDates(receiptDate)) return [];
  columns.date = receiptDate;
  delete columns.receiptDate;
  return [`${receiptDate.heading} is the issue date of each document`];
}

/**
 * Prefers the column for which quantity × price gives the value, then one that is not a weight; asks where others have
 * other numbers and nothing shows which is meant. If its cells contain the unit, that unit is used.
 */
function chooseQuantity(
  columns: Partial<Record<Role, ColumnFacts>>,
  counts: readonly ColumnFacts[],
  rows: readonly Row[],
): SettledMoney {
  const { unitPrice, unit } = columns;
  const value = columns.net ?? columns.amount ?? columns.gross;
  const comesOut = (each: ColumnFacts): boolean =>
    unitPrice !== undefined && value !== undefined && multiplies(rows, each, unitPrice, value, columns.priceBase);
  const isPriced = ({ says }: ColumnFacts): boolean => says.unit !== undefined && says.unit === unitPrice?.says.unit;
  const exact = counts.find(({ isSaid }) => isSaid) ?? counts.find(comesOut) ?? counts.find(isPriced);
  const plain = counts.filter((each) => !isWeight(each));
  const headed = plain.filter(({ rank }) => rank < unitRank);
  const chosen =
    exact ??
    headed.find(({ heading }) => /accepted/i.test(heading)) ??
    headed.find((each) => !isOrdered(each)) ??
    headed[0] ??
    plain[0] ??
    columns.quantity;
  if (chosen === undefined) return { told: [], doubts: [], resolved: [] };
  columns.quantity = chosen;
  const others = counts.filter((each) => each !== chosen);
  const said =
    others.length === 0
      ? []
      : [`${chosen.heading} is the quantity, not ${others.map(({ heading }) => heading).join(" or ")}`];
  const isLess = ({ rank }: ColumnFacts): boolean => rank >= unitRank && chosen.rank < unitRank;
  const open = exact ? [] : others.filter((each) => !isWeight(each) && !isLess(each) && !isSameIn(rows, chosen, each));
  const resolved = others.filter((each) => exact !== undefined || isLess(each)).map(({ heading }) => heading);
  const doubts = open.map(
    ({ heading }): MoneyDoubt => ({ subject: "quantity", heading, may: [undefined, "quantity"] }),
  );
  if (!chosen.isMeasured || unit === undefined) return { told: said, doubts, resolved };
  delete columns.unit;
  return {
    told: [...said, `${unit.heading} is not the unit: the cells of ${chosen.heading} have it`],
    doubts,
    resolved,
  };
}

/** What was ordered is billed only where nothing says what came. */
const isOrdered = ({ heading }: ColumnFacts): boolean => /\b(?:order(?:ed)?|po|demand)\b/i.test(heading);

/** True if the two columns have the same number in every row that has a number in the second one. */
const isSameIn = (rows: readonly Row[], a: ColumnFacts, b: ColumnFacts): boolean =>
  rows.every((row) => {
    const [one, two] = [amountIn(row, a), amountIn(row, b)];
    return two === undefined || (one !== undefined && money.equal(one, two));
  });

const weights = new Set(["KGM", "GRM", "TNE", "CTM", "LBR", "ONZ"]);

const isWeight = ({ units }: ColumnFacts): boolean =>
  units.length > 0 && units.every((unit) => weights.has(unitGuess(unit) ?? ""));

/**
 * A weight is the quantity only if no other column counts what was supplied; a quantity column with zeros is not used.
 */
function settleQuantity(columns: Partial<Record<Role, ColumnFacts>>, rows: readonly Row[]): string[] {
  const { quantity, weight, unitPrice } = columns;
  const value = columns.net ?? columns.amount ?? columns.gross;
  const isNothing = (row: Row, each: ColumnFacts): boolean => money.isZero(amountIn(row, each) ?? money.zero);
  const valued =
    value === undefined ? [] : rows.filter((row) => isNumbered(row, columns.number) && !isNothing(row, value));
  const without = quantity === undefined ? [] : valued.filter((row) => isNothing(row, quantity));
  const isUseless = quantity !== undefined && unitPrice === undefined && without.length > 0;
  if (isUseless) delete columns.quantity;
  const said = isUseless
    ? [`${quantity.heading} is not the quantity: ${without.length} rows have 0 or nothing there`]
    : [];
  if (weight === undefined || columns.quantity !== undefined) return said;
  columns.quantity = weight;
  return [...said, `${weight.heading} is the quantity, because no other column counts what was supplied`];
}

/**
 * Reads a row with gold and its making charge as two lines if the VAT in every row is on the making charge only,
 * otherwise as one line. Source: making that is priced separately is a service and bears VAT, while the gold may be
 * under the reverse charge (the tax authority's VATP029).
 */
function settleMaking(columns: Partial<Record<Role, ColumnFacts>>, rows: readonly Row[]): string[] {
  const { metalAmount: metal, makingAmount: making, net, vat, gross, number } = columns;
  delete columns.metalAmount;
  delete columns.makingAmount;
  if (metal === undefined || making === undefined) return [];
  const parts = rows.flatMap((row) => {
    const [one, two] = [amountIn(row, metal) ?? money.zero, amountIn(row, making) ?? money.zero];
    const both = money.add(one, two);
    const [tax, all, without] = [vat, gross, net].map((column) => column && amountIn(row, column));
    const borne = tax ?? (all && money.subtract(all, both));
    const isWhole =
      (all === undefined || (borne !== undefined && money.equal(all, money.add(both, borne)))) &&
      (without === undefined || money.equal(without, both));
    const isOfMaking = borne !== undefined && money.equal(borne, money.round2(money.times(two, twentieth)));
    return isNumbered(row, number) ? [{ two, isWhole, isApart: isWhole && isOfMaking }] : [];
  });
  const [gold, work] = [metal.heading, making.heading];
  if (parts.every(({ two }) => money.isZero(two))) return [];
  const value = net ?? gross;
  if (value === undefined || !parts.every(({ isWhole }) => isWhole))
    return [`${work} is in no line: ${value?.heading ?? "no column"} is not the total of ${gold} and ${work}`];
  if (!parts.every(({ isApart }) => isApart))
    return [`${gold} and ${work} are one line of their total: its VAT is not that of ${work} alone`];
  Object.assign(columns, { metalAmount: metal, makingAmount: making });
  for (const role of ["unitPrice", "discount", "inclusive"] as const) delete columns[role];
  return [`each row is two lines, ${gold} and ${work}: its VAT is 5 % of ${work} alone`];
}

const twentieth = amount("0.05");

/** Removes a discount column that is always zero, and an exchange rate of 1 if amounts are in AED. */
function withoutNothing(columns: Partial<Record<Role, ColumnFacts>>, rows: readonly Row[]): string[] {
  const { rate, currency } = columns;
  const all = (each: ColumnFacts, test: (value: Amount) => boolean): boolean =>
    rows.every((row) => test(amountIn(row, each) ?? money.zero));
  for (const role of ["discount", "discountPercent", "documentDiscount", "prepaid"] as const) {
    const column = columns[role];
    if (column !== undefined && !column.isSaid && all(column, money.isZero)) delete columns[role];
  }
  for (const role of ["prepaid", "retention"] as const) if (columns[role]?.isSaid !== true) delete columns[role];
  const { itemType } = columns;
  if (itemType?.words.every((word) => meantBy("itemType", word)) !== true) delete columns.itemType;
  const isAed = currency === undefined || currency.words.every(isAedWord);
  if (rate === undefined) return [];
  if (!isAed || !all(rate, isNoRate)) return currency === undefined ? [] : onesElsewhere(rate, currency);
  delete columns.rate;
  return [`${rate.heading} is 1 in all rows, because amounts are in AED: it is not an exchange rate`];
}

/** Explains that rows in another currency with a rate of 1 or 0 have no real exchange rate. */
function onesElsewhere(rate: ColumnFacts, currency: ColumnFacts): string[] {
  if (rate.rows !== currency.rows) return [];
  const found = rate.rows.flatMap((row) => {
    const code = shownText(row.cells[currency.column]).trim().toUpperCase();
    const value = amountIn(row, rate);
    return code !== "" && !isAedWord(code) && value && isNoRate(value) ? [code] : [];
  });
  const [code] = found;
  if (code === undefined) return [];
  const rows = found.length === 1 ? "1 row" : `${found.length} rows`;
  return [
    `${rate.heading} is 1 in ${rows} in ${[...new Set(found)].join(", ")}: that is not a rate to AED, so it is left out; give it with --exchange-rate when you import`,
  ];
}

/** True for 1 and 0, which are never the exchange rate from another currency to AED. */
export const isNoRate = (value: Amount): boolean => money.isZero(value) || money.equal(value, one);

const one = amount("1");

/** Explains how columns with an unusual or ambiguous heading were read. */
function readAs({ date, supplierName, supplierCode, trn }: Columns): string[] {
  const serial =
    date?.isNumeric && !date.isDate ? [`${date.heading} has the days that a spreadsheet counts, shown as numbers`] : [];
  const column = trn ?? supplierCode ?? supplierName;
  const isBuyer = [supplierName, supplierCode].find(
    (each) => each && /customer|buyer|consignee|bill to/i.test(each.heading),
  );
  if (column === undefined || isBuyer === undefined) return serial;
  return [
    ...serial,
    `${isBuyer.heading} is the supplier: the sheet lists purchases, although this heading is that of sales`,
  ];
}

/**
 * Determines from the heading or the sums whether a column simply named "amount" or "total" is the net or the gross
 * amount.
 */
function settleAmounts(
  columns: Partial<Record<Role, ColumnFacts>>,
  rows: readonly Row[],
  facts: readonly ColumnFacts[],
  isIncluded: boolean,
): void {
  netBesideTotal(columns, rows, facts);
  const { amount, net, gross, vat } = columns;
  if (amount !== undefined) {
    const isGross = net !== undefined && vat !== undefined && adds(rows, net, vat, amount);
    if (isGross && gross === undefined) move(columns, "amount", "gross");
    else if (net === undefined) move(columns, "amount", isIncluded && gross === undefined ? "gross" : "net");
  }
  const { unitPrice, quantity, gross: total } = columns;
  // The column for quantity × price without VAT may be named "Total".
  if (columns.net === undefined && columns.vat === undefined && unitPrice && quantity && total?.withVat === undefined)
    if (
      total !== undefined &&
      total.rank >= 0 &&
      unitPrice.withVat !== true &&
      multiplies(rows, quantity, unitPrice, total)
    )
      move(columns, "gross", "net");
}

/**
 * Corrects a net amount that was taken for the total: with the VAT added, it gives the values of another total column.
 */
function netBesideTotal(
  columns: Partial<Record<Role, ColumnFacts>>,
  rows: readonly Row[],
  facts: readonly ColumnFacts[],
): void {
  const { net, vat, gross } = columns;
  if (net !== undefined || vat === undefined || gross === undefined) return;
  const total = facts.find(
    (each) => each.role === "gross" && each !== gross && each.fits && adds(rows, gross, vat, each),
  );
  if (total === undefined) return;
  columns.net = gross;
  columns.gross = total;
}

function move(columns: Partial<Record<Role, ColumnFacts>>, from: Role, to: Role): void {
  const found = columns[from];
  if (found === undefined) return;
  columns[to] = found;
  delete columns[from];
}

/** True if the values add up in most rows that have all three. */
function adds(rows: readonly Row[], a: ColumnFacts, b: ColumnFacts, sum: ColumnFacts): boolean {
  return mostly(rows, [a, b, sum], ([one, two, all]) => one && two && all && money.equal(money.add(one, two), all));
}

/** True if quantity × price is the value in most rows that have all three. */
function multiplies(
  rows: readonly Row[],
  quantity: ColumnFacts,
  price: ColumnFacts,
  value: ColumnFacts,
  base?: ColumnFacts,
): boolean {
  const per = price.says.per === undefined ? one : amount(price.says.per);
  return mostly(rows, [quantity, price, value, ...(base ? [base] : [])], ([many, each, all, pieces = per]) => {
    if (!many || !each || !all || money.isZero(pieces)) return false;
    return money.equal(money.round2(money.divide(money.times(many, each), pieces)), money.round2(all));
  });
}

/** Returns assumptions about VAT in amounts that neither headings nor sums confirm. */
function supposed({ net, vat, gross, unitPrice, inclusive }: Columns, pricesWithVat: boolean): string[] {
  const only = unitPrice ?? net ?? gross;
  if (unitPrice && inclusive?.words.some((word) => meantBy("inclusive", word))) return [];
  if (only === undefined || only.withVat !== undefined || (net && vat) || (gross && vat) || (net && gross)) return [];
  return [`${only.heading} ${pricesWithVat ? "includes" : "is without"} VAT`];
}

/** Whether prices include VAT: as the heading says or, if it does not say, as quantity × price shows. */
function includesVat(
  { unitPrice, quantity, net, vat, gross }: Columns,
  rows: readonly Row[],
  isIncluded: boolean,
): boolean {
  if (unitPrice === undefined) return net === undefined && gross !== undefined;
  if (unitPrice.withVat !== undefined) return unitPrice.withVat;
  if (quantity === undefined || gross === undefined) return isIncluded && net === undefined;
  const comesTo = (value: ColumnFacts): boolean => multiplies(rows, quantity, unitPrice, value);
  if (net !== undefined && comesTo(net)) return false;
  const bearsVat = vat === undefined || rows.some((row) => !money.isZero(amountIn(row, vat) ?? money.zero));
  return bearsVat && comesTo(gross);
}

type Numbers = ReadonlyArray<ReturnType<typeof amountIn>>;

function mostly(rows: readonly Row[], columns: readonly ColumnFacts[], holds: (values: Numbers) => unknown): boolean {
  const values = rows.slice(0, 500).map((row) => columns.map((each) => amountIn(row, each)));
  const whole = values.filter((each) => each.every((value) => value !== undefined));
  return whole.length > 0 && whole.filter((each) => holds(each) === true).length * 10 >= whole.length * 8;
}

/** True if the column has one value per document, either repeated in all its rows or in its first row only. */
export function isOfDocument(rows: readonly Row[], key: ColumnFacts, { column }: ColumnFacts): boolean {
  const groups = new Map<string, string[]>();
  for (const row of rows) {
    const name = shownText(row.cells[key.column]).trim();
    if (name !== "") groups.set(name, [...(groups.get(name) ?? []), shownText(row.cells[column]).trim()]);
  }
  const several = [...groups.values()].filter((texts) => texts.length > 1);
  const same = ([first, ...more]: string[]): boolean => more.every((text) => text === first || text === "");
  return several.length > 0 && several.every(same);
}
