import type { Amount } from "../../document/index.ts";
import type { Row } from "../cell.ts";
import { amountIn, type ColumnFacts } from "./facts.ts";
import type { MoneyTopic, Role } from "./headings.ts";

/** A column that could change what a document costs, and what it may be; the likeliest comes first. */
export interface MoneyDoubt {
  readonly subject: MoneyTopic;
  readonly heading: string;
  /** `undefined`: not used. */
  readonly may: ReadonlyArray<Role | undefined>;
  /** The distinct words of the cells, and whether one of them is 0, where the words of an answer need a meaning. */
  readonly cells?: { readonly words: readonly string[]; readonly hasZero: boolean };
  /** Why it is asked, where that is more than what the column speaks of. */
  readonly because?: string;
}

/** True if at least one row has all of the values, and the test holds in every row that has them. */
export function holds(
  rows: readonly Row[],
  columns: readonly ColumnFacts[],
  test: (values: readonly Amount[]) => boolean,
): boolean {
  let count = 0;
  for (const row of rows) {
    const values = columns.map((each) => amountIn(row, each));
    if (values.some((value) => value === undefined)) continue;
    if (!test(values as Amount[])) return false;
    count += 1;
  }
  return count > 0;
}
