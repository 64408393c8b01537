import { type Amount, amount, isDecimalText, money } from "../../document/index.ts";
import type { Cell, Row } from "../cell.ts";
import { type DecimalReading, takeNumber } from "../take-number.ts";
import { type DecimalStyle, signOf } from "./number-sign.ts";

/** Three columns of which the third is the product, or the sum, of the others. */
export interface SumRelation {
  readonly is: "product" | "sum";
  readonly of: readonly [number, number, number];
}

/**
 * Decides how the numbers of a sheet that are written as text are read: by cells that can be read in one way only,
 * otherwise by products and sums that come out in one way only. `open`: nothing decides, or cells contradict each other.
 */
export function decimalSign(
  rows: readonly Row[],
  columns: readonly number[],
  relations: readonly SumRelation[],
): DecimalReading {
  const seen = { point: false, comma: false, either: false };
  for (const { cells } of rows)
    for (const column of columns) {
      const cell = cells[column];
      const sign = cell?.is === "text" ? signOf(cell.text) : undefined;
      if (sign !== undefined) seen[sign] = true;
    }
  if (seen.point && seen.comma) return "open";
  if (seen.comma) return "comma";
  if (seen.point || !seen.either) return "point";
  const [point, comma] = (["point", "comma"] as const).map((style) => comesOut(rows, relations, style));
  return point === comma ? "open" : point ? "point" : "comma";
}

/** True if at least one row has all numbers of a relation, and every row that has them comes out. */
function comesOut(rows: readonly Row[], relations: readonly SumRelation[], style: DecimalStyle): boolean {
  let count = 0;
  for (const { is, of } of relations)
    for (const { cells } of rows) {
      const [a, b, all] = of.map((column) => numberIn(cells[column], style));
      if (a === undefined || b === undefined || all === undefined) continue;
      const result = is === "sum" ? money.add(a, b) : money.round2(money.times(a, b));
      if (!money.equal(result, all)) return false;
      count += 1;
    }
  return count > 0;
}

function numberIn(cell: Cell | undefined, style: DecimalStyle): Amount | undefined {
  if (cell === undefined || (cell.is !== "number" && cell.is !== "text")) return undefined;
  const taken = takeNumber(cell, { style, percent: false });
  return "text" in taken && isDecimalText(taken.text) ? amount(taken.text) : undefined;
}
