import { amount, money } from "../../document/index.ts";
import { type Row, shownText } from "../cell.ts";
import type { MoneyDoubt } from "./doubt.ts";
import { amountIn, type ColumnFacts, unitIn } from "./facts.ts";
import { unitGuess } from "./guess-words.ts";
import { productIn, rowsHold, type Settling, same } from "./settle-money.ts";
import { unitsPer } from "./unit-sizes.ts";

/**
 * Sets the number of pieces that a price is for where it has another unit than the quantity: a price per tonne is for
 * 1,000 kilograms. Asks where the units have no fixed relation and no total shows that they are the same.
 */
export function settleUnits(
  columns: Settling,
  facts: readonly ColumnFacts[],
  rows: readonly Row[],
): { readonly doubts: readonly MoneyDoubt[]; readonly resolved: readonly string[] } {
  const { priceBase } = columns;
  const doubts = unitDoubts(columns, facts, rows);
  return { doubts, resolved: priceBase && columns.priceBase === undefined ? [priceBase.heading] : [] };
}

function unitDoubts(columns: Settling, facts: readonly ColumnFacts[], rows: readonly Row[]): readonly MoneyDoubt[] {
  const { unitPrice, net, amount: plain, gross } = columns;
  if (unitPrice === undefined) return [];
  const value = net ?? plain ?? gross;
  if (columns.unit?.isOfPrice && !columns.unit.isSaid && columns.quantity?.says.unit !== undefined) delete columns.unit;
  const doubts = unitTwice(columns);
  if (value && rowsHold(rows, (row) => [productIn(row, columns), amountIn(row, value)], same)) return doubts;
  const [own, ofColumn] = [unitPrice.says.unit, unitOfPrice(columns, facts)];
  if (own === undefined && ofColumn === undefined) return doubts;
  const pairs = new Map(
    rows.flatMap((row): (readonly [string, readonly [string, string]])[] => {
      const its = unitOfQuantity(row, columns);
      if (its === undefined || amountIn(row, unitPrice) === undefined) return [];
      // A price without a unit is for the unit of the quantity.
      const of = own ?? unitOf(row, ofColumn) ?? its;
      return [[`${of}/${its}`, [of, its]]];
    }),
  );
  const asked = countOpen(columns, facts, ofColumn !== undefined);
  if (asked) return [...doubts, asked];
  const [first, ...more] = pairs.values();
  if (first === undefined || [first, ...more].every(([of, its]) => of === its)) return doubts;
  const [of, its] = first;
  const pieces = more.length === 0 ? unitsPer(of, its) : undefined;
  const each = pieces === undefined ? undefined : unitsPer(its, of);
  const because =
    more.length === 0
      ? `it is for one ${of}, and the quantity is in ${its}: without another price in the sheet it is for one ${its}`
      : "it is for other units than the quantity in some rows: write all prices in the sheet for the unit of the quantity";
  return [...doubts, ...priceFor(columns, { of, pieces, each }, rows).map((doubt) => ({ ...doubt, because }))];
}

/**
 * Asks where a price is for a unit of weight or area, and nothing says that the quantity is in it: a weight may be in
 * kilograms, and pieces may have the measures that stand beside them.
 */
function countOpen(
  { unit, quantity, unitPrice }: Settling,
  facts: readonly ColumnFacts[],
  hasUnit: boolean,
): MoneyDoubt | undefined {
  const of = unitPrice?.says.unit;
  if (!quantity || quantity.says.unit || quantity.isMeasured || unit || hasUnit || unitPrice?.isSaid) return undefined;
  if (of === undefined || unitPrice === undefined || quantity.isSaid) return undefined;
  const price = unitPrice.heading;
  if (of === "TNE" && weight.test(quantity.heading)) {
    const because = `${price} is for tonnes, and kilograms would be a thousand times less: write ${quantity.heading}: 0.001 below times if they are kilograms`;
    return { subject: "quantity", heading: quantity.heading, may: ["quantity", undefined], because };
  }
  const isMeasure = ({ heading, isNumeric, isBlank }: ColumnFacts): boolean =>
    isNumeric && !isBlank && heading !== quantity.heading && heading !== price && measure.test(heading);
  const beside = measured.has(of) ? facts.find(isMeasure) : undefined;
  if (beside === undefined) return undefined;
  const because = `${beside.heading} stands beside ${quantity.heading}, which may count pieces: work out the quantity that ${price} is for`;
  return { subject: "price", heading: price, may: ["unitPrice", undefined], because };
}

