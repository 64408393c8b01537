import type { Desk } from "../../desk/index.ts";
import { gulfDay } from "../../document/index.ts";
import {
  fail,
  failAll,
  fileWord,
  ok,
  type Problem,
  problem,
  type Result,
  type Spot,
  suggest,
} from "../../problem/index.ts";
import { readDocument } from "../../read/index.ts";
import type { Report } from "../../report/index.ts";
import {
  bookText,
  changeBook,
  changedEntry,
  findSupplier,
  foldedName,
  judgeSupplier,
  type Supplier,
  type SupplierBook,
  type SupplierDraft,
  setFields,
  sharedAccounts,
  suppliersIn,
  withUsual,
} from "../../suppliers/index.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { decide } from "./confirm.ts";
import { planOf } from "./plan.ts";
import { howToAnswer, supplierAsked } from "./questions.ts";
import { savedReport } from "./report.ts";

export interface EntryWords {
  readonly set: readonly string[];
  readonly file: string | undefined;
  readonly replace: boolean;
  /** Names of suppliers with confirmed changes. */
  readonly acceptChangedSupplier: readonly string[];
  readonly yes: boolean;
}

/** Adds an entry; with --replace, replaces the entry of the same name. */
export async function addEntry(name: string | undefined, given: EntryWords, desk: Desk): Promise<Report> {
  const draft = await draftOf(name, given, desk);
  if (!draft.ok) return stoppedBy(draft.problems);
  const { supplier, problems } = judged(draft.value);
  if (supplier === undefined) return stoppedBy(problems);
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const planned = given.replace ? await replacing(supplier, given.acceptChangedSupplier, desk) : ok(undefined);
  if (!planned.ok) return stoppedBy(planned.problems);
  const { entry = supplier, dropped = [] } = planned.value ?? {};
  const saved = changeBook(settings.value.folders, (book) => added(book, entry, given.replace));
  if (!saved.ok) return stoppedBy(saved.problems);
  return savedReport(
    "Added",
    entry,
    [...problems, ...dropped, ...sharedAccounts(saved.value.suppliers, [entry])],
    gulfDay(desk.now()),
  );
}

/** Returns the new entry with the records of the previous one. Asks first if the TRN or account changes. */
async function replacing(
  supplier: Supplier,
  accepted: readonly string[],
  desk: Desk,
): Promise<Result<{ readonly entry: Supplier; readonly dropped: readonly Problem[] } | undefined>> {
  const book = await desk.suppliers();
  const plan = book.ok ? planOf([{ supplier, where: {} }], book.value, "replace", "") : book;
  if (!plan.ok) return plan;
  const decided = await decide(plan.value, accepted, desk);
  if (!decided.ok) return decided;
  if (plan.value.some((each) => decided.value.leaves(each)))
    return fail(problem("declined", `${supplier.supplier} stays as it was.`, "Nothing was changed."));
  const [only] = plan.value;
  return ok(only && { entry: only.supplier, dropped: only.dropped });
}

/** Builds the entry from a file, the options or the user's answers. */
async function draftOf(
  name: string | undefined,
  { set, file }: EntryWords,
  desk: Desk,
): Promise<Result<SupplierDraft>> {
  const named = name === undefined ? {} : { supplier: name };
  if (file !== undefined) {
    const read = await suppliersOfFile(file, desk, named);
    if (!read.ok) return read;
    const [only, another] = read.value;
    if (only === undefined || another !== undefined) {
      const message = `${file} describes ${read.value.length} suppliers, and add takes one.`;
      return fail(problem("bad-usage", message, `Type: ${suggest`suppliers import ${fileWord(file)}`}`));
    }
    const filled = setFields({ ...only, ...named }, set);
    return filled.ok ? ok(withUsual(filled.value)) : filled;
  }
  if (set.length > 0) {
    const filled = setFields(named, set);
    return filled.ok ? ok(withUsual(filled.value)) : filled;
  }
  if (desk.ask.possible) {
    desk.say(howToAnswer);
    return supplierAsked(named, desk);
  }
  const hint = "Give its fields with --set field=value, or a file with --file FILE.";
  return fail(
    problem("needs-answer", "This command asks about the supplier, but this is not an interactive terminal.", hint),
  );
}

