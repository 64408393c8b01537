import type { Desk } from "../../desk/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { expandFiles } from "../../read/index.ts";
import type { Checkable } from "../create/check-documents.ts";
import { subjectsIn } from "../create/subjects.ts";
import { isSheetFile, type OpenedSheet, openSheetFile, type SheetWords, wrongSheetWords } from "../sheet/drafts.ts";

interface Words extends SheetWords {
  /** One document of a spreadsheet: its number, or `row 2` if it has none; undefined for all. */
  readonly document: string | undefined;
  readonly kind: string | undefined;
}

interface Previewed {
  readonly subjects: readonly Checkable[];
  readonly warnings: readonly Problem[];
}

const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));

/**
 * Finds the documents to preview: files, folders, all documents of spreadsheets, or one document of a spreadsheet.
 * Problems: `bad-usage`, any file-finding problem, and any sheet-reading problem if the sheet is the only argument;
 * otherwise such a problem is attached to the sheet's file.
 */
export async function previewedSubjects(
  named: readonly string[],
  words: Words,
  desk: Desk,
): Promise<Result<Previewed>> {
  const files = await expandFiles(named, desk.files);
  if (!files.ok) return files;
  const wrong = wrongSheetWords(words, files.value);
  if (wrong) return fail(wrong);
  const { document, kind } = words;
  if (kind !== undefined && kind !== "invoice" && kind !== "credit-note")
    return bad(`--kind ${kind} is not a kind of document.`, "Write --kind invoice or --kind credit-note.");
  const stray = document !== undefined ? "--document" : kind !== undefined ? "--kind" : undefined;
  if (stray !== undefined && !files.value.some(isSheetFile))
    return bad(`${stray} needs a spreadsheet.`, "Leave it out.");
  if (document !== undefined && files.value.length > 1)
    return bad("--document is a document of one spreadsheet.", "Name that spreadsheet alone.");
  const subjects: Checkable[] = [];
  const warnings: Problem[] = [];
  for (const file of files.value) {
    if (!isSheetFile(file)) {
      subjects.push({ file });
      continue;
    }
    const opened = await openSheetFile(file, kind, words, desk);
    if (opened.ok) {
      const chosen = document === undefined ? ok(subjectsIn(opened.value)) : oneOf(opened.value, document);
      if (!chosen.ok) return chosen;
      subjects.push(...chosen.value.all);
      warnings.push(...chosen.value.warnings);
    } else if (files.value.length === 1) return opened;
    else subjects.push({ file, unread: true, known: opened.problems });
  }
  return ok({ subjects, warnings });
}

/** Returns the named document of the spreadsheet. Problem: `bad-usage` if it does not exist. */
function oneOf(sheet: OpenedSheet, document: string): Result<ReturnType<typeof subjectsIn>> {
  const { all, warnings } = subjectsIn(sheet);
  const labels = sheet.drafts.map(({ made }) => made.label);
  const subject = all[labels.indexOf(document.trim())];
  if (subject !== undefined) return ok({ all: [subject], warnings });
  const some = labels.slice(0, 8).join(", ") + (labels.length > 8 ? ", …" : "");
  return bad(`${sheet.file} has no document ${JSON.stringify(document)}.`, `It has ${some}`);
}
