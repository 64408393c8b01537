import { bug } from "../problem/index.ts";
import rows from "./explanations.txt";

const explanations: ReadonlyMap<string, string> = new Map(
  rows.split("\n").map((row) => [row.slice(0, row.indexOf(": ")), row.slice(row.indexOf(": ") + 2)]),
);

export function explanationOf(id: string): string {
  return explanations.get(withoutIndexes(id)) ?? bug(`the question ${id} has no explanation`);
}

/** Turns `lines[0].name` into `lines[].name`, and `supplier.gap.trn` into `supplier.trn`. */
export function withoutIndexes(id: string): string {
  return id.replace(/\[\d+\]/g, "[]").replace(/^supplier\.gap\./, "supplier.");
}

export const explained: readonly string[] = [...explanations.keys()];
