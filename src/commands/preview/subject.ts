import type { Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { Checkable } from "../create/check-documents.ts";
import { subjectsIn } from "../create/subjects.ts";
import { isSheetFile, openSheetFile, type SheetWords, wrongSheetWords } from "../sheet/drafts.ts";

interface Words extends SheetWords {
  /** Of a spreadsheet: the number of the document, or `row 2` where it has none. */
  readonly document: string | undefined;
  readonly kind: string | undefined;
}

interface Previewed {
  readonly subject: Checkable;
  /** Of a document out of a spreadsheet; a file says itself what it is. */
  readonly kind?: DocumentKind;
}

/** The one document that the words name: a file, or a document of a spreadsheet. Problems: `bad-usage`, those of the sheet. */
export async function previewedSubject(file: string, words: Words, desk: Desk): Promise<Result<Previewed>> {
  const { document, kind } = words;
  const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));
  const wrong = wrongSheetWords(words, [file]);
  if (wrong) return fail(wrong);
  if (!isSheetFile(file)) {
    const stray = document !== undefined ? "--document" : kind !== undefined ? "--kind" : undefined;
    return stray === undefined ? ok({ subject: { file } }) : bad(`${stray} needs a spreadsheet.`, "Leave it out.");
  }
  if (kind !== undefined && kind !== "invoice" && kind !== "credit-note")
    return bad(`--kind ${kind} is not a kind of document.`, "Write --kind invoice or --kind credit-note.");
  const opened = await openSheetFile(file, kind, words, desk);
  if (!opened.ok) return opened;
  const { drafts } = opened.value;
  const labels = drafts.map(({ made }) => made.label);
  const at = document === undefined ? (labels.length === 1 ? 0 : -1) : labels.indexOf(document.trim());
  const subject = at < 0 ? undefined : subjectsIn(opened.value).all[at];
  if (subject !== undefined) return ok({ subject, kind: opened.value.kind });
  const some = labels.slice(0, 8).join(", ") + (labels.length > 8 ? ", …" : "");
  return document === undefined
    ? bad(`${file} has ${labels.length} documents.`, `Name one of them with --document: ${some}`)
    : bad(`${file} has no document ${JSON.stringify(document)}.`, `It has ${some}`);
}
