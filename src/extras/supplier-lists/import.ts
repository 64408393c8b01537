import { stoppedBy } from "../../commands/answer/stopped-by.ts";
import { isSheetFile } from "../../commands/sheet/drafts.ts";
import { type Decided, decide } from "../../commands/suppliers/confirm.ts";
import { type KnownSuppliers, type Planned, planOf, unnamedEntries } from "../../commands/suppliers/plan.ts";
import { keepOneName } from "../../commands/suppliers/questions.ts";
import type { Desk } from "../../desk/index.ts";
import { failAll, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { readDocument } from "../../read/index.ts";
import type { Report } from "../../report/index.ts";
import type { Folders } from "../../settings/index.ts";
import {
  changeBook,
  foldedName,
  gapSentence,
  identityOf,
  missingIn,
  outsideAddress,
  outsideSays,
  type Supplier,
  type SupplierBook,
  sharedAccounts,
  suppliersIn,
} from "../../suppliers/index.ts";
import type { FoundSuppliers } from "./sheet.ts";

export interface ImportWords {
  readonly replace: boolean;
  readonly update: boolean;
  readonly sheet: string | undefined;
  /** Assignments of the form HEADING=FIELD. */
  readonly heading: readonly string[];
  /** Names of suppliers with confirmed changes. */
  readonly acceptChangedSupplier: readonly string[];
}

/**
 * Imports the suppliers of a file: none if an entry has an error; skips those whose changes the user did not confirm.
 */
export async function importSuppliers(file: string, words: ImportWords, desk: Desk): Promise<Report> {
  const bytes = await desk.files.read(file);
  if (!bytes.ok) return stoppedBy(bytes.problems);
  const found = isSheetFile(file) ? await listedIn(bytes.value, file, words, desk) : suppliersFrom(bytes.value, file);
  if (!found.ok) return stoppedBy(found.problems);
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const merged = desk.ask.possible ? await mergedBook(found.value.suppliers, settings.value.folders, desk) : undefined;
  if (merged?.ok === false) return stoppedBy(merged.problems);
  const book = await desk.suppliers();
  if (!book.ok) return stoppedBy(book.problems);
  const known = words.update ? "update" : words.replace ? "replace" : "refuse";
  const plan = planOf(found.value.suppliers, book.value, known, file);
  if (!plan.ok) return stoppedBy(plan.problems);
  const decided = await decide(plan.value, words.acceptChangedSupplier, desk);
  if (!decided.ok) return stoppedBy(decided.problems);
  let done: readonly Planned[] = [];
  const saved = changeBook(settings.value.folders, (now) => {
    const again = planOf(found.value.suppliers, now, known, file);
    if (!again.ok) return again;
    if (again.value.some((each) => each.alarms.length > 0 && !decided.value.knows(each)))
      return failAll([changedMeanwhile()]);
    done = again.value;
    return ok(
      bookWith(
        now,
        done.filter((each) => !decided.value.leaves(each)),
      ),
    );
  });
  if (!saved.ok) return stoppedBy(saved.problems);
  return importReport({ file, known, done, decided: decided.value, book: saved.value }, found.value.problems, desk);
}

/** Asks which name to keep of each supplier of the file that is in the book more than once, under other names. */
async function mergedBook(found: FoundSuppliers["suppliers"], folders: Folders, desk: Desk): Promise<Result<boolean>> {
  const book = await desk.suppliers();
  if (!book.ok) return book;
  const several = found.filter(({ supplier }) => unnamedEntries(supplier, found, book.value).length > 1);
  return keepOneName(
    several.map(({ supplier }) => identityOf(supplier).trn),
    folders,
    desk,
  );
}

/** Reads the suppliers of a list; loads the spreadsheet reader on demand. */
async function listedIn(
  bytes: Uint8Array,
  file: string,
  { sheet: name, heading }: ImportWords,
  desk: Desk,
): Promise<Result<FoundSuppliers>> {
  const { suppliersOfSheet, listSheet } = await import("./sheet.ts");
  const { headingsAsked, headingsGiven } = await import("./meant-headings.ts");
  const given = headingsGiven(heading);
  if (!given.ok) return given;
  const sheet = listSheet(bytes, file, name);
  if (!sheet.ok) return sheet;
  const meant = await headingsAsked(sheet.value, given.value, desk);
  return meant.ok ? suppliersOfSheet(sheet.value, meant.value) : meant;
}

function bookWith({ suppliers }: SupplierBook, planned: readonly Planned[]): readonly Supplier[] {
  const gone = new Set(planned.flatMap(({ before }) => (before ? [foldedName(before.supplier)] : [])));
  return [
    ...suppliers.filter((each) => !gone.has(foldedName(each.supplier))),
    ...planned.map(({ supplier }) => supplier),
  ];
}

function changedMeanwhile(): Problem {
  const message = "Nothing was imported: another process changed the supplier book in the meantime.";
  return problem("settings-unwritable", message, "Run the same command again.");
}

interface Imported {
  readonly file: string;
  readonly known: KnownSuppliers;
  readonly done: readonly Planned[];
  readonly decided: Decided;
  readonly book: SupplierBook;
}

function importReport(
  { file, known, done, decided, book }: Imported,
  problems: readonly Problem[],
  desk: Desk,
): Report {
  const left = done.filter((each) => decided.leaves(each));
  const taken = done.filter((each) => !decided.leaves(each));
  const count = (is: Planned["is"]): number => taken.filter((each) => each.is === is).length;
  const lacking = taken.flatMap((each) => {
    const sentence = gapSentence(each.supplier);
    return sentence === undefined ? [] : [{ each, sentence, missing: missingIn(each.supplier) }];
  });
  const isOutside = ({ supplier }: Planned): boolean => outsideSays(supplier.accounting_supplier_party) !== undefined;
  const outside = taken.filter(isOutside).length;
  const facts: [string, string][] = [
    ["Added", String(count("added"))],
    [known === "update" ? "Updated" : "Replaced", String(count("replaced"))],
    ["Unchanged", String(count("same"))],
    ...(left.length > 0 ? [["Left as before", String(left.length)] as [string, string]] : []),
    ...(lacking.length > 0 ? [["Incomplete", String(lacking.length)] as [string, string]] : []),
    ...(outside > 0
      ? [["Not delivered", `${outside} at ${outsideAddress}: give them their copies`] as [string, string]]
      : []),
    ["In the book", String(book.suppliers.length)],
  ];
  const data = {
    file: desk.output.absolute(file),
    added: count("added"),
    replaced: count("replaced"),
    same: count("same"),
    suppliers: taken.map(({ supplier }) => supplier.supplier),
    left: left.map(({ supplier }) => supplier.supplier),
    incomplete: lacking.map(({ each, missing }) => ({ supplier: each.supplier.supplier, missing })),
  };
  const dropped = taken.flatMap((each) => each.dropped);
  const place = new Map(taken.map(({ supplier, where }) => [foldedName(supplier.supplier), where]));
  const own = book.suppliers.filter((each) => place.has(foldedName(each.supplier)));
  const shared = sharedAccounts(book.suppliers, own, (each) => place.get(foldedName(each.supplier)) ?? {});
  const all = [...problems, ...dropped, ...shared, ...lacking.map(incomplete), ...left.map(notTaken)];
  const outcome = left.length === 0 ? "done" : taken.some(({ is }) => is !== "same") ? "partial" : "declined";
  return { outcome, sandbox: false, view: { view: "facts", facts, data }, problems: all };
}

interface Lacking {
  readonly each: Planned;
  readonly sentence: string;
  readonly missing: readonly string[];
}

function incomplete({ each: { supplier, where }, sentence, missing }: Lacking): Problem {
  const use =
    missing.length > 0 ? " is incomplete, and no document can use it yet" : " has a value that was not taken over";
  const hint = `All that is missing, as a workbook to fill in: ${suggest`suppliers missing --out missing.xlsx`}`;
  return problem("missing-field", `${supplier.supplier}${use}. ${sentence}`, hint, { where, severity: "warning" });
}

function notTaken({ before, where }: Planned): Problem {
  const message = `${before?.supplier} was not changed: its new TRN or account is not confirmed.`;
  const hint = "Call the supplier on a telephone number that you knew before, then import again.";
  return problem("declined", message, hint, { where, severity: "warning" });
}

/**
 * Reads the suppliers of a file. If that succeeds, the problems are warnings, excluding those about incomplete entries.
 */
function suppliersFrom(bytes: Uint8Array, file: string): Result<FoundSuppliers> {
  const read = readDocument(bytes, file, "invoice");
  if (!read.ok) return read;
  const found = suppliersIn(read.value);
  const errors = found.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return failAll(errors);
  const problems = found.problems.filter(({ code }) => code !== "missing-field" && code !== "scenario-field-missing");
  const at = (index: number) => ({ ...read.value.spot(`suppliers[${index}].supplier`), file });
  if (found.suppliers.length > 0)
    return ok({ suppliers: found.suppliers.map((supplier, index) => ({ supplier, where: at(index) })), problems });
  const hint = "Write suppliers: and below it one group for each supplier, each beginning with - supplier: NAME.";
  return failAll([problem("empty-document", "The file describes no supplier.", hint, { where: { file } })]);
}
