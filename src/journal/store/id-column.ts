import type { IdType } from "../../contract/index.ts";

/**
 * How an id is kept in the columns of tables. Ids are any JSON string or number (Decision 170): a number gets a mark,
 * because `7` and `"7"` are two ids, and what a database cannot store in a column is escaped. A backslash is doubled, so
 * two ids never have the same column; ids without one are kept as they are.
 */
const mark = "\\#";

export function idColumn(id: string, type?: IdType): string {
  const text = id.replace(/[\0\\\p{Cs}]/gu, (sign) =>
    sign === "\\" ? "\\\\" : `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return type === "number" ? `${mark}${text}` : text;
}

/** Reads a column that `idColumn` wrote. */
export function idFromColumn(column: string): { readonly id: string; readonly idType?: IdType } {
  const isNumber = column.startsWith(mark);
  const id = (isNumber ? column.slice(mark.length) : column).replace(/\\(?:\\|u([0-9a-f]{4}))/g, (_, code?: string) =>
    code === undefined ? "\\" : String.fromCharCode(Number.parseInt(code, 16)),
  );
  return isNumber ? { id, idType: "number" } : { id };
}
