import { type Amount, amount, money } from "../../document/index.ts";
import { type Row, shownText } from "../cell.ts";
import { holds, type MoneyDoubt } from "./doubt.ts";
import { amountIn, type ColumnFacts, isNumbered } from "./facts.ts";
import type { Role } from "./headings.ts";

export type Settling = Partial<Record<Role, ColumnFacts>>;

export interface SettledMoney {
  readonly told: readonly string[];
  readonly doubts: readonly MoneyDoubt[];
  /** Headings of columns that the sums of others show not to be needed. */
  readonly resolved: readonly string[];
}

const nothing: SettledMoney = { told: [], doubts: [], resolved: [] };
const hundred = amount("100");
const one = amount("1");

/** Returns the number of pieces that the price of a row is for. */
export function baseIn(row: Row, { priceBase, unitPrice }: Settling): Amount {
  const said = priceBase && amountIn(row, priceBase);
  return said ?? (unitPrice?.says.per === undefined ? one : amount(unitPrice.says.per));
}

/** Returns quantity × price of a row before any discount; undefined without both. */
export function productIn(row: Row, columns: Settling): Amount | undefined {
  const { quantity, unitPrice } = columns;
  const [many, each] = [quantity && amountIn(row, quantity), unitPrice && amountIn(row, unitPrice)];
  const base = baseIn(row, columns);
  if (!many || !each || money.isZero(base)) return undefined;
  return money.divide(money.times(many, each), base);
}

export const same = (a: Amount, b: Amount): boolean => money.equal(money.round2(a), money.round2(b));

/**
 * Chooses among several columns that could be the price, by the one for which quantity × price is the value in all
 * rows; a column "Price Unit" is the number of pieces beside a price, and asked about without one.
 */
export function settlePrices(columns: Settling, facts: readonly ColumnFacts[], rows: readonly Row[]): SettledMoney {
  const prices = facts.filter((each) => each.role === "unitPrice" && each.fits && !each.isBlank);
  const { priceBase: base, quantity } = columns;
  const value = columns.net ?? columns.amount ?? columns.gross;
  if (base && prices.length === 0 && !base.isSaid) {
    delete columns.priceBase;
    if (!isPowers(base, rows)) columns.unitPrice = base;
    else
      return {
        ...nothing,
        doubts: [{ subject: "price", heading: base.heading, may: ["unitPrice", "priceBase", undefined] }],
      };
    return nothing;
  }
  if (prices.length < 2 || prices.some(({ isSaid }) => isSaid)) return nothing;
  const comesOut = (price: ColumnFacts): boolean =>
    quantity !== undefined &&
    value !== undefined &&
    rowsHold(rows, (row) => [productIn(row, { ...columns, unitPrice: price }), amountIn(row, value)], same);
  const [first = columns.unitPrice] = prices.filter(comesOut);
  const exact = prices.find(comesOut);
  if (exact) {
    columns.unitPrice = exact;
    return nothing;
  }
  const others = prices.filter((each) => each !== columns.unitPrice);
  const differing = others.filter(
    (each) => first && !holds(rows, [each, first], ([a, b]) => money.equal(a as Amount, b as Amount)),
  );
  return {
    ...nothing,
    doubts: differing.map(({ heading }) => ({ subject: "price", heading, may: [undefined, "unitPrice"] })),
  };
}

const isPowers = (column: ColumnFacts, rows: readonly Row[]): boolean =>
  rows.every((row) => /^(?:10*)$/.test(amountIn(row, column)?.toFixed() ?? "1"));

export function rowsHold(
  rows: readonly Row[],
  values: (row: Row) => readonly [Amount | undefined, Amount | undefined],
  test: (a: Amount, b: Amount) => boolean,
): boolean {
  let count = 0;
  for (const row of rows) {
    const [a, b] = values(row);
    if (a === undefined || b === undefined) continue;
    if (!test(a, b)) return false;
    count += 1;
  }
  return count > 0;
}

/** True if quantity × price is the value in all rows that have them. */
export function productsHold(columns: Settling, rows: readonly Row[]): boolean {
  const value = columns.net ?? columns.gross;
  if (value === undefined || columns.discount || columns.discountPercent || columns.charge) return value !== undefined;
  return rowsHold(rows, (row) => [productIn(row, columns), amountIn(row, value)], same);
}

