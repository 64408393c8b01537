import type { Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { Checkable } from "../create/check-documents.ts";
import { subjectsIn } from "../create/subjects.ts";
import { isSheetFile, openSheetFile, type SheetWords, wrongSheetWords } from "../sheet/drafts.ts";

interface Words extends SheetWords {
  /** Of a spreadsheet: the number of the one document, or `row 2` where it has none. */
  readonly document: string | undefined;
  readonly kind: string | undefined;
}

interface Previewed {
  readonly subjects: readonly Checkable[];
  /** Of a document out of a spreadsheet; a file says itself what it is. */
  readonly kind?: DocumentKind;
}

/** The documents that the words name: a file, all documents of a spreadsheet, or one of them. Problems: `bad-usage`, those of the sheet. */
export async function previewedSubjects(file: string, words: Words, desk: Desk): Promise<Result<Previewed>> {
  const { document, kind } = words;
  const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));
  const wrong = wrongSheetWords(words, [file]);
  if (wrong) return fail(wrong);
  if (!isSheetFile(file)) {
    const stray = document !== undefined ? "--document" : kind !== undefined ? "--kind" : undefined;
    return stray === undefined ? ok({ subjects: [{ file }] }) : bad(`${stray} needs a spreadsheet.`, "Leave it out.");
  }
  if (kind !== undefined && kind !== "invoice" && kind !== "credit-note")
    return bad(`--kind ${kind} is not a kind of document.`, "Write --kind invoice or --kind credit-note.");
  const opened = await openSheetFile(file, kind, words, desk);
  if (!opened.ok) return opened;
  const { all } = subjectsIn(opened.value);
  const sheetKind = opened.value.kind;
  if (document === undefined) return ok({ subjects: all, kind: sheetKind });
  const labels = opened.value.drafts.map(({ made }) => made.label);
  const subject = all[labels.indexOf(document.trim())];
  if (subject !== undefined) return ok({ subjects: [subject], kind: sheetKind });
  const some = labels.slice(0, 8).join(", ") + (labels.length > 8 ? ", …" : "");
  return bad(`${file} has no document ${JSON.stringify(document)}.`, `It has ${some}`);
}
