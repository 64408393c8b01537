import { type Row, shownText } from "../cell.ts";
import type { ColumnFacts } from "./facts.ts";
import type { Settling } from "./settle-money.ts";

/** Two columns of TRNs below headings that say as much, such as those of agent and principal, name no supplier. */
export function withoutTwoSuppliers(columns: Settling, facts: readonly ColumnFacts[], rows: readonly Row[]): void {
  const { trn } = columns;
  if (trn === undefined || trn.isSaid) return;
  const textIn = ({ cells }: Row, { column }: ColumnFacts): string => shownText(cells[column]).replace(/[\s-]/g, "");
  const alike = facts.filter((each) => each !== trn && each.role === "trn" && each.fits && each.rank === trn.rank);
  const differs = (each: ColumnFacts): boolean =>
    rows.some((row) => ![textIn(row, trn), ""].includes(textIn(row, each)));
  if (alike.some(differs)) delete columns.trn;
}