/** Returns the headings of amounts that the columns in use already come to, in all rows. */
export function explainedAmounts(columns: Settling, facts: readonly ColumnFacts[], rows: readonly Row[]): string[] {
  const { net, vat, gross, unitPrice, number } = columns;
  const lines = rows.filter((row) => isNumbered(row, number));
  const of = (row: Row, each: ColumnFacts | undefined): Amount | undefined => each && amountIn(row, each);
  const known: ReadonlyArray<(row: Row) => Amount | undefined> = [
    (row) => of(row, net),
    (row) => of(row, gross),
    (row) => of(row, unitPrice),
    (row) => productIn(row, columns),
    (row) => partOf(of(row, unitPrice), money.subtract(hundred, of(row, columns.discountPercent) ?? money.zero)),
    (row) => minus(of(row, gross), of(row, vat) ?? money.zero),
    (row) => of(row, net) && money.add(of(row, net) ?? money.zero, of(row, vat) ?? money.zero),
  ];
  const isAmount = ({ role, isNumeric, isBlank, isSaid }: ColumnFacts): boolean =>
    isNumeric && !isBlank && !isSaid && (role === undefined || ["amount", "net", "gross", "unitPrice"].includes(role));
  return facts
    .filter((each) => isAmount(each) && !Object.values(columns).includes(each))
    .filter((each) => known.some((value) => rowsHold(lines, (row) => [value(row), amountIn(row, each)], same)))
    .map(({ heading }) => heading);
}

/** Works out what a discount is: an amount of the row or of one piece, a percentage, or one that the value has already. */
export function settleDiscount(columns: Settling, rows: readonly Row[], facts: readonly ColumnFacts[]): SettledMoney {
  const twice = sameDiscount(columns, rows);
  if (twice) return { ...settleDiscount(columns, rows, facts), resolved: [twice] };
  const own = columns.discount ?? columns.discountPercent;
  const single = rowsOfDocuments(columns, rows);
  if (own === undefined && columns.documentDiscount && single) {
    columns.discount = { ...columns.documentDiscount, role: "discount" };
    delete columns.documentDiscount;
    return settleDiscount(columns, rows, facts);
  }
  const { net, unitPrice, quantity } = columns;
  if (own === undefined) return documentOnly(columns);
  if (own.isSaid) return nothing;
  const lines = rows.filter((row) => isNumbered(row, columns.number));
  if (isInPrice(columns, lines, facts, own)) return without(columns, own);
  const less = (row: Row): Amount => amountIn(row, own) ?? money.zero;
  const readings: Readonly<Record<string, (row: Row) => Amount | undefined>> = {
    amount: (row) => minus(productIn(row, columns), less(row)),
    percent: (row) => partOf(productIn(row, columns), money.subtract(hundred, less(row))),
    piece: (row) =>
      minus(productIn(row, columns), money.times(less(row), (quantity && amountIn(row, quantity)) ?? one)),
    none: (row) => productIn(row, columns),
  };
  const fits = (name: string, value: ColumnFacts): boolean =>
    rowsHold(lines, (row) => [readings[name]?.(row), amountIn(row, value)], same);
  const isKnown = unitPrice !== undefined && quantity !== undefined;
  const taxable = net && isTaxable(columns, rows);
  if (isKnown && net) {
    if (fits("amount", net)) return use(columns, "discount", own);
    if (fits("percent", net)) return use(columns, "discountPercent", own);
    if (fits("piece", net)) return byValue(columns, net, own);
    if (taxable && fits("none", net)) return without(columns, own);
    if (taxable) return byValue(columns, net, own);
    return beforeDiscount(columns, lines, own, readings) ?? asked(columns, own);
  }
  if (!isKnown && taxable) return without(columns, own);
  if (!isKnown && net) return asked(columns, own);
  const isAfter = netPrice.test(unitPrice?.heading ?? "");
  return isSure(own, lines) && !isAfter
    ? use(columns, columns.discount ? "discount" : "discountPercent", own)
    : asked(columns, own);
}

