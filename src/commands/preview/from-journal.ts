import type { Desk } from "../../desk/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { journalIfAny } from "../answer/journal-head.ts";
import { type DayRange, isIn } from "../answer/period.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { ownTries } from "../follow/own-tries.ts";
import type { Dress } from "./dress.ts";
import { paperOf } from "./journal-paper.ts";
import { type PaperWish, papersReport } from "./papers.ts";
import type { PrintedPaper } from "./pressed.ts";
import { paperOfService, type RefreshRequest } from "./refresh.ts";

export interface JournalWish extends PaperWish {
  readonly names: readonly string[];
  readonly period: DayRange | undefined;
  /** The service to query for current data. */
  readonly asked: RefreshRequest | undefined;
  readonly dress: Dress;
  readonly problems: readonly Problem[];
}

/** Whether the argument is the name of a sent document, not of a file. `./NAME` and `NAME/` are always folders. */
export function isJournalName(word: string): boolean {
  return (
    word !== "-" &&
    !/^@|^\.{1,2}$|^\.{0,2}[\\/]|[\\/]$|^[a-z]:[\\/]|\.(?:ya?ml|json|xlsx|xlsm|xls|ods|csv|tsv|xml)$/i.test(word)
  );
}

/** Shows the documents as stored in the journal; queries the service only if `asked` is set. */
export async function previewFromJournal(
  wish: JournalWish,
  profile: ServiceProfile | undefined,
  desk: Desk,
): Promise<Report> {
  const sandbox = profile?.sandbox ?? false;
  const journal = await journalIfAny(desk);
  if (!journal.ok) return stoppedBy(journal.problems, sandbox);
  if (!journal.value) return stoppedBy([unknown(wish.names[0] ?? "of this period")], sandbox);
  const account = await desk.account(profile);
  const found = await pastsOf(wish, account, journal.value);
  if (!found.ok) return stoppedBy(found.problems, sandbox);
  const papers: PrintedPaper[] = [];
  const problems: Problem[] = [...wish.problems];
  for (const past of found.value) {
    const kept = await paperOf(past, journal.value, profile?.businessProfile);
    const { asked } = wish;
    const paper =
      kept.ok && asked && past.id !== undefined ? await paperOfService(kept.value, past.id, asked, desk) : kept;
    if (paper.ok) papers.push(wish.dress(paper.value));
    else problems.push(...paper.problems);
  }
  const outcome = problems.find(({ severity }) => severity === "error")?.outcome ?? "done";
  return papersReport(papers, { outcome, problems, sandbox }, wish, desk);
}

/**
 * Returns the last successful attempt of each document, or else its last attempt. Problems: `not-found`, `bad-usage`,
 * `journal-unusable`.
 */
async function pastsOf(
  { names, period }: JournalWish,
  account: string | undefined,
  journal: Journal,
): Promise<Result<readonly Past[]>> {
  const found = new Map<string, Past>();
  const isOwn = await ownTries(account, journal);
  if (!isOwn.ok) return isOwn;
  const take = (past: Past): void => void found.set(past.id ?? past.attempt, past);
  for (const name of names) {
    const called = await journal.tries.called(name);
    if (!called.ok) return called;
    const own = called.value.filter(isOwn.value);
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
  const message = `There is no file ${JSON.stringify(name)}, and the journal has no document of that name.`;
  return problem("not-found", message, `${suggest`history`} lists what was sent from here.`);
}
