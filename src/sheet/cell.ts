/** How a number is displayed: spreadsheets store dates, times and percentages as numbers too. */
export type CellLook = "number" | "percent" | "date" | "time" | "date-time";

/** A number is kept as a string of its digits, never as a JS number. */
export type Cell =
  | { readonly is: "text"; readonly text: string }
  | {
      readonly is: "number";
      /** Plain digits without an exponent, at most 15, as a spreadsheet shows them. */
      readonly text: string;
      readonly look: CellLook;
      /** Number of digits to which the cell's format pads the number with zeros: 8 for 00000000. */
      readonly padded?: number;
      /** Words and signs that the cell's format shows beside the number, such as `$` or `kg`. */
      readonly says?: string;
      /** Set if the number has more digits than a spreadsheet stores, so the last ones are lost. */
      readonly tooLong?: true;
    }
  | { readonly is: "yes-no"; readonly text: string }
  /** A formula with an error, such as #REF!. */
  | { readonly is: "error"; readonly text: string }
  /** A formula whose value is missing from the file. */
  | { readonly is: "uncalculated"; readonly text: string };

export interface Row {
  /** The spreadsheet's row number, starting at 1. */
  readonly number: number;
  /** Indexed by column, starting at 0; undefined for an empty cell. */
  readonly cells: ReadonlyArray<Cell | undefined>;
  readonly hidden: boolean;
}

/** Rows count from 1 and columns from 0; both ends are inclusive. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export interface Sheet {
  readonly file: string;
  /** Undefined for a CSV file; for the second file that a map joins, this is the file's name. */
  readonly name: string | undefined;
  /** Rows with content, in order. */
  readonly rows: readonly Row[];
  readonly hiddenColumns: ReadonlySet<number>;
  readonly merged: readonly Area[];
  /** Whether days are counted from 1904, as in old Macintosh files. */
  readonly from1904: boolean;
  /** Only for a CSV file. */
  readonly delimiter?: string;
  /** The columns of another sheet, appended to the columns of this one. */
  readonly joined?: Joined;
}

export interface Joined {
  readonly sheet: Sheet;
  /** The first column of the second sheet. */
  readonly from: number;
  /** Maps row numbers of the joined sheet to the numbers of the matching rows in the second sheet. */
  readonly rowOf: ReadonlyMap<number, number>;
  /**
   * `alone` lists the rows, by their numbers in the joined sheet, that exist only in the second sheet. `key` is the
   * second sheet's column by which the sheets are joined.
   */
  readonly alone: ReadonlySet<number>;
  readonly key: number;
  /** The first sheet, without the joined columns. */
  readonly own: Sheet;
}

export function sheetSays({ name, delimiter }: Pick<Sheet, "name" | "delimiter">): string {
  return delimiter === undefined ? `the sheet ${name ?? ""}` : (name ?? "the file");
}

/** Returns a column's letters, counting from 0: A, B, …, Z, AA. */
export function lettersOf(column: number): string {
  let letters = "";
  for (let left = column; left >= 0; left = Math.floor(left / 26) - 1)
    letters = String.fromCharCode(65 + (left % 26)) + letters;
  return letters;
}

/** Returns the index of a column, counting from 0. */
export function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

export function shownText(cell: Cell | undefined): string {
  return cell === undefined ? "" : cell.is === "uncalculated" ? `=${cell.text}` : cell.text;
}

export function rowOf({ rows }: Sheet, number: number): Row | undefined {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.number ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return rows[low]?.number === number ? rows[low] : undefined;
}

/** The merged cells in the columns that are used; they do not overlap. */
export class MergedCells {
  readonly #byColumn = new Map<number, Area[]>();

  constructor(areas: readonly Area[], columns: readonly number[]) {
    const sorted = [...areas].sort((a, b) => a.top - b.top);
    for (const column of columns)
      this.#byColumn.set(
        column,
        sorted.filter(({ left, right }) => column >= left && column <= right),
      );
  }

  at(row: number, column: number): Area | undefined {
    const areas = this.#byColumn.get(column) ?? [];
    let [low, high] = [0, areas.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((areas[middle]?.top ?? 0) <= row) low = middle + 1;
      else high = middle;
    }
    const area = areas[low - 1];
    return area !== undefined && area.bottom >= row ? area : undefined;
  }
}

/** True for a missing cell and for one that contains only whitespace. */
export const isEmpty = (cell: Cell | undefined): boolean =>
  cell === undefined || (cell.is === "text" && !/\S/.test(cell.text));