const weight = /weight|(?<!\p{L})(?:wt|wgt|gewicht|poids)(?!\p{L})|وزن/iu;
const measure =
  /length|width|height|depth|thickness|area|volume|weight|(?<!\p{L})(?:wt|sqm|cbm|size|länge|breite|höhe)(?!\p{L})|طول|عرض|ارتفاع|وزن|مساحة/iu;
const measured = new Set(["MTR", "MTK", "MTQ", "FOT", "FTK", "YRD", "KGM", "TNE", "GRM", "LTR", "LBR"]);

/** Returns the column with the unit of the price, beside what says the unit of the quantity. */
function unitOfPrice({ unit, quantity }: Settling, facts: readonly ColumnFacts[]): ColumnFacts | undefined {
  if (unit === undefined && quantity?.says.unit === undefined && quantity?.isMeasured !== true) return undefined;
  const hasUnits = ({ words }: ColumnFacts): boolean => words.every((word) => unitGuess(word) !== undefined);
  return facts.find(
    (each) =>
      each !== unit &&
      !each.isSaid &&
      !each.isNumeric &&
      each.words.length > 0 &&
      (each.isOfPrice ||
        (hasUnits(each)
          ? /price|rate|cost|preis|prix|سعر/iu.test(each.heading)
          : /(?:price|rate|cost) (?:unit|uom)|unit of (?:price|rate)/i.test(each.heading))),
  );
}

function unitOfQuantity(row: Row, { unit, quantity }: Settling): string | undefined {
  if (unit) return unitOf(row, unit);
  return quantity?.isMeasured ? codeOf(unitIn(row.cells[quantity.column])) : quantity?.says.unit;
}

/** The unit of a row: its code, or its word where no code is known. */
const unitOf = ({ cells }: Row, column: ColumnFacts | undefined): string | undefined =>
  column && codeOf(shownText(cells[column.column]));

function codeOf(text: string): string | undefined {
  const word = text.trim().toLowerCase();
  return word ? (unitGuess(word) ?? word) : undefined;
}

/** Asks about a column of units where the heading of the quantity names another one. */
function unitTwice({ unit, quantity }: Settling): MoneyDoubt[] {
  const of = quantity?.says.unit;
  if (of === undefined || unit === undefined || unit.isSaid) return [];
  const others = unit.words.filter((word) => unitGuess(word) !== of && word.trim() !== "");
  return others.length === 0 ? [] : [{ subject: "unit", heading: unit.heading, may: ["unit", undefined] }];
}

interface Sizes {
  /** The unit of the price. */
  readonly of: string;
  /** How many of the quantity's units the price is for, and how many of its units are one of the quantity's. */
  readonly pieces: string | undefined;
  readonly each: string | undefined;
}

function priceFor(columns: Settling, { of, pieces, each }: Sizes, rows: readonly Row[]): readonly MoneyDoubt[] {
  const { unitPrice, quantity, unit, priceBase } = columns;
  if (unitPrice === undefined) return [];
  const isOne = priceBase === undefined || rows.every((row) => amountIn(row, priceBase)?.toFixed() === "1");
  if (pieces === undefined || each === undefined || !isOne)
    return [
      {
        subject: "price",
        heading: unitPrice.heading,
        may: isOne ? ["unitPrice", undefined] : [undefined, "unitPrice"],
      },
    ];
  // A dozen at a price for each is twelve times as many: a twelfth has no exact decimal.
  const isExact = !/\.\d{13}/.test(pieces);
  const isFree = unit?.isSaid !== true && quantity?.isMeasured !== true && quantity?.says.factor === undefined;
  if (!isExact && quantity && isFree) {
    delete columns.unit;
    columns.quantity = { ...quantity, says: { ...quantity.says, factor: each, unit: of } };
    return [];
  }
  if (!isExact) return [{ subject: "price", heading: unitPrice.heading, may: [undefined, "unitPrice"] }];
  delete columns.priceBase;
  const per = unitPrice.says.per ?? "1";
  columns.unitPrice = {
    ...unitPrice,
    says: { ...unitPrice.says, per: money.times(amount(per), amount(pieces)).toFixed() },
  };
  return [];
}
