import { join } from "node:path";
import { type ColumnsOf, cellsOf } from "../../commands/answer/columns.ts";
import type { DayRange } from "../../commands/answer/period.ts";
import { csvRows, type Section } from "../../commands/answer/section.ts";
import { supplierAnswerShape, supplierAnswersOf } from "../../commands/answer/supplier-answers.ts";
import { reportPage } from "../../commands/period/page.ts";
import type { PeriodDocument } from "../../commands/period/period-documents.ts";
import { registerSection, summarySection, vatReturnSection } from "../../commands/period/sections.ts";
import type { Dress } from "../../commands/preview/dress.ts";
import { paperOf } from "../../commands/preview/journal-paper.ts";
import { safeFileName } from "../../commands/preview/papers.ts";
import { type PrintedPaper, pressedPaper } from "../../commands/preview/pressed.ts";
import type { Connection, ConnectionWords, Desk, Press } from "../../desk/index.ts";
import { type BusinessProfile, documentName } from "../../document/index.ts";
import { type Journal, type Past, type SupplierAnswers, sha256 } from "../../journal/index.ts";
import { writeJson } from "../../json/index.ts";
import { ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { gulfTime, renderPage } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { fromJournal, type Pack, type PackItem } from "./evidence/from-journal.ts";
import { fromService } from "./evidence/from-service.ts";
import { manifestOf } from "./evidence/pack.ts";
import {
  type ArchivedDocument,
  type ArchivedFile,
  type ArchiveManifest,
  keepUntil,
  manifestName,
  sealName,
} from "./manifest.ts";

export interface ArchiveWish {
  readonly out: string;
  readonly force: boolean;
  readonly period: DayRange;
  readonly keepYears: number;
  readonly account: string | undefined;
  readonly sandbox: boolean;
  readonly buyer: BusinessProfile | undefined;
  /** If the service is not to be queried, this is a failure that states the reason. */
  readonly connection: Result<Connection>;
  readonly words: ConnectionWords;
  readonly head: Report["journal"];
  /** Why the journal may lack documents of the period; stands on the index. */
  readonly incomplete: string | undefined;
  readonly dress: Dress;
  readonly press: Press | undefined;
}

interface Archiving extends ArchiveWish {
  readonly answers: SupplierAnswers;
}

export interface Archived {
  readonly manifest: ArchiveManifest;
  /** SHA-256 of manifest.json, hex. If it was noted elsewhere, it proves that the archive is unchanged. */
  readonly seal: string;
  /** Warnings about content missing from the PDFs. */
  readonly problems: readonly Problem[];
}

/**
 * Writes the manifest and its seal last: an archive without them is incomplete. Problems: `file-exists`,
 * `output-unwritable`, `journal-unusable`.
 */
export async function writeArchive(
  documents: readonly PeriodDocument[],
  wish: ArchiveWish,
  journal: Journal,
  desk: Desk,
): Promise<Result<Archived>> {
  const files: ArchivedFile[] = [];
  const archived: ArchivedDocument[] = [];
  const problems: Problem[] = [];
  const names = new Set<string>();
  const answers = await supplierAnswersOf(journal);
  if (!answers.ok) return answers;
  for (const [at, document] of documents.entries()) {
    const folder = folderOf(document, names);
    const items = await itemsOf(document, { ...wish, answers: answers.value }, journal, desk);
    if (!items.ok) return items;
    const written = await write(folder, items.value.items, wish, desk);
    if (!written.ok) return written;
    files.push(...written.value);
    problems.push(...items.value.problems);
    archived.push(archivedOf(document, folder, items.value.missing, { ...wish, answers: answers.value }));
    if ((at + 1) % 25 === 0) desk.say(`${at + 1} of ${documents.length} documents are archived.`);
  }
  const index = await write("", await indexItems(documents, archived, wish, desk), wish, desk);
  if (!index.ok) return index;
  const manifest: ArchiveManifest = {
    schema: "selfbill-archive/1",
    made_at: desk.now().toISOString(),
    period: wish.period,
    account: wish.account ?? null,
    journal: wish.head ?? null,
    keep_years: String(wish.keepYears),
    documents: archived,
    files: [...files, ...index.value],
  };
  const text = `${writeJson(manifest, 2)}\n`;
  const seal = sha256(text);
  const last = await write("", [item(manifestName, text), item(sealName, `${seal}  ${manifestName}\n`)], wish, desk);
  return last.ok ? ok({ manifest, seal, problems }) : last;
}

/** The PDF contains the XML as an attachment. */
function pagesOf(printed: PrintedPaper, past: Past, press: Press | undefined) {
  const html = item("page.html", renderPage(printed.preview, printed.paper));
  if (press === undefined) return { items: [html], problems: [] };
  const name = safeFileName(documentName(past));
  const { bytes, problems } = pressedPaper(printed, name, press);
  return { items: [html, item("page.pdf", bytes)], problems };
}

function withXml(printed: PrintedPaper, { items }: Pack): PrintedPaper {
  const content = items.find(({ name }) => name === "document.xml")?.content;
  return content === undefined ? printed : { ...printed, xml: Buffer.from(content), hasOwnXml: false };
}

const item = (name: string, content: string | Uint8Array): PackItem => ({ name, what: name, content });

/** Different document numbers can still produce the same file name. */
function folderOf({ called }: PeriodDocument, used: Set<string>): string {
  const plain = safeFileName(called);
  let name = plain;
  for (let count = 2; used.has(name.toLowerCase()); count += 1) name = `${plain}-${count}`;
  used.add(name.toLowerCase());
  return name;
}

interface Items {
  readonly items: readonly PackItem[];
  readonly missing: ArchivedDocument["missing"];
  readonly problems: readonly Problem[];
}

async function itemsOf(
  { attempt = "" }: PeriodDocument,
  { connection, words, buyer, head, press, dress, answers }: Archiving,
  journal: Journal,
  desk: Desk,
): Promise<Result<Items>> {
  const called = await journal.tries.called(attempt);
  if (!called.ok) return called;
  const past = called.value.find((each) => each.attempt === attempt);
  if (past === undefined) throw new Error("selfbill has an internal error: a document of no attempt");
  const tries = await journal.tries.ofDocument(past);
  if (!tries.ok) return tries;
  const served = await fromService(past, connection, words, desk);
  const kept = await fromJournal(past, tries.value, journal, answers);
  if (!kept.ok) return kept;
  const paper = await paperOf(past, journal, buyer);
  const pages = paper.ok ? pagesOf(withXml(dress(paper.value), served), past, press) : { items: [], problems: [] };
  const noPage = paper.ok ? [] : [{ what: "printed page", why: paper.problems[0].message }];
  const pack = {
    items: [...kept.value.items, ...served.items, ...pages.items],
    missing: [...kept.value.missing, ...served.missing, ...noPage],
  };
  const manifest = manifestOf(past, tries.value, pack, { now: desk.now(), journal: head });
  return ok({ items: [...pack.items, manifest], missing: pack.missing, problems: pages.problems });
}

async function write(
  folder: string,
  items: readonly PackItem[],
  { out, force }: ArchiveWish,
  desk: Desk,
): Promise<Result<ArchivedFile[]>> {
  const files: ArchivedFile[] = [];
  for (const { name, content } of items) {
    const into = folder === "" ? out : join(out, folder);
    const written = await desk.output.write(into, name, content, { replace: force, private: true });
    if (!written.ok) {
      const [first, ...others] = written.problems;
      const hint = first.code === "file-exists" ? "Name a new folder, or add --force to overwrite." : first.hint;
      return { ok: false, problems: [{ ...first, hint }, ...others] };
    }
    const path = folder === "" ? name : `${folder}/${name}`;
    files.push({ path, bytes: String(Buffer.from(content).length), sha256: sha256(content) });
  }
  return ok(files);
}

function archivedOf(
  document: PeriodDocument,
  folder: string,
  missing: ArchivedDocument["missing"],
  { keepYears, account, answers }: Archiving,
): ArchivedDocument {
  const { called, id, kind, supplier, date, state } = document;
  const said = account === undefined || id === undefined ? [] : answers.of({ account, id });
  return {
    number: called,
    id: id ?? null,
    kind,
    supplier: { name: supplier.name, trn: supplier.trn },
    issue_date: date,
    state,
    folder,
    keep_until: keepUntil(date, keepYears),
    supplier_answers: said.map(supplierAnswerShape.json),
    missing,
  };
}

async function indexItems(
  documents: readonly PeriodDocument[],
  archived: readonly ArchivedDocument[],
  { period, sandbox, account, keepYears, incomplete }: ArchiveWish,
  desk: Desk,
): Promise<PackItem[]> {
  const register = registerSection(documents);
  const columns: ColumnsOf<ArchivedDocument> = {
    Folder: "folder",
    "Keep until": ["day", "keep_until"],
    Missing: ({ missing }) => missing.map(({ what }) => what).join("; "),
    "Supplier's answer": ({ supplier_answers: said }) =>
      said.map(({ answer, on, how }) => `${answer} on ${on} (${how})`).join("; "),
  };
  const more = cellsOf(archived, columns);
  const index: Section = {
    ...register,
    columns: [...register.columns, ...more.columns],
    rows: register.rows.map((row, at) => [...row, ...(more.rows[at] ?? [])]),
  };
  const folders = cellsOf(archived, { Number: "number", ...columns });
  const keeping: Section = { name: "Folders", title: "Folders of the documents", ...folders };
  const about = [
    `Made ${gulfTime(desk.now().getTime())}. Account: ${account ?? "none"}.`,
    `Each document is kept ${keepYears} years after the end of its tax period. selfbill archive verify checks every file.`,
    ...(incomplete === undefined ? [] : [`This archive may be incomplete. ${incomplete}`]),
  ];
  const sections = [summarySection(documents), vatReturnSection(documents), keeping];
  const title = `Archive of self-billed documents ${period.name}`;
  const { writeCsv } = await import("../../tables/index.ts");
  return [
    item("index.csv", writeCsv(csvRows(index))),
    item("index.html", reportPage(documents, sections, { title, about, sandbox })),
  ];
}

export function notAsked(): Result<Connection> {
  return { ok: false, problems: [problem("bad-usage", "--offline was given.", "Leave it out.")] };
}
