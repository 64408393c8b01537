import type { Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import { ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { expandFiles } from "../../read/index.ts";
import {
  contentOf,
  isSheetFile,
  type OpenedSheet,
  openSheetFile,
  type SheetWords,
  wrongSheetWords,
} from "../sheet/drafts.ts";
import { withoutEchoes } from "../sheet/echoes.ts";
import { wrongFailedTo } from "../sheet/failed-to.ts";
import { wrongResultsFile } from "../sheet/results.ts";
import type { Checkable } from "./check-documents.ts";

export interface Subjects {
  readonly all: readonly Checkable[];
  readonly sheets: readonly OpenedSheet[];
  /** Warnings about the sheets. */
  readonly warnings: readonly Problem[];
}

interface Words extends SheetWords {
  readonly results: string | undefined;
  readonly failedTo?: string | undefined;
}

/** Extensions of files taken from a folder. XML is not sent, and spreadsheets must be named directly. */
const endings = [".yaml", ".yml", ".json"];

/**
 * Finds the documents in the named files. A spreadsheet that cannot be read becomes an entry with its problems, so that
 * the errors of all files are reported together.
 */
export async function subjectsOf(
  named: readonly string[],
  kind: DocumentKind | undefined,
  words: Words,
  desk: Desk,
): Promise<Result<Subjects>> {
  const files = await expandFiles(named, desk.files, { endings });
  if (!files.ok) return files;
  const wrong = wrongWords(files.value, words, desk);
  if (wrong) return { ok: false, problems: [wrong] };
  const all: Checkable[] = [];
  const sheets: OpenedSheet[] = [];
  const warnings: Problem[] = [];
  for (const file of files.value) {
    if (!isSheetFile(file)) {
      all.push({ file });
      continue;
    }
    const opened = await openSheetFile(file, kind, words, desk);
    if (!opened.ok) all.push({ file, unread: true, known: opened.problems });
    else {
      sheets.push(opened.value);
      const parts = subjectsIn(opened.value);
      all.push(...parts.all);
      warnings.push(...parts.warnings);
    }
  }
  return ok({ all, sheets, warnings });
}

/**
 * Returns the documents of a spreadsheet. Errors in rows that belong to no document become an additional entry, which
 * stops the whole run.
 */
export function subjectsIn({ file, drafts, problems }: OpenedSheet): Omit<Subjects, "sheets"> {
  const known = problems.filter(({ severity }) => severity === "error");
  const warnings = problems.filter(({ severity }) => severity === "warning");
  const parts = drafts.map(
    ({ name, source, content, made }): Checkable => ({
      file: name,
      source,
      content,
      kind: made.kind,
      known: made.problems,
      placed: (found) => made.placed(found),
      sifted: (found, again) => {
        const recheck = (paths: readonly string[]) => again(contentOf(made.mended(paths), made.kind));
        const spoilt = made.problems.flatMap(({ where }) => where?.path ?? []);
        return withoutEchoes(found, spoilt, recheck);
      },
    }),
  );
  return { all: known.length > 0 ? [...parts, { file, unread: true, stopsAll: true, known }] : parts, warnings };
}

function wrongWords(files: readonly string[], words: Words, desk: Desk): Problem | undefined {
  const wrong =
    wrongSheetWords(words, files) ??
    wrongResultsFile(words.results) ??
    wrongFailedTo(words.failedTo, files, words.map, desk);
  if (wrong || words.results === undefined) return wrong;
  const sheets = files.filter(isSheetFile);
  if (sheets.length !== 1 || files.length !== 1)
    return problem("bad-usage", "--results writes one spreadsheet.", "Name one spreadsheet only.");
  const out = desk.output.absolute(words.results);
  const same = [...files, ...(words.map === undefined ? [] : [words.map])].some(
    (each) => desk.output.absolute(each) === out,
  );
  return same
    ? problem("bad-usage", "--results would overwrite the spreadsheet itself.", "Name another file for the results.")
    : undefined;
}
