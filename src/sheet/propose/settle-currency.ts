import { type Amount, amount, money } from "../../document/index.ts";
import { type Row, shownText } from "../cell.ts";
import { someCurrency } from "../numbers/currency-text.ts";
import type { MoneyDoubt } from "./doubt.ts";
import { amountIn, type ColumnFacts } from "./facts.ts";
import type { Role } from "./headings.ts";
import { productIn, type Settling } from "./settle-money.ts";

interface SettledCurrency {
  /** The currency that sums show all amounts in use to be in; undefined if they show none. */
  readonly shown: string | undefined;
  /** Headings of columns that have amounts of others in another currency. */
  readonly resolved: readonly string[];
  readonly doubts: readonly MoneyDoubt[];
}

/** What a column is beside the amounts of the document: one of them, the same in another currency, or neither. */
type Standing = "among" | "other" | "open";

interface Found {
  readonly each: ColumnFacts;
  readonly is: Standing;
}

/** The lowest and the highest rate at which an amount is the same in AED. */
type Rate = readonly [low: Amount, high: Amount];

/**
 * Of amounts in two currencies those of the document are kept: the ones in the currency of the row, or of the price. Any
 * other is left out where it is the same at the rate of the sheet or at the fixed rate of the dollar, and asked about
 * where nothing shows what it is.
 */
export function settleCurrency(
  columns: Settling,
  facts: readonly ColumnFacts[],
  rows: readonly Row[],
): SettledCurrency {
  const all = facts.filter((each) => isAmount(each) && !each.isBlank);
  if (columns.currency) return inCurrencyOfRow(columns, all, columns.currency, rows);
  const codes = new Set(all.flatMap(({ says }) => (says.currency === "AED" ? [] : (says.currency ?? []))));
  const [code] = codes;
  const marked = all.filter(({ says }) => says.currency === code);
  const plain = all.filter(({ says }) => says.currency !== code);
  if (code === undefined || codes.size > 1 || plain.length === 0) return nothing;
  const hasPrice = (list: readonly ColumnFacts[]): boolean => list.some(({ role }) => role === "unitPrice");
  const isLocal = (columns.unitPrice !== undefined && plain.includes(columns.unitPrice)) || !areEnough(marked);
  const isOfPlain = isLocal || (code === someCurrency && areEnough(plain) && !hasPrice(marked));
  const [own, others] = isOfPlain ? [plain, marked] : [marked, plain];
  const of = { own, others, isTurned: isOfPlain, rates: (row: Row) => ratesIn(row, columns, code) };
  const found = standings(columns, of, rows);
  const left = found.filter(({ each, is }) => is !== "among" && (isOfPlain || !isCompared(each, is, columns)));
  const shown = found.every(({ is }) => is === "among") ? code : found.every(({ is }) => is === "other") && isOfPlain;
  return {
    ...leave(columns, left, own, isOfPlain ? [] : left),
    shown: shown === true ? "AED" : shown === false || shown === someCurrency ? undefined : shown,
  };
}

/**
 * Of two amounts the one in the currency of the row is taken, where a column has it and is not in AED alone: the other
 * is the same in AED.
 */
export function inOwnCurrency(columns: Settling, facts: readonly ColumnFacts[]): string[] {
  if (columns.currency === undefined || columns.currency.words.every(isAedWord)) return [];
  const roles = ["unitPrice", "amount", "net", "vat", "gross"] as const;
  return roles.flatMap((role) => {
    const all = facts.filter((each) => each.role === role && each.fits && !each.isBlank);
    const own = all.find((each) => each === columns[role] && isOwn(each)) ?? all.find(isOwn);
    if (own === undefined || columns[role]?.isSaid) return [];
    columns[role] = own;
    return all.filter((each) => !isOwn(each)).map(({ heading }) => heading);
  });
}

const isOwn = ({ says }: ColumnFacts): boolean => says.currency !== "AED";

export const isAedWord = (word: string): boolean => /^\s*(?:aed|dhs?\.?|درهم)\s*$/i.test(word);