/** A price below such a heading may have the discount already. */
const netPrice = /(?<!\p{L})(?:net|discounted|final|after)(?!\p{L})/iu;

/** A heading of the price before a discount; any other number may fit by chance. */
const listPrice =
  /(?<!\p{L})(?:list|mrp|msrp|rrp|catalog(?:ue)?|retail|gross (?:price|rate)|(?:before|without) disc\w*)(?!\p{L})|listenpreis|bruttopreis/iu;

/** True if another price less the discount is the price: it has the discount already. */
function isInPrice(
  { unitPrice }: Settling,
  rows: readonly Row[],
  facts: readonly ColumnFacts[],
  own: ColumnFacts,
): boolean {
  const less = (value: Amount | undefined, row: Row): (Amount | undefined)[] => {
    const part = amountIn(row, own) ?? money.zero;
    return [partOf(value, money.subtract(hundred, part)), minus(value, part)];
  };
  const isList = (each: ColumnFacts): boolean =>
    each.isNumeric &&
    !each.isBlank &&
    each !== unitPrice &&
    (each.role === "unitPrice" || listPrice.test(each.heading));
  const borne = rows.filter((row) => !money.isZero(amountIn(row, own) ?? money.zero));
  const isLess = (each: ColumnFacts, at: number): boolean =>
    borne.every((row) => amountIn(row, each) !== undefined) &&
    rowsHold(rows, (row) => [less(amountIn(row, each), row)[at], unitPrice && amountIn(row, unitPrice)], same);
  return borne.length > 0 && facts.filter(isList).some((each) => [0, 1].some((at) => isLess(each, at)));
}

/** A discount that stands in percent and as an amount is taken once; returns the heading of the percentage. */
function sameDiscount(columns: Settling, rows: readonly Row[]): string | undefined {
  const { discount, discountPercent: percent } = columns;
  if (discount === undefined || percent === undefined || discount.isSaid || percent.isSaid) return undefined;
  const part = (row: Row): Amount | undefined => partOf(productIn(row, columns), amountIn(row, percent) ?? money.zero);
  if (!rowsHold(rows, (row) => [part(row), amountIn(row, discount) ?? money.zero], same)) return undefined;
  delete columns.discountPercent;
  return percent.heading;
}

const minus = (a: Amount | undefined, b: Amount): Amount | undefined => a && money.subtract(a, b);
const partOf = (a: Amount | undefined, percent: Amount): Amount | undefined =>
  a && money.divide(money.times(a, percent), hundred);

function use(columns: Settling, role: "discount" | "discountPercent", own: ColumnFacts): SettledMoney {
  delete columns.discount;
  delete columns.discountPercent;
  columns[role] = { ...own, role };
  return nothing;
}

/** Takes the price out of the value of the row, which has the discount already. */
function byValue(columns: Settling, net: ColumnFacts, own: ColumnFacts): SettledMoney {
  const { unitPrice, quantity } = columns;
  for (const role of ["discount", "discountPercent", "unitPrice", "priceBase"] as const) delete columns[role];
  const told = `${net.heading} is the value of a line: it is ${quantity?.heading} × ${unitPrice?.heading} less ${own.heading} in all rows`;
  return { told: [told], doubts: [], resolved: [own.heading, unitPrice?.heading ?? ""] };
}

/** True if net and VAT make the total, or VAT is 5 % of net, in all rows: the net amount is what bears VAT. */
export function isTaxable({ net, vat, gross, number }: Settling, rows: readonly Row[]): boolean {
  const lines = rows.filter((row) => isNumbered(row, number));
  if (net === undefined || vat === undefined) return false;
  const isSum =
    gross && holds(lines, [net, vat, gross], ([a, b, c]) => same(money.add(a as Amount, b as Amount), c as Amount));
  return isSum || holds(lines, [net, vat], ([a, b]) => same(money.divide(a as Amount, twenty), b as Amount));
}

const twenty = amount("20");

/** Leaves a discount out that the value of each row has already. */
function without(columns: Settling, own: ColumnFacts): SettledMoney {
  delete columns.discount;
  delete columns.discountPercent;
  return { told: [], doubts: [], resolved: [own.heading] };
}

