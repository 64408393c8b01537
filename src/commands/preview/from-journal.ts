import { join } from "node:path";
import type { Desk } from "../../desk/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { pathLines, renderPage, renderPreview, totalsJson } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { accountOf, type ServiceProfile } from "../../settings/index.ts";
import { type DayRange, isIn } from "../answer/period.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { writeFiles } from "../answer/write-files.ts";
import { type JournalPaper, paperOf } from "./journal-paper.ts";

/** Which documents of the journal are printed, and where to. */
export interface JournalWish {
  /** Numbers and ids. */
  readonly names: readonly string[];
  readonly period: DayRange | undefined;
  /** A folder, or for one document a file that ends in .html. */
  readonly html: string | undefined;
  readonly force: boolean;
  readonly open: boolean;
}

/** Whether a word names a document that was sent, not a file. */
export function isJournalName(word: string): boolean {
  return word !== "-" && !/^\.{0,2}[\\/]|^[a-z]:[\\/]|\.(?:ya?ml|json|xlsx|xlsm|xls|ods|csv|tsv|xml)$/i.test(word);
}

/** Documents as the journal kept them, on the screen or as pages. No service is asked. */
export async function previewFromJournal(
  wish: JournalWish,
  profile: ServiceProfile | undefined,
  desk: Desk,
): Promise<Report> {
  const sandbox = profile?.sandbox ?? false;
  const isNew = await desk.journalIsNew();
  if (!isNew.ok) return stoppedBy(isNew.problems, sandbox);
  if (isNew.value) return stoppedBy([unknown(wish.names[0] ?? "of this period")], sandbox);
  const journal = await desk.journal();
  if (!journal.ok) return stoppedBy(journal.problems, sandbox);
  const account = profile?.businessProfileId === undefined ? undefined : accountOf(profile, profile.businessProfileId);
  const found = await pastsOf(wish, account, journal.value);
  if (!found.ok) return stoppedBy(found.problems, sandbox);
  const papers: JournalPaper[] = [];
  const problems: Problem[] = [];
  for (const past of found.value) {
    const paper = await paperOf(past, journal.value, profile?.businessProfile);
    if (paper.ok) papers.push(paper.value);
    else problems.push(...paper.problems);
  }
  return shown(papers, problems, wish, sandbox, desk);
}

/** The try that made each document what it is. Problems: `not-found`, `bad-usage`, `journal-unusable`. */
async function pastsOf(
  { names, period }: JournalWish,
  account: string | undefined,
  journal: Journal,
): Promise<Result<readonly Past[]>> {
  const found = new Map<string, Past>();
  const take = (past: Past): void => void found.set(past.id?.toLowerCase() ?? past.attempt, past);
  for (const name of names) {
    const called = await journal.tries.called(name);
    if (!called.ok) return called;
    const own = called.value.filter(({ intent }) => account === undefined || intent.account === account);
    const there = own.filter(({ state }) => state === "created");
    const meant = there.at(-1) ?? own.at(-1);
    if (meant === undefined) return fail(unknown(name));
    if (new Set(there.map(({ id, intent }) => `${intent.account} ${id}`)).size > 1) {
      const hint = `Name its id: ${there.map(({ id }) => id).join(", ")}`;
      return fail(problem("bad-usage", `Several documents are called ${JSON.stringify(name)}.`, hint));
    }
    take(meant);
  }
  for (let after = 0; period !== undefined; ) {
    const page = await journal.tries.page({ account, states: ["created"] }, { after }, 500);
    if (!page.ok) return page;
    for (const past of page.value) if (isIn(period, past.intent.issueDate)) take(past);
    const last = page.value.at(-1);
    if (last === undefined || page.value.length < 500) break;
    after = last.record;
  }
  return ok([...found.values()]);
}

function unknown(name: string): Problem {
  const message = `There is no file ${JSON.stringify(name)}, and the journal knows no document of that name.`;
  return problem("not-found", message, "selfbill history lists what was sent from here.");
}

/** The name of a page; only letters, digits and a few signs of a number are kept. */
export function pageName(called: string): string {
  return `${
    called
      .replace(/[^\p{L}\p{N}._-]/gu, "_")
      .replace(/^\.+/, "_")
      .slice(0, 100) || "document"
  }.html`;
}

async function shown(
  papers: readonly JournalPaper[],
  problems: readonly Problem[],
  { html, force, open }: JournalWish,
  sandbox: boolean,
  desk: Desk,
): Promise<Report> {
  const isFile = html !== undefined && papers.length === 1 && /\.html?$/i.test(html);
  const names = uniqueNames(papers.map(({ preview }) => pageName(preview.file)));
  const files = papers.map(({ preview, paper }, at) => ({
    path: isFile ? (html ?? "") : join(html ?? "", names[at] ?? ""),
    content: renderPage(preview, paper),
  }));
  const written = html === undefined ? ok<string[]>([]) : await writeFiles(files, force, desk);
  if (!written.ok) return stoppedBy(written.problems, sandbox);
  const [page] = written.value;
  if (open && page !== undefined && !(await desk.output.show(page)))
    desk.say(`There is no screen here to show it on: open ${page} yourself.`);
  const documents = papers.map(({ preview, paper }, at) => ({
    file: preview.file,
    kind: preview.kind,
    mark: paper.mark ?? null,
    html: written.value[at] ?? null,
    totals: totalsJson(preview.calculation.totals),
  }));
  const text =
    html === undefined
      ? papers.map(({ preview }) => renderPreview(preview, desk.dataStyle)).join("\n")
      : pathLines(written.value);
  const outcome = problems[0]?.outcome ?? "done";
  return { outcome, sandbox, view: { view: "raw", text, data: { ...documents[0], documents } }, problems };
}

/** Two documents of one number get two names. */
function uniqueNames(names: readonly string[]): string[] {
  const used = new Map<string, number>();
  return names.map((name) => {
    const key = name.toLowerCase();
    const count = (used.get(key) ?? 0) + 1;
    used.set(key, count);
    return count === 1 ? name : name.replace(/\.html$/, `-${count}.html`);
  });
}