/**
 * Reads the suppliers of a file for `add`. `named` contains the name given as an argument, if any; it is used for an
 * entry without a name.
 */
async function suppliersOfFile(file: string, desk: Desk, named: SupplierDraft): Promise<Result<readonly Supplier[]>> {
  const bytes = await desk.files.read(file);
  if (!bytes.ok) return bytes;
  const read = readDocument(bytes.value, file, "invoice");
  if (!read.ok) return read;
  const found = suppliersIn(read.value, named);
  const errors = found.problems.filter(({ severity }) => severity === "error");
  return errors.length > 0 ? failAll(errors) : ok(found.suppliers);
}

function added(book: SupplierBook, supplier: Supplier, replace: boolean): Result<readonly Supplier[]> {
  const name = foldedName(supplier.supplier);
  const others = book.suppliers.filter((each) => foldedName(each.supplier) !== name);
  if (others.length < book.suppliers.length && !replace) {
    const message = `The supplier ${supplier.supplier} is already in the book.`;
    const hint = `To change it: ${suggest`suppliers edit ${supplier.supplier} --set field=value`}; to replace it, add --replace.`;
    return fail(problem("supplier-exists", message, hint));
  }
  return ok([...others, supplier]);
}

export async function editEntry(before: Supplier, given: EntryWords, desk: Desk): Promise<Report> {
  if (given.set.length === 0) {
    const hint = `Type ${suggest`suppliers edit ${before.supplier} --set telephone=+97142000111`}`;
    return stoppedBy([problem("bad-usage", "No change was given.", hint)]);
  }
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  let kept: { supplier: Supplier; problems: readonly Problem[] } | undefined;
  const saved = changeBook(settings.value.folders, (book) => {
    const now = findSupplier(book, before.supplier);
    if (!now.ok) return now;
    const draft = setFields(now.value, given.set);
    if (!draft.ok) return draft;
    const { supplier, problems } = judged(draft.value);
    if (supplier === undefined) return failAll(problems);
    // Naming both the supplier and the field counts as confirmation; the user is asked again for the next document.
    const changes = changedEntry(now.value, supplier, {}).map((each) => ({ ...each, hint: askFirst }));
    kept = { supplier, problems: [...problems, ...changes] };
    const others = book.suppliers.filter((each) => foldedName(each.supplier) !== foldedName(before.supplier));
    return added({ ...book, suppliers: others }, supplier, false);
  });
  if (!saved.ok) return stoppedBy(saved.problems);
  const after = kept?.supplier ?? before;
  const said = [...(kept?.problems ?? []), ...sharedAccounts(saved.value.suppliers, [after])];
  return savedReport("Changed", after, said, gulfDay(desk.now()));
}

const askFirst =
  "Call the supplier on a telephone number that you knew before. Its next document asks whether you did.";

export function judged(draft: SupplierDraft): { supplier?: Supplier; problems: readonly Problem[] } {
  const { supplier, problems } = judgeSupplier(draft, (path): Spot => ({ path }));
  const errors = problems.filter(({ severity }) => severity === "error");
  if (supplier === undefined || errors.length > 0) return { problems: errors };
  return { supplier, problems };
}

/** Removes an entry after confirmation. */
export async function removeEntry({ supplier: name }: Supplier, given: EntryWords, desk: Desk): Promise<Report> {
  if (!given.yes) {
    if (!desk.ask.possible)
      return stoppedBy([
        problem("needs-answer", "Confirmation is required, but this is not an interactive terminal.", "Add --yes."),
      ]);
    const agreed = await desk.ask.confirm(`Remove ${name} from the supplier book?`);
    if (!agreed.ok) return stoppedBy(agreed.problems);
    if (!agreed.value) return stoppedBy([problem("declined", `${name} stays in the book.`, "Nothing was changed.")]);
  }
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  let removed: Supplier | undefined;
  const saved = changeBook(settings.value.folders, (book) => {
    removed = book.suppliers.find((each) => foldedName(each.supplier) === foldedName(name));
    return ok(book.suppliers.filter((each) => each !== removed));
  });
  if (!saved.ok) return stoppedBy(saved.problems);
  const facts: [string, string][] = [["Removed", name]];
  const data = { removed: name, text: removed ? bookText([removed]) : "" };
  return succeeded({ view: "facts", facts, data });
}
