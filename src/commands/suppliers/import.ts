import type { Desk } from "../../desk/index.ts";
import { failAll, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { readDocument } from "../../read/index.ts";
import type { Report } from "../../report/index.ts";
import { changeBook, foldedName, type Supplier, type SupplierDraft, suppliersIn } from "../../suppliers/index.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { isSheetFile } from "../sheet/drafts.ts";

/** Takes over all suppliers of a file, or none of them and tells everything that is wrong. */
export async function importSuppliers(file: string, replace: boolean, desk: Desk): Promise<Report> {
  const bytes = await desk.files.read(file);
  if (!bytes.ok) return stoppedBy(bytes.problems);
  // The programs that read spreadsheets are loaded for them alone.
  const found = isSheetFile(file)
    ? (await import("./sheet.ts")).suppliersOfSheet(bytes.value, file)
    : suppliersFrom(bytes.value, file);
  if (!found.ok) return stoppedBy(found.problems);
  const { suppliers, problems } = found.value;
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const counts = { added: 0, replaced: 0, same: 0 };
  const saved = changeBook(settings.value.folders, (book) => {
    const taken = suppliers.flatMap((each) => {
      const before = book.suppliers.find((one) => foldedName(one.supplier) === foldedName(each.supplier));
      const same = before !== undefined && JSON.stringify(before) === JSON.stringify(each);
      counts[before === undefined ? "added" : same ? "same" : "replaced"] += 1;
      return before === undefined || same || replace ? [] : [exists(each, file)];
    });
    if (taken.length > 0) return failAll(taken);
    const names = new Set(suppliers.map((each) => foldedName(each.supplier)));
    return ok([...book.suppliers.filter((each) => !names.has(foldedName(each.supplier))), ...suppliers]);
  });
  if (!saved.ok) return stoppedBy(saved.problems);
  const facts: [string, string][] = [
    ["Added", String(counts.added)],
    ["Replaced", String(counts.replaced)],
    ["Unchanged", String(counts.same)],
    ["In the book", String(saved.value.suppliers.length)],
  ];
  const data = {
    file: desk.output.absolute(file),
    ...textCounts(counts),
    suppliers: suppliers.map((each) => each.supplier),
  };
  return { outcome: "done", sandbox: false, view: { view: "facts", facts, data }, problems };
}

function textCounts(counts: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]));
}

function exists({ supplier }: Supplier, file: string): Problem {
  const message = `The supplier ${supplier} is already in the book, with other data.`;
  const hint = "Nothing was imported. Add --replace if the file is correct, or remove the supplier from the file.";
  return problem("supplier-exists", message, hint, { where: { file } });
}

/** The suppliers of a file; problems are warnings when there is a value. */
function suppliersFrom(
  bytes: Uint8Array,
  file: string,
): Result<{ suppliers: readonly Supplier[]; problems: readonly Problem[] }> {
  const read = readDocument(bytes, file, "invoice");
  if (!read.ok) return read;
  const found = suppliersIn(read.value);
  const errors = found.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return failAll(errors);
  if (found.suppliers.length > 0) return ok(found);
  const hint = "Write suppliers: and below it one group for each supplier, each beginning with - supplier: NAME.";
  return failAll([problem("empty-document", "The file describes no supplier.", hint, { where: { file } })]);
}

/** The suppliers of a file for `add`, where the words may name the only one. */
export async function suppliersOfFile(
  file: string,
  desk: Desk,
  named: SupplierDraft,
): Promise<Result<readonly Supplier[]>> {
  const bytes = await desk.files.read(file);
  if (!bytes.ok) return bytes;
  const read = readDocument(bytes.value, file, "invoice");
  if (!read.ok) return read;
  const found = suppliersIn(read.value, named);
  const errors = found.problems.filter(({ severity }) => severity === "error");
  return errors.length > 0 ? failAll(errors) : ok(found.suppliers);
}
