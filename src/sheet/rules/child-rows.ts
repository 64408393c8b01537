import { type Cell, isEmpty, type Row } from "../cell.ts";
import { isClosingWord, isSumLabel, isTotalWord } from "./below-table.ts";

/** True for a column of the taxes of a document, which other programs write beside its lines. */
export const isTaxesHeading = (heading: string): boolean =>
  /\((?:taxes|taxes and charges|purchase taxes and charges)\)(?:\s*\([^)]*\))?\s*$/i.test(heading);

/** The columns that tell a further line of a document from a row of its own. */
export interface ParentAndChild {
  /** Columns of the whole document, empty together in its further rows. */
  readonly parents: readonly number[];
  /** Columns of the lines. */
  readonly children: readonly number[];
  /** The parent's columns whose values count in all rows. */
  readonly filled: readonly number[];
}

/**
 * Some programs write the columns of a document into its first row only; its further lines have nothing there. Gives
 * these rows the document's values. A row with any value of a document, a sum or a signature is left as it is.
 */
export function withParents(rows: readonly Row[], { parents, children, filled }: ParentAndChild): readonly Row[] {
  let parent: Row | undefined;
  return rows.map((row) => {
    const { cells } = row;
    if (!children.some((column) => !isEmpty(cells[column]))) return row;
    if (parents.some((column) => !isEmpty(cells[column]))) {
      // Another column may hold "VAT 5%", the name of an account.
      if (![...parents, ...children].some((column) => closes(cells[column]))) parent = row;
      return row;
    }
    if (cells.some(closes)) return row;
    const own = parent?.cells;
    return own === undefined ? row : { ...row, cells: withCells(cells, filled, own) };
  });
}

const closes = (cell: Cell | undefined): boolean => isTotalWord(cell) || isClosingWord(cell) || isSumLabel(cell);

function withCells(cells: Row["cells"], columns: readonly number[], from: Row["cells"]): Row["cells"] {
  const all = [...cells];
  for (const column of columns) all[column] = from[column];
  return all;
}
