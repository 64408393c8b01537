import { amount, formatAmount, money } from "../../src/document/index.ts";
import type { JsonObject } from "../../src/json/index.ts";
import { parseJson, writeJson } from "../../src/json/index.ts";

/** What a service does to a document that it stores; it shows what it stored. */
export const waysToStore = [
  "texts cut",
  "numbers of its own",
  "day of creation as issue date",
  "prices in whole units",
  "lines cut",
  "lines merged",
  "names from a register",
  "everything at once",
] as const;

export type Stores = "as sent" | (typeof waysToStore)[number];

/** Returns what the service shows of a document. `id` and `day`: of its creation. */
export function stored(
  document: JsonObject,
  way: Stores,
  { id, day }: { readonly id: string; readonly day: string },
): JsonObject {
  const does = (one: Stores): boolean => way === one || way === "everything at once";
  const lines = (Array.isArray(document.document_lines) ? document.document_lines : []) as JsonObject[];
  const renamed = does("texts cut") ? lines.map((line) => ({ ...line, name: String(line.name).slice(0, 3) })) : lines;
  const units = does("prices in whole units") ? renamed.map((line) => ({ ...line, unit_code: "EA" })) : renamed;
  const kept = does("lines cut") || does("lines merged") ? units.slice(0, 1) : units;
  const payable = does("prices in whole units") ? { payable_amount: whole(String(document.payable_amount)) } : {};
  const shown = {
    ...document,
    ...payable,
    document_lines: kept,
    ...(does("numbers of its own") ? { document_number: `OWN-${id}` } : {}),
    ...(does("day of creation as issue date") ? { issue_date: day } : {}),
    ...(does("names from a register") ? { accounting_supplier_party: registered(document) } : {}),
  } as JsonObject;
  // As it comes over the wire.
  const json = parseJson(writeJson(shown));
  if (!json.ok) throw new Error(json.problems[0].message);
  return json.value as JsonObject;
}

function registered({ accounting_supplier_party: party }: JsonObject): JsonObject {
  return { ...(party as JsonObject), party_name: "REGISTERED NAME L.L.C" };
}

function whole(text: string): string {
  return formatAmount(money.round2(amount(text))).replace(/\..*$/, "");
}
