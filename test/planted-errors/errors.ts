import { readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { documentShapes, type LeafMeta, type SelfBilledDocument, valueAt } from "../../src/document/index.ts";
import { check } from "../../src/library/index.ts";
import { invoice, line } from "../support/documents.ts";
import { leavesOf } from "../support/leaves.ts";
import type { RuleCases } from "../support/rule-cases.ts";
import { type Change, withChanges } from "./changes.ts";

/** One error: what it changes, and the finding that names it in a document without other errors. */
export interface PlantedError {
  readonly code: string;
  readonly changes: readonly Change[];
  /** What the document said before: the only values that an edit may write. Without it, no edit may touch the error. */
  readonly before: readonly Change[] | undefined;
  /** Parts of the document that no other error may change. */
  readonly parts: readonly string[];
  readonly named: readonly string[];
}

/** Number of lines, so that several errors have a line of their own. */
const lines = 6;

export const sound = (): SelfBilledDocument =>
  invoice({
    document_lines: Array.from({ length: lines }, (_, at) => line({ name: `Tile ${at + 1}` })),
  });

export const keyOf = (finding: { code: string; path: string | null }): string => `${finding.code} ${finding.path}`;

/** Fields that decide about many others. */
const deciding =
  /^(?:profile_execution_id|document_currency_code|tax_currency_code|tax_exchange_rate|invoice_period|delivery|buyer_customer_party|seller_supplier_party|invoice_type_code)\b/;

function partOf(path: string): string {
  if (deciding.test(path)) return "head";
  return /^(?:document_lines\[\d+\]|accounting_supplier_party\.\w+|\w+)/.exec(path)?.[0] ?? path;
}

const isSound = (changes: readonly Change[]): readonly Change[] =>
  changes.map(([path]) => [path, valueAt(sound(), path)] as const);

function errorOf(
  code: string,
  changes: readonly Change[],
  before: readonly Change[] | undefined,
  at?: readonly string[],
): PlantedError | undefined {
  const { findings } = check(withChanges(sound(), changes));
  const own = findings.filter((each) => each.code === code && (at === undefined || at.includes(each.path ?? "")));
  if (own.length === 0) return undefined;
  const parts = [...new Set([...changes, ...(before ?? [])].map(([path]) => partOf(path)))];
  return { code, changes, before, parts, named: own.map(keyOf) };
}

/** Values that a clerk types for one that is right, by the form of the field. */
function slipsOf(value: string, { form, wire }: LeafMeta): string[] {
  if (form?.is === "date") {
    const [year = "", month = "", day = ""] = value.split("-");
    return [
      Number(day) > 12 ? `${day}/${month}/${year}` : `${year}/${month}/${day}`,
      `${value} `,
      `${year}-02-31`,
      "soon",
    ];
  }
  if (form?.is === "decimal")
    return [
      `AED ${value}`,
      `${value} `,
      value.length > 3 ? `${value.slice(0, 1)},${value.slice(1)}.00` : `${value}%`,
      "some",
      `-${value}`,
    ];
  if (form?.is === "code") return [value.toLowerCase(), ` ${value}`, "unknown"].filter((slip) => slip !== value);
  if (form?.is === "pattern") return [`${value} `, "x"];
  return wire === "number" ? ["x"] : [];
}

function leafValues(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    leafValues(each, Array.isArray(value) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`),
  );
}

function typed(): PlantedError[] {
  const metas = leavesOf(documentShapes.invoice, "[0]");
  const entries = leafValues(sound()).filter(([path]) => !/document_lines\[[1-9]/.test(path));
  return entries.flatMap(([path, value]) => {
    const meta = metas.get(path);
    const slips = meta === undefined ? [] : slipsOf(value, meta);
    const planted = (code: string, slip: unknown) => errorOf(code, [[path, slip]], [[path, value]], [path]);
    const some = [
      ...slips.map((slip) => planted("wrong-value", slip)),
      planted("missing-field", undefined),
      planted("wrong-value", { value }),
    ];
    return some.filter((each) => each !== undefined);
  });
}

/** Code, errors, and what the document said before, if it is not the sound one. */
const others: readonly (readonly [string, readonly Change[], (readonly Change[])?])[] = [
  ["never-send", [["totals", { payable_amount: "5" }]]],
  ["never-send", [["document_lines[0].net_amount", "5"]]],
  ["unknown-field", [["accounting_supplier_party.telefone", "+97142000111"]]],
  ["unknown-field", [["document_lines[0].quantitty", "4"]]],
  ["scenario-field-missing", [["profile_execution_id", "00010000"]]],
  ["scenario-field-missing", [["profile_execution_id", "10000000"]]],
  [
    "missing-field",
    [["document_currency_code", "USD"]],
    [
      ["document_currency_code", "USD"],
      ["tax_currency_code", "AED"],
    ],
  ],
];

/** Returns what a case changes in the invoice that cases start from, if that is little. */
function changesOf(given: SelfBilledDocument): Change[] | undefined {
  const base = invoice() as Record<string, unknown>;
  const changes: Change[] = [];
  for (const name of new Set([...Object.keys(base), ...Object.keys(given)])) {
    const [from, to] = [base[name], (given as Record<string, unknown>)[name]];
    if (isDeepStrictEqual(from, to)) continue;
    const inside = name === "document_lines" ? [from, to].map((each) => (each as unknown[])?.[0]) : [from, to];
    const isOneLine = name === "document_lines" && (to as unknown[] | undefined)?.length === 1;
    if (name === "document_lines" && !isOneLine) return undefined;
    if (!isOneLine && name !== "accounting_supplier_party") changes.push([name, to]);
    else
      for (const key of new Set(inside.flatMap((each) => Object.keys((each as object) ?? {})))) {
        const [old, now] = inside.map((each) => (each as Record<string, unknown> | undefined)?.[key]);
        if (!isDeepStrictEqual(old, now)) changes.push([`${isOneLine ? "document_lines[0]" : name}.${key}`, now]);
      }
  }
  return changes.length > 0 && changes.length <= 3 ? changes : undefined;
}

/** What the corrected document says in the places of the error, and in all others that are not as in the sound one. */
function beforeOf(changes: readonly Change[], right: SelfBilledDocument): Change[] {
  const places = new Set([...changes, ...(changesOf(right) ?? [])].map(([path]) => path));
  return [...places].map((path) => [path, valueAt(right, path)]);
}

async function ofRules(): Promise<PlantedError[]> {
  const folder = new URL("../check/rules/", import.meta.url);
  const found: PlantedError[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".cases.ts"))) {
    const { cases } = (await import(new URL(file, folder).href)) as { cases: RuleCases };
    for (const [id, { breaks }] of Object.entries(cases))
      for (const { given, fixed } of Object.values(breaks)) {
        const changes = "xml" in given ? undefined : changesOf(given as SelfBilledDocument);
        const right = fixed && withChanges(given as SelfBilledDocument, fixed.changes);
        const before = right && changes && beforeOf(changes, right);
        const error = changes && errorOf(id, changes, before);
        if (error) found.push(error);
      }
  }
  return found;
}

/** Returns all errors that can be planted, by the code that names them. */
export async function plantableErrors(): Promise<ReadonlyMap<string, readonly PlantedError[]>> {
  const special = others.flatMap(([code, changes, before]) => errorOf(code, changes, before ?? isSound(changes)) ?? []);
  const byCode = new Map<string, PlantedError[]>();
  for (const error of [...typed(), ...special, ...(await ofRules())])
    byCode.set(error.code, [...(byCode.get(error.code) ?? []), error]);
  return byCode;
}

/** Moves an error of the first line to another line. */
export function onLine(error: PlantedError, at: number): PlantedError {
  const move = (text: string): string => text.replaceAll("document_lines[0]", `document_lines[${at}]`);
  return {
    ...error,
    changes: error.changes.map(([path, value]) => [move(path), value]),
    before: error.before?.map(([path, value]) => [move(path), value]),
    parts: error.parts.map(move),
    named: error.named.map(move),
  };
}

export const numberOfLines = lines;
