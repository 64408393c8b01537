import type { Desk } from "../../desk/index.ts";
import { gulfDay } from "../../document/index.ts";
import { failAll, ok, type Result } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import {
  agreementProblems,
  agreementState,
  changeBook,
  findSupplier,
  foldedName,
  judgeSupplier,
  nextReview,
  type Supplier,
  setFields,
} from "../../suppliers/index.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { keptFile, stateOfFile } from "./kept-file.ts";

export interface AgreementWords {
  readonly file: string | undefined;
  readonly reviewed: boolean;
  readonly set: readonly string[];
}

const ifChanged = "If it is the new agreement, keep it with --file; otherwise restore the old file.";

/**
 * Stores the agreement's file with its hash, its fields and its review date; also reports whether the file has changed.
 */
export async function agreementReport(before: Supplier, words: AgreementWords, desk: Desk): Promise<Report> {
  const changes = await changesOf(words, desk);
  if (!changes.ok) return stoppedBy(changes.problems);
  let supplier = before;
  if (changes.value.length > 0) {
    const saved = await kept(before, changes.value, desk);
    if (!saved.ok) return stoppedBy(saved.problems);
    supplier = saved.value;
  }
  const file = await stateOfFile(supplier.agreement_file, supplier.agreement_sha256, ifChanged, desk);
  const today = gulfDay(desk.now());
  const review = nextReview(supplier);
  const facts: [string, string | undefined][] = [
    ["Supplier", supplier.supplier],
    ["Agreement", supplier.agreement_number],
    ["From", supplier.agreement_date],
    ["Until", supplier.agreement_expiry],
    ["State", agreementState(supplier, today)],
    ["Last review", supplier.agreement_reviewed],
    ["Next review", review],
    ["File", supplier.agreement_file],
    ["SHA-256", supplier.agreement_sha256],
    ["File is", file?.words],
  ];
  const data = {
    supplier: supplier.supplier,
    agreement_state: agreementState(supplier, today),
    next_review: review ?? null,
    file_state: file?.state ?? null,
  };
  const said = [...agreementProblems(supplier, today, today, {}), ...(file?.problems ?? [])];
  const shown = facts.flatMap(([label, value]): [string, string][] => (value === undefined ? [] : [[label, value]]));
  return succeeded({ view: "facts", facts: shown, data }, false, said);
}

/** Returns the fields to change in the entry. Problem: `file-unreadable`. */
async function changesOf({ file, reviewed, set }: AgreementWords, desk: Desk): Promise<Result<string[]>> {
  const kept = file === undefined ? undefined : await keptFile(file, desk);
  if (kept?.ok === false) return kept;
  return ok([
    ...set,
    ...(kept ? [`agreement_file=${kept.value.path}`, `agreement_sha256=${kept.value.sha256}`] : []),
    ...(reviewed ? [`agreement_reviewed=${gulfDay(desk.now())}`] : []),
  ]);
}

async function kept({ supplier: name }: Supplier, changes: readonly string[], desk: Desk): Promise<Result<Supplier>> {
  const settings = await desk.settings();
  if (!settings.ok) return settings;
  let result: Supplier | undefined;
  const saved = changeBook(settings.value.folders, (book) => {
    const now = findSupplier(book, name);
    const draft = now.ok ? setFields(now.value, changes) : now;
    if (!draft.ok) return draft;
    const { supplier, problems } = judgeSupplier(draft.value, (path) => ({ path }));
    const errors = problems.filter(({ severity }) => severity === "error");
    if (supplier === undefined || errors.length > 0) return failAll(errors);
    result = supplier;
    return ok([...book.suppliers.filter((each) => foldedName(each.supplier) !== foldedName(name)), supplier]);
  });
  return !saved.ok ? saved : ok(result as Supplier);
}
