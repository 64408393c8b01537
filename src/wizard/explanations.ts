import { bug } from "../problem/index.ts";
import rows from "./explanations.txt";

const explanations: ReadonlyMap<string, string> = new Map(
  rows.split("\n").map((row) => [row.slice(0, row.indexOf(": ")), row.slice(row.indexOf(": ") + 2)]),
);

/** The text for `?`. */
export function explanationOf(id: string): string {
  return explanations.get(withoutIndexes(id)) ?? bug(`the question ${id} has no explanation`);
}

/** `lines[0].name` → `lines[].name`, `supplier.gap.trn` → `supplier.trn`. */
export function withoutIndexes(id: string): string {
  return id.replace(/\[\d+\]/g, "[]").replace(/^supplier\.gap\./, "supplier.");
}

export const explained: readonly string[] = [...explanations.keys()];
