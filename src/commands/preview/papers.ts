import { join } from "node:path";
import type { Desk, Press } from "../../desk/index.ts";
import { oddName } from "../../disk/index.ts";
import { fail, type Outcome, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { pathLines, renderPage, renderPreview, safe, totalsJson } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { writeFiles } from "../answer/write-files.ts";
import { withHsWords } from "../codes/hs-codes.ts";
import { type PrintedPaper, pressedPaper } from "./pressed.ts";

export interface PaperWish {
  /** A folder, or a file ending in .html for one document; empty for a new file in the working folder. */
  readonly html: string | undefined;
  /** Like `html`, for files ending in .pdf. */
  readonly pdf: string | undefined;
  readonly force: boolean;
  readonly open: boolean;
}

/**
 * Writes the pages, or shows them if no file was asked for. Problems: `package-missing`, `bad-usage`, `file-exists`,
 * `output-unwritable`.
 */
export async function papersReport(
  papers: readonly PrintedPaper[],
  told: { readonly outcome: Outcome; readonly problems: readonly Problem[]; readonly sandbox: boolean },
  wish: PaperWish,
  desk: Desk,
): Promise<Report> {
  const { sandbox } = told;
  const press = wish.pdf === undefined ? ok(undefined) : await desk.hooks.press();
  if (!press.ok) return stoppedBy(press.problems, sandbox);
  const places = placesOf(papers.map(nameOf), wish);
  if (!places.ok) return stoppedBy(places.problems, sandbox);
  const problems = [...told.problems];
  const written: PaperPlace[] = [];
  for (const [at, each] of papers.entries()) {
    const files = filesOf(each, places.value[at], press.value);
    const place = await writePaper(files.files, wish, desk);
    if (!place.ok) return stoppedBy([...problems, ...place.problems], sandbox);
    written.push(place.value);
    problems.push(...files.problems);
    if (papers.length > 25 && (at + 1) % 25 === 0) desk.say(`${at + 1} of ${papers.length} documents are written.`);
  }
  const own = wish.pdf === undefined ? 0 : papers.filter((each) => each.hasOwnXml).length;
  if (own > 0) desk.say(ownXmlWords(own));
  const [first] = written;
  const shown = first?.pdf ?? first?.html;
  if (wish.open && shown !== undefined && !(await desk.output.show(shown)))
    desk.say(`It could not be opened on the screen. Open the file: ${safe(shown)}`);
  const documents = papers.map(({ preview, paper }, at) => ({
    file: preview.file,
    kind: preview.kind,
    mark: paper.mark ?? null,
    html: written[at]?.html ?? null,
    pdf: written[at]?.pdf ?? null,
    totals: totalsJson(preview.calculation.totals),
  }));
  const paths = written.flatMap(({ html, pdf }) => [html, pdf].flatMap((each) => each ?? []));
  const text =
    paths.length > 0
      ? pathLines(paths)
      : (
          await withHsWords(
            papers.map(({ preview }) => preview),
            desk,
          )
        )
          .map((preview) => renderPreview(preview, desk.dataStyle))
          .join("\n");
  const view = { view: "raw", text, data: { ...documents[0], documents } } as const;
  return { outcome: told.outcome, sandbox, view, problems };
}

function ownXmlWords(count: number): string {
  const where = count === 1 ? "The XML in the PDF" : `The XML in ${count} of the PDFs`;
  return `${where} was made on this computer and is not the delivered copy, as the page says. Add --refresh for what the service has.`;
}

export interface PaperPlace {
  readonly html: string | undefined;
  readonly pdf: string | undefined;
}

/**
 * Returns the paths of the files for documents with these names. Problem: `bad-usage` if several documents would go
 * into one file.
 */
export function placesOf(
  called: readonly string[],
  { html, pdf }: Pick<PaperWish, "html" | "pdf">,
  what = "documents",
): Result<PaperPlace[]> {
  const one = called.length === 1;
  for (const [option, path, ending] of [
    ["--html", html, /\.html?$/i],
    ["--pdf", pdf, /\.pdf$/i],
  ] as const) {
    if (path === undefined || one || called.length === 0 || !ending.test(path)) continue;
    const message = `${option} ${path} is one file, and there are ${called.length} ${what}.`;
    return fail(problem("bad-usage", message, "Name a folder."));
  }
  const names = uniqueNames(called);
  const place = (path: string | undefined, at: number, ending: string): string | undefined => {
    if (path === undefined) return undefined;
    const isFile =
      one &&
      path
        .toLowerCase()
        .replace(/\.htm$/, ".html")
        .endsWith(ending);
    return isFile ? path : join(path, `${names[at]}${ending}`);
  };
  return ok(called.map((_, at) => ({ html: place(html, at, ".html"), pdf: place(pdf, at, ".pdf") })));
}

function nameOf({ preview, paper }: PrintedPaper): string {
  const own = preview.document.document_number?.trim();
  return safeFileName(
    own || (paper.documentNumber ?? preview.file.replace(/^.*[\\/]/, "").replace(/\.(?:ya?ml|json)$/i, "")),
  );
}

/** Replaces characters that are not safe in file names on every system. */
export function safeFileName(called: string): string {
  const kept = called
    .replace(/[^\p{L}\p{N}._-]/gu, "_")
    .replace(/^\.+/, "_")
    .slice(0, 100)
    .replace(/\.$/, "_");
  return oddName(kept) === undefined ? kept || "document" : `_${kept}`;
}

/** Adds a suffix to repeated names, because documents can have the same number. */
function uniqueNames(names: readonly string[]): string[] {
  const used = new Map<string, number>();
  return names.map((name) => {
    const key = name.toLowerCase();
    const count = (used.get(key) ?? 0) + 1;
    used.set(key, count);
    return count === 1 ? name : `${name}-${count}`;
  });
}

interface PaperFile {
  readonly form: "html" | "pdf";
  readonly path: string;
  readonly content: string | Uint8Array;
}

/**
 * Writes the files of one document. A default name gets a suffix if that file exists. Problems: `file-exists`,
 * `output-unwritable`.
 */
async function writePaper(files: readonly PaperFile[], wish: PaperWish, desk: Desk): Promise<Result<PaperPlace>> {
  const place: { html: string | undefined; pdf: string | undefined } = { html: undefined, pdf: undefined };
  for (const { form, path, content } of files)
    for (let count = 1; place[form] === undefined; count += 1) {
      const own = count === 1 ? path : path.replace(/(\.\w+)$/, `-${count}$1`);
      const written = await writeFiles([{ path: own, content }], wish.force, desk);
      const isTaken = !written.ok && written.problems[0].code === "file-exists" && wish[form] === "" && count < 1000;
      if (!written.ok && !isTaken) return written;
      if (written.ok) place[form] = own;
    }
  return ok(place);
}

interface Files {
  readonly files: readonly PaperFile[];
  readonly problems: readonly Problem[];
}

function filesOf(printed: PrintedPaper, place: PaperPlace | undefined, press: Press | undefined): Files {
  const files: PaperFile[] = [];
  if (place?.html !== undefined)
    files.push({ form: "html", path: place.html, content: renderPage(printed.preview, printed.paper) });
  if (place?.pdf === undefined || press === undefined) return { files, problems: [] };
  const { bytes, problems } = pressedPaper(printed, nameOf(printed), press);
  files.push({ form: "pdf", path: place.pdf, content: bytes });
  return { files, problems };
}