/** A value before the discount: proven where the total with VAT is that of the value less the discount. */
function beforeDiscount(
  columns: Settling,
  rows: readonly Row[],
  own: ColumnFacts,
  readings: Readonly<Record<string, (row: Row) => Amount | undefined>>,
): SettledMoney | undefined {
  const { net, vat, gross } = columns;
  if (net === undefined || gross === undefined || vat === undefined) return undefined;
  for (const name of ["amount", "percent"] as const) {
    const total = (row: Row): Amount | undefined => {
      const [value, tax] = [readings[name]?.(row), amountIn(row, vat)];
      return value && tax && money.add(money.round2(value), tax);
    };
    if (!rowsHold(rows, (row) => [total(row), amountIn(row, gross)], same)) continue;
    delete columns.net;
    return use(columns, name === "amount" ? "discount" : "discountPercent", own);
  }
  return undefined;
}

function asked(columns: Settling, own: ColumnFacts): SettledMoney {
  const isPercent = columns.discount === undefined;
  delete columns.discount;
  delete columns.discountPercent;
  const may = isPercent
    ? (["discountPercent", undefined, "discount"] as const)
    : (["discount", "discountPercent", undefined] as const);
  return { ...nothing, doubts: [{ subject: "discount", heading: own.heading, may }] };
}

/** True if the heading or the cells say whether the discount is an amount or a percentage. */
function isSure(own: ColumnFacts, rows: readonly Row[]): boolean {
  const values = rows.flatMap((row) => amountIn(row, own) ?? []);
  if (own.role === "discountPercent")
    return own.isPercent || values.some((value) => money.compare(value, one) >= 0) || values.every(money.isZero);
  if (/(?:amount|amt|value|val|مبلغ|قيمة)/i.test(own.heading) || own.says.currency !== undefined) return true;
  return values.some((value) => money.compare(value, hundred) > 0) || values.every(money.isZero);
}

/** True if no document has a second row. */
function rowsOfDocuments({ number }: Settling, rows: readonly Row[]): boolean {
  if (number === undefined) return true;
  const texts = rows.map(({ cells }) => shownText(cells[number.column]).trim()).filter((text) => text !== "");
  return new Set(texts).size === texts.length;
}

function documentOnly(columns: Settling): SettledMoney {
  const own = columns.documentDiscount;
  if (own === undefined || own.isSaid) return nothing;
  delete columns.documentDiscount;
  return {
    ...nothing,
    doubts: [{ subject: "discount", heading: own.heading, may: ["documentDiscount", "discount", undefined] }],
  };
}

/** Adds a charge to the row where its value or total shows that it has it; otherwise asks. */
export function settleCharges(columns: Settling, facts: readonly ColumnFacts[], rows: readonly Row[]): SettledMoney {
  const all = facts.filter((each) => each.role === "charge" && each.fits && !each.isBlank && each.isNumeric);
  const [own, ...more] = all;
  if (own === undefined || all.some(({ isSaid }) => isSaid)) return nothing;
  delete columns.charge;
  const { net, vat, gross, discount } = columns;
  const lines = rows.filter((row) => isNumbered(row, columns.number));
  const worthOf = (row: Row): Amount | undefined => {
    const product = productIn(row, columns);
    return product && money.subtract(product, (discount && amountIn(row, discount)) ?? money.zero);
  };
  const plus = (row: Row): Amount | undefined => {
    const value = worthOf(row);
    return value && money.add(value, amountIn(row, own) ?? money.zero);
  };
  if (net && isTaxable(columns, rows) && rowsHold(lines, (row) => [worthOf(row), amountIn(row, net)], same))
    return { ...nothing, resolved: all.map(({ heading }) => heading) };
  if (more.length > 0 || !rowsOfDocuments(columns, rows)) return nothing;
  if (net && rowsHold(lines, (row) => [plus(row), amountIn(row, net)], same)) {
    columns.charge = own;
    return nothing;
  }
  const total = (row: Row): Amount | undefined => {
    const [value, tax] = [plus(row), vat && amountIn(row, vat)];
    return value && tax && money.add(money.round2(value), tax);
  };
  if (gross && rowsHold(lines, (row) => [total(row), amountIn(row, gross)], same)) {
    delete columns.net;
    columns.charge = own;
  }
  return nothing;
}
