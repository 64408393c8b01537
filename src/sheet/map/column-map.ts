import type { Spot } from "../../problem/index.ts";
import type { FieldPath } from "../field-path.ts";
import type { SupplierKey, Take } from "./map-parts.ts";

/** A value that is the same in every document or line, or a default for empty cells. */
export interface FixedText {
  readonly field: FieldPath;
  readonly text: string;
  /** Where the map gives the value. */
  readonly where: Spot;
}

export interface ColumnMap {
  readonly heading: string;
  /** Other headings that are accepted for this column. */
  readonly alike: readonly string[];
  readonly fields: readonly FieldPath[];
  /** Words in the cells, in lower case, and their meanings. */
  readonly words: ReadonlyMap<string, string>;
  /**
   * Set if the cells may contain only these words. `said`: this entry reports any other word; `passed`: another entry
   * for the same column reports it.
   */
  readonly closed?: "said" | "passed";
  /** Set if the words stand in the part `words` of the map, below the heading. */
  readonly hasOwnWords?: true;
  /** Appends non-empty cells of these columns, with the separator. */
  readonly join?: { readonly headings: readonly string[]; readonly between: string };
  /** The part of the text to use. */
  readonly take?: Take;
  /**
   * `zero`: the value for a row whose amount is zero or, with `join`, equals the amount in the joined column;
   * `other`: the value for any other row.
   */
  readonly bears?: { readonly zero: string; readonly other: string };
  /** How the cell identifies an entry in the supplier book. */
  readonly finds?: SupplierKey;
  readonly where: Spot;
}
