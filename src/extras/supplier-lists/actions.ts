import { stoppedBy } from "../../commands/answer/stopped-by.ts";
import type { AddedActions, Option } from "../../commands/command.ts";
import type { Desk } from "../../desk/index.ts";
import type { Report } from "../../report/index.ts";
import { type ImportWords, importSuppliers } from "./import.ts";
import { headingsReport, missingReport } from "./missing.ts";

interface ListWords extends ImportWords {
  readonly out: string | undefined;
  readonly force: boolean;
}

/** Options of the command that these actions read. */
type ListOptions = { readonly [Name in keyof ListWords]: Option<ListWords[Name]> };

export const listActions = {
  actions: ["import", "missing", "headings"],
  answers: ({ records }) => [records.importedSuppliers, records.missingSuppliers, records.supplierHeadings],
  run: listReport,
} satisfies AddedActions<ListOptions>;

async function listReport(
  action: string,
  [name = ""]: readonly string[],
  given: ListWords,
  desk: Desk,
): Promise<Report> {
  const book = await desk.suppliers();
  if (!book.ok) return stoppedBy(book.problems);
  if (action === "missing") return missingReport(book.value, given, desk);
  return action === "headings" ? headingsReport() : importSuppliers(name, given, desk);
}