const amounts: ReadonlySet<Role> = new Set<Role>(["unitPrice", "amount", "net", "vat", "gross"]);
const nothing: SettledCurrency = { shown: undefined, resolved: [], doubts: [] };

/** True for an amount, also below a heading that says nothing but its currency. */
const isAmount = ({ role, fits, isNumeric, isIdle, isSaid, says }: ColumnFacts): boolean =>
  role === undefined
    ? isNumeric && !isIdle && !isSaid && says.currency !== undefined && says.currency !== "AED"
    : amounts.has(role) && fits;

/** Whether the columns have what a line costs. */
const areEnough = (list: readonly ColumnFacts[]): boolean =>
  list.some(({ role }) => role !== undefined && role !== "vat");

/** True for a column that stays, to be compared with the document: its sums may have what no price has. */
const isCompared = ({ role, says }: ColumnFacts, is: Standing, columns: Settling): boolean =>
  is === "open" &&
  role !== "vat" &&
  says.currency !== "AED" &&
  [columns.discount, columns.discountPercent, columns.charge].some((each) => each !== undefined);

/** Where a column has the currency of each row, another amount may be the same in AED. */
function inCurrencyOfRow(
  columns: Settling,
  all: readonly ColumnFacts[],
  currency: ColumnFacts,
  rows: readonly Row[],
): SettledCurrency {
  const codeOf = ({ cells }: Row): string => shownText(cells[currency.column]).trim().toUpperCase();
  const foreign = rows.filter((row) => codeOf(row) !== "" && !isAedWord(codeOf(row)));
  const rates = (row: Row): readonly Rate[] => ratesIn(row, columns, codeOf(row));
  const left: Found[] = [];
  for (const each of [...all].sort((a, b) => Number(baseWord.test(b.heading)) - Number(baseWord.test(a.heading)))) {
    const isBase = baseWord.test(each.heading);
    const own = all.filter((one) => one !== each && !(isBase && baseWord.test(one.heading)));
    const rest = own.filter((one) => !left.some((found) => found.each === one));
    const [found] = standings(columns, { own: rest, others: [each], isTurned: false, rates }, foreign);
    const isOpen = found?.is === "open" && isBase && areEnough(rest);
    if (found && areEnough(rest) && (found.is === "other" || isOpen)) left.push(found);
  }
  const own = all.filter((each) => !left.some((found) => found.each === each));
  return { shown: undefined, ...leave(columns, left, own, left) };
}

const baseWord = /\bbase\b/i;

/** Leaves columns out, in favour of those in the currency of the document, and asks about some of them. */
function leave(columns: Settling, found: readonly Found[], own: readonly ColumnFacts[], asked: readonly Found[]) {
  for (const { each } of found) {
    const { role } = each;
    if (role === undefined || columns[role] !== each) continue;
    const other = own.find((one) => one.role === role);
    if (other) columns[role] = other;
    else delete columns[role];
  }
  const open = asked.filter(({ is }) => is === "open");
  return {
    resolved: found.flatMap(({ each, is }) => (is === "other" ? [each.heading] : [])),
    doubts: open.map(({ each }) => doubtOf(each)),
  };
}

/** A column of VAT in another currency still says which rows bear none. */
function doubtOf(each: ColumnFacts): MoneyDoubt {
  const { role, heading, words, rows } = each;
  if (role !== "vat") return { subject: "amount", heading, may: [undefined, "net", "gross"] };
  const hasZero = rows.some((row) => money.isZero(amountIn(row, each) ?? money.zero));
  return { subject: "vat", heading, may: ["vat", undefined], cells: { words, hasZero } };
}

interface Beside {
  readonly own: readonly ColumnFacts[];
  readonly others: readonly ColumnFacts[];
  /** Whether the others are in the foreign currency. */
  readonly isTurned: boolean;
  readonly rates: (row: Row) => readonly Rate[];
}

