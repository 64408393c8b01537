/** How a spreadsheet shows a number; it stores dates, times and percentages as numbers too. */
export type CellLook = "number" | "percent" | "date" | "time" | "date-time";

/** The content of a cell. A number is the text of its digits, never a JS number. */
export type Cell =
  | { readonly is: "text"; readonly text: string }
  | {
      readonly is: "number";
      /** Plain digits without an exponent, as many as a spreadsheet shows (15). */
      readonly text: string;
      readonly look: CellLook;
      /** Digits that its format pads with zeros, such as 8 for 00000000. */
      readonly padded?: number;
      /** Whether the number has more digits than a spreadsheet stores, so that the last ones are lost. */
      readonly tooLong?: true;
    }
  | { readonly is: "yes-no"; readonly text: string }
  /** A formula with an error, such as #REF!. */
  | { readonly is: "error"; readonly text: string }
  /** A formula whose value is missing in the file. */
  | { readonly is: "uncalculated"; readonly text: string };

export interface Row {
  /** The spreadsheet's row number, from 1. */
  readonly number: number;
  /** By column, from 0; an empty cell is undefined. */
  readonly cells: ReadonlyArray<Cell | undefined>;
  readonly hidden: boolean;
}

/** A rectangle of cells, rows from 1 and columns from 0, both ends inside. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** One sheet as read. */
export interface Sheet {
  readonly file: string;
  /** The only sheet of a CSV file has no name; for the second file that a map joins, this is the file's name. */
  readonly name: string | undefined;
  /** Rows that contain anything, in order. */
  readonly rows: readonly Row[];
  readonly hiddenColumns: ReadonlySet<number>;
  readonly merged: readonly Area[];
  /** Whether days are counted from 1904, as in old Macintosh files. */
  readonly from1904: boolean;
  /** The separator of a CSV file. */
  readonly delimiter?: string;
  /** Columns of another sheet, placed after those of this one. */
  readonly joined?: Joined;
}

/** A second sheet whose columns are placed after those of the first, as if they were part of it. */
export interface Joined {
  readonly sheet: Sheet;
  /** The first column of the second sheet. */
  readonly from: number;
  /** For each row of the first sheet the matching row of this one, by row numbers. */
  readonly rowOf: ReadonlyMap<number, number>;
  /** `alone`: rows that exist only in the second sheet. `key`: the column that joins both sheets. */
  readonly alone: ReadonlySet<number>;
  readonly key: number;
  /** The first sheet without the joined columns. */
  readonly own: Sheet;
}

/** Returns the name of a sheet for messages. */
export function sheetSays({ name, delimiter }: Pick<Sheet, "name" | "delimiter">): string {
  return delimiter === undefined ? `the sheet ${name ?? ""}` : (name ?? "the file");
}

/** Returns the letters of a column, from 0: A, B, …, Z, AA. */
export function lettersOf(column: number): string {
  let letters = "";
  for (let left = column; left >= 0; left = Math.floor(left / 26) - 1)
    letters = String.fromCharCode(65 + (left % 26)) + letters;
  return letters;
}

/** Returns the column with these letters, from 0. */
export function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Returns a cell as displayed, for messages and for columns that are not mapped. */
export function shownText(cell: Cell | undefined): string {
  return cell === undefined ? "" : cell.is === "uncalculated" ? `=${cell.text}` : cell.text;
}

/** Returns the row with a number; rows are in order, and empty ones are missing. */
export function rowOf({ rows }: Sheet, number: number): Row | undefined {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.number ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return rows[low]?.number === number ? rows[low] : undefined;
}

/** The merged cells of the relevant columns; they do not overlap. */
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

  /** Returns the merged area that a cell belongs to. */
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