function standings(columns: Settling, { own, others, isTurned, rates }: Beside, rows: readonly Row[]): Found[] {
  const price = own.find((one) => one === columns.unitPrice) ?? own.find(({ role }) => role === "unitPrice");
  const known = { ...columns, ...(price ? { unitPrice: price } : {}) };
  if (!price) delete known.unitPrice;
  const ofRow = (each: ColumnFacts, row: Row, by: Amount): Standing | undefined => {
    const value = amountIn(row, each);
    const values = each.role === "unitPrice" ? pricesIn(row, known, own) : netsIn(row, known, own);
    if (values.length === 0 || (each.role !== "vat" && (value === undefined || money.isZero(value)))) return undefined;
    const all = values.map((one) => money.times(one, by));
    // A row without VAT says more than its amount.
    if (value === undefined || money.isZero(value)) return all.every(money.isZero) ? undefined : "open";
    if (all.some((one) => money.equal(money.round2(one), money.round2(value)))) return "among";
    const isOther = rates(row).some((rate) =>
      all.some((one) => (isTurned ? isAt(value, one, rate) : isAt(one, value, rate))),
    );
    return isOther ? "other" : "open";
  };
  return others
    .filter(({ isSaid }) => !isSaid)
    .map((each) => {
      const readings = factorsOf(each).map((by) => rows.flatMap((row) => ofRow(each, row, by) ?? []));
      const holds = (is: Standing): boolean =>
        readings.some((seen) => seen.length > 0 && seen.every((one) => one === is));
      return { each, is: holds("among") ? "among" : holds("other") ? "other" : "open" };
    });
}

/** What a net amount is multiplied by to be one of the column: the same in all rows, or VAT would be lost. */
function factorsOf({ role, withVat }: ColumnFacts): readonly Amount[] {
  if (role === "vat") return [twentieth];
  if (role === "unitPrice" || withVat === false) return [one];
  return withVat === true ? [withStandard] : [one, withStandard];
}

const one = amount("1");
const withStandard = amount("1.05");
const twentieth = amount("0.05");

function netsIn(row: Row, known: Settling, own: readonly ColumnFacts[]): Amount[] {
  const product = productIn(row, known);
  const [less, percent, more] = [known.discount, known.discountPercent, known.charge].map(
    (each) => each && amountIn(row, each),
  );
  const changed = product && [
    ...(less ? [money.subtract(product, less)] : []),
    ...(percent ? [money.subtract(product, money.percentOf(product, percent))] : []),
    ...(more ? [money.add(product, more)] : []),
  ];
  return [
    ...(product ? [product] : []),
    ...(changed ?? []),
    ...own.flatMap((each) => {
      const value = each.role === "unitPrice" || each.role === "vat" ? undefined : amountIn(row, each);
      return value === undefined ? [] : [each.role === "gross" ? money.divide(value, withStandard) : value];
    }),
  ];
}

const pricesIn = (row: Row, known: Settling, own: readonly ColumnFacts[]): Amount[] => {
  const [price, quantity] = [known.unitPrice, known.quantity && amountIn(row, known.quantity)];
  const its = price && amountIn(row, price);
  const isCounted = quantity !== undefined && !money.isZero(quantity);
  return [
    ...(its ? [its] : []),
    ...(isCounted ? netsIn(row, known, own).map((value) => money.divide(value, quantity)) : []),
  ];
};

/** The rate of the row, and the fixed one of the dollar as people write it. A rate near 1 could be VAT as well. */
function ratesIn(row: Row, { rate }: Settling, code: string): readonly Rate[] {
  const said = rate && amountIn(row, rate);
  const isRate = said !== undefined && money.compare(said, amount("1.2")) > 0;
  return [...(isRate ? [[said, said] as const] : []), ...(code === "USD" ? [dollar] : [])];
}

const dollar: Rate = [amount("3.665"), amount("3.68")];

export const isAtDollar = (rate: Amount): boolean =>
  money.compare(rate, dollar[0]) >= 0 && money.compare(rate, dollar[1]) <= 0;

/** True if `local` is `foreign` at the rate, as far as amounts are rounded. */
function isAt(foreign: Amount, local: Amount, [low, high]: Rate): boolean {
  return (
    money.compare(money.add(local, rounded), money.times(foreign, low)) >= 0 &&
    money.compare(money.subtract(local, rounded), money.times(foreign, high)) <= 0
  );
}

const rounded = amount("0.05");
