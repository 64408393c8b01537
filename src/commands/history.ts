import type { Desk } from "../desk/index.ts";
import { attemptPages, type Journal, type Past, type Wanted } from "../journal/index.ts";
import { writeJson } from "../json/index.ts";
import { type AnswerWord, answerWordOf, lastStatus, stageOf } from "../life/index.ts";
import { keepHeapSmall } from "../memory/index.ts";
import { fail, ok, problem, type Result, suggest } from "../problem/index.ts";
import { escapeHidden, safe, tableLines } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { pastStates } from "../states/index.ts";
import {
  allCompaniesOption,
  type CompanyOf,
  companiesHere,
  companyOfAccount,
  oneOrAllCompanies,
  withCompanyProblems,
} from "./answer/all-companies.ts";
import { cellsOf, tableView } from "./answer/columns.ts";
import { nothingToRead, withHead } from "./answer/journal-head.ts";
import { listInPieces } from "./answer/list-in-pieces.ts";
import { everyDay, periodOf } from "./answer/period.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { answerOption } from "./answer/supplier-answers.ts";
import { type TableAnswer, tableReport } from "./answer/table-answer.ts";
import { sayWholeLife } from "./answer/whole-life-hint.ts";
import { wrongFiles } from "./answer/write-files.ts";
import { defineCommand, flag, type Input, list, serviceOptions, text } from "./command.ts";
import { accountOfWords, ownTries } from "./follow/own-tries.ts";
import {
  attemptShape,
  columnsForPeople,
  fullColumns,
  type HistoryEntry,
  historyEntries,
  type MoreFacts,
  notesOnce,
} from "./history/history-entries.ts";
import { type OfRun, ofRun, wrongRunName } from "./history/of-run.ts";
import { isOfPerson } from "./history/past-attempts.ts";
import { day, month, outputForm, someOf } from "./kinds.ts";

const options = {
  sandbox: serviceOptions.sandbox,
  profile: serviceOptions.profile,
  ...allCompaniesOption,
  since: day("--since <date>", "from this day on, Gulf time: YYYY-MM-DD (also --from)"),
  from: day("--from <date>", "from this day on"),
  to: day("--to <date>", "until the end of this day"),
  month: month("--month <YYYY-MM>", "only this month"),
  state: someOf("--state <state>", (states) => `only these: ${states}; repeatable`, pastStates),
  supplier: text("--supplier <name>", "only this supplier: its TRN, or a part of its name", { look: "supplier" }),
  ...answerOption,
  run: text("--run <name>", "only what belongs to this run: RUN-1A2B3C, as due names it"),
  user: text(
    "--user <name>",
    "only what this person sent, requested or approved: a name in the policy, or a database user",
  ),
  verbose: flag("--verbose", "also the command, VAT, attempt and hash of each, and up to where the journal is counted"),
  who: flag("--who", "who sent it: user, computer and database user, in a journal that several people share"),
  jsonLines: flag("--json-lines", "one JSON object per line and attempt"),
  output: outputForm("how to write it", ["xlsx"]),
  out: list("--out <file>", "write it into a file: .xlsx or .csv; repeatable"),
  force: flag("--force", "overwrite the files of --out"),
} as const;

type HistoryInput = Input<typeof options>;

export const history = defineCommand({
  words: "history [documents...]",
  completes: { documents: "number" },
  summary: "what was sent from this computer, when, and the result",
  help: `It is read from the journal; no service is asked. Every attempt is listed, also what was refused or never sent. Later states are those that
selfbill status has seen. With --sandbox or --profile only documents of that account. DOCUMENTS (numbers, ids or attempts): every attempt that
concerned them; selfbill show has the whole life of one.`,
  group: "The month",
  practice: "own books",
  facts: { journal: "shown", oneDocument: false, sends: false, asksService: false },
  answers: ({ answer, listOf, head }) => [answer({ history: listOf(attemptShape.schema), journal: head.optional() })],
  lines: () => [attemptShape.schema],
  options,
  examples: [
    { type: "selfbill history --since 2026-06-01", does: "everything since the first of June" },
    { type: "selfbill history --state created --supplier tiles", does: "what exists of one supplier" },
    { type: "selfbill history --month 2026-06 --user amina", does: "what amina sent, requested or approved in June" },
    {
      type: "selfbill history --run RUN-1A2B3C",
      does: "what was sent of one run, also by the command that went on with it",
    },
    { type: "selfbill history --month 2026-06 --answer none", does: "what no supplier accepted or objected to" },
    {
      type: "selfbill history --from 2026-06-01 --to 2026-06-30 --out june.xlsx",
      does: "June as a workbook, every column",
    },
  ],
  input(names, given) {
    const whose = oneOrAllCompanies(given);
    if (!whose.ok) return whose;
    const wanted = filterOf(given);
    if (!wanted.ok) return wanted;
    const wrongRun = wrongRunName(given.run);
    if (wrongRun) return fail(wrongRun);
    const { answer, user, run } = given;
    const { since, until, states, supplier } = wanted.value;
    const filters = [since, until, states, supplier, answer, user, run].some((each) => each !== undefined);
    if (names.length > 0 && (filters || given.out.length > 0 || given.output === "csv"))
      return fail(
        problem(
          "bad-usage",
          "Documents and filters cannot be used together.",
          "Leave out the documents or the options.",
        ),
      );
    return ok({ filter: { ...wanted.value, answer, user }, given, names });
  },
  async run({ filter, given, names }, desk): Promise<Report> {
    const companies = given.allCompanies ? await companiesHere(given, desk) : ok(undefined);
    if (!companies.ok) return stoppedBy(companies.problems);
    const account = companies.value ? ok(companies.value.accounts) : await accountOfWords(given, desk);
    if (!account.ok) return stoppedBy(account.problems);
    const nothing = await nothingToRead(given, desk);
    if (nothing) return stoppedBy([nothing]);
    // Does not create a journal: an empty one would hide the fact that nothing is known about earlier runs.
    const isNew = await desk.journalIsNew();
    if (!isNew.ok) return stoppedBy(isNew.problems);
    const problems = companies.value?.problems ?? [];
    if (isNew.value)
      return withCompanyProblems(
        reportOf([], { jsonLines: given.jsonLines, onTerminal: desk.dataStyle.isTerminal }),
        problems,
      );
    const journal = await desk.journal();
    if (!journal.ok) return stoppedBy(journal.problems);
    const companyOf = companies.value ? await companyOfAccount(companies.value, journal.value) : ok(undefined);
    if (!companyOf.ok) return stoppedBy(companyOf.problems);
    if (given.user !== undefined) {
      const me = await journal.value.policies.queue.me();
      if (!me.ok) return stoppedBy(me.problems);
      if (me.value === undefined) desk.say(noUsers(given.user));
    }
    const run = given.run === undefined ? ok(undefined) : await ofRun(given.run, journal.value);
    if (!run.ok) return stoppedBy(run.problems);
    // Times are texts that sort.
    const since = [run.value?.since, filter.since]
      .filter((each) => each !== undefined)
      .sort()
      .at(-1);
    const wanted: Meant = { ...filter, since, account: account.value, companyOf: companyOf.value, run: run.value };
    const form = {
      ...given,
      onTerminal: given.output === undefined ? desk.dataStyle.isTerminal : given.output === "table",
    };
    if (names.length > 0)
      return withCompanyProblems(await ofDocuments(names, wanted, form, journal.value, desk), problems);
    if (given.output === "csv" || given.out.length > 0) {
      const table = await historyTable(wanted, journal.value);
      return table.ok
        ? withCompanyProblems(await tableReport(table.value, given, desk), problems)
        : stoppedBy(table.problems);
    }
    const done = await (form.onTerminal && !desk.asJson && !given.jsonLines
      ? onScreen(journal.value, wanted, form, desk)
      : inFull(journal.value, wanted, form, desk));
    return withHead(withCompanyProblems(done, problems), journal.value);
  },
});

/** Shows all attempts of the named documents, oldest first. Problems: `not-found`, `journal-unusable`. */
async function ofDocuments(
  names: readonly string[],
  wanted: Meant,
  given: HistoryInput["options"] & Form,
  journal: Journal,
  desk: Desk,
): Promise<Report> {
  const tries = new Map<number, Past>();
  const isOwn = await ownTries(wanted.account, journal);
  if (!isOwn.ok) return stoppedBy(isOwn.problems);
  for (const name of names) {
    const called = await journal.tries.called(name);
    if (!called.ok) return stoppedBy(called.problems);
    const ours = called.value.filter(isOwn.value);
    if (ours.length === 0) return stoppedBy([notInJournal(name)]);
    for (const past of ours) {
      const all = await journal.tries.ofDocument(past);
      if (!all.ok) return stoppedBy(all.problems);
      for (const each of all.value) tries.set(each.record, each);
    }
  }
  const all = [...tries.values()].sort((a, b) => a.record - b.record);
  const entries = await meantAmong(all, { ...wanted, answer: undefined, user: undefined }, journal);
  if (!entries.ok) return stoppedBy(entries.problems);
  for (const name of names) sayWholeLife(name, desk);
  return withHead(reportOf(entries.value, given), journal);
}

function notInJournal(name: string) {
  const message = `This journal has no document ${JSON.stringify(name)}: no number, id or attempt of that name.`;
  return problem("not-found", message, `Ask the service: ${suggest`show ${name}`}`);
}

function filterOf({ state, supplier, since, month, out, ...given }: HistoryInput["options"]): Result<Wanted> {
  const files = wrongFiles(out, ["xlsx", "csv"]);
  if (!files.ok) return files;
  if (since !== undefined && given.from !== undefined)
    return fail(problem("bad-usage", "--since and --from mean the same.", "Remove one of them."));
  const period = periodOf({ month, from: since ?? given.from, to: given.to });
  if (!period.ok) return period;
  const { from, to } = period.value ?? everyDay;
  return ok({
    since: from === everyDay.from ? undefined : new Date(beginOf(from)).toISOString(),
    until: to === everyDay.to ? undefined : new Date(beginOf(to) + dayLength).toISOString(),
    states: state.length === 0 ? undefined : state,
    supplier,
  });
}

const dayLength = 24 * 3_600_000;

/** Returns the start of the day in UAE time, in Unix milliseconds. */
const beginOf = (date: string): number => Date.parse(`${date}T00:00:00+04:00`);

/** All criteria, including those by which the journal itself cannot filter. */
interface Meant extends Wanted {
  readonly answer: AnswerWord | undefined;
  /** The person who sent, requested or approved the document. */
  readonly user: string | undefined;
  readonly run: OfRun | undefined;
  readonly companyOf: CompanyOf | undefined;
}

/** Returns the attempts on a page that meet the criteria. Problem: `journal-unusable`. */
async function meantAmong(
  page: readonly Past[],
  { answer, companyOf, user, run }: Meant,
  journal: MoreFacts,
): Promise<Result<readonly HistoryEntry[]>> {
  const ofIt = run === undefined ? page : page.filter(run.has);
  const theirs = user === undefined ? ofIt : ofIt.filter(({ intent }) => isOfPerson(intent, user));
  const entries = await historyEntries(theirs, journal);
  if (!entries.ok) return entries;
  const meant = answer === undefined ? entries.value : entries.value.filter((each) => answerOf(each) === answer);
  return ok(
    companyOf ? meant.map((each) => ({ ...each, company: companyOf(each.past.intent.account)?.company ?? "" })) : meant,
  );
}

/** Explains that a journal in a file records users only for approvals. */
function noUsers(name: string): string {
  return `Who sent is not recorded: a journal in a file knows no users. Shown is what ${safe(name)} requested or approved.`;
}

function answerOf({ past, seen, answers }: HistoryEntry): AnswerWord | undefined {
  const { status } = lastStatus(past, seen);
  return answerWordOf(stageOf({ state: past.state, status, tellsStatus: true }), answers.at(-1));
}

/** Reads all attempts that meet the criteria. Problem: `journal-unusable`. */
async function historyTable(wanted: Meant, journal: Journal): Promise<Result<TableAnswer>> {
  const entries: HistoryEntry[] = [];
  const facts = notesOnce(journal);
  for (let after = 0, size: number = attemptPages.first; ; size = attemptPages.next) {
    const page = await journal.tries.page(wanted, { after }, size);
    if (!page.ok) return page;
    const some = await meantAmong(page.value, wanted, facts);
    if (!some.ok) return some;
    entries.push(...some.value);
    const last = page.value.at(-1);
    if (last === undefined || page.value.length < size) break;
    after = last.record;
    keepHeapSmall();
  }
  const cells = cellsOf(entries, fullColumns(wanted.companyOf !== undefined));
  const section = { name: "History", title: "History", ...cells };
  return ok({ section, data: { history: entries.map(attemptShape.json) }, sandbox: false });
}

/** Maximum number of attempts shown on a screen; piped output and --json include all. */
const most = 200;

async function onScreen(journal: Journal, wanted: Meant, form: Form, desk: Desk): Promise<Report> {
  const entries: HistoryEntry[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; entries.length < most; ) {
    const page = await journal.tries.page(wanted, { before }, most);
    if (!page.ok) return stoppedBy(page.problems);
    const some = await meantAmong(page.value.toReversed(), wanted, journal);
    if (!some.ok) return stoppedBy(some.problems);
    entries.unshift(...some.value);
    before = page.value.at(-1)?.record ?? 0;
    if (page.value.length < most) break;
  }
  if (entries.length >= most) {
    const count =
      wanted.answer === undefined && wanted.user === undefined && wanted.run === undefined
        ? await journal.tries.count(wanted)
        : undefined;
    const all = count?.ok ? ` of ${count.value} attempts` : " attempts";
    if (!count?.ok || count.value > most)
      desk.say(
        `The last ${most}${all} are shown. --since, --state, --supplier and --run choose; a pipe or --json gets all of them.`,
      );
  }
  return reportOf(entries.slice(-most), form);
}

/** Writes each page as it is read if there is more than one page of attempts. */
async function inFull(journal: Journal, wanted: Meant, form: Form, desk: Desk): Promise<Report> {
  const show = piecesTo(form, desk);
  const facts = notesOnce(journal);
  for (let after = 0, size: number = attemptPages.first; ; size = attemptPages.next) {
    const page = await journal.tries.page(wanted, { after }, size);
    const entries = page.ok ? await meantAmong(page.value, wanted, facts) : page;
    const isLast = !page.ok || page.value.length < size;
    if (size === attemptPages.first && isLast)
      return entries.ok ? reportOf(entries.value, form) : stoppedBy(entries.problems);
    if (!entries.ok) return show.end(await withHead(stoppedBy(entries.problems), journal));
    const heard = await show.page(entries.value);
    after = (page.ok && page.value.at(-1)?.record) || after;
    keepHeapSmall();
    if (isLast || !heard) return show.end(await withHead({ ...base, view: { view: "nothing" } }, journal));
  }
}

const base = { outcome: "done", sandbox: false, problems: [] } as const;

interface Pieces {
  /** Returns false when the reader has closed the pipe. */
  page(entries: readonly HistoryEntry[]): Promise<boolean>;
  end(report: Report): Promise<Report>;
}

function piecesTo({ jsonLines, allCompanies = false }: Form, desk: Desk): Pieces {
  if (desk.asJson) {
    const list = listInPieces("history", { sandbox: false }, desk);
    const page = async (entries: readonly HistoryEntry[]): Promise<boolean> => {
      for (const each of entries) if (!(await list.one(attemptShape.json(each)))) return false;
      return true;
    };
    return { page, end: list.end };
  }
  let isFirst = true;
  return {
    page(entries) {
      if (jsonLines) return desk.write(entries.map(lineOf).join(""));
      const { columns, rows } = tableView(entries, fullColumns(allCompanies));
      const text = tableLines(isFirst ? [columns, ...rows] : rows);
      isFirst = false;
      return desk.write(text);
    },
    end: async (report) => ({ ...report, view: { view: "nothing" } }),
  };
}

function lineOf(entry: HistoryEntry): string {
  return `${escapeHidden(writeJson(attemptShape.json(entry)))}\n`;
}

interface Form {
  readonly jsonLines: boolean;
  readonly onTerminal: boolean;
  readonly who?: boolean;
  readonly allCompanies?: boolean;
  /** Whether to add columns for troubleshooting. */
  readonly verbose?: boolean;
}

function reportOf(
  entries: readonly HistoryEntry[],
  { jsonLines, onTerminal, who = false, verbose = false, allCompanies = false }: Form,
): Report {
  const data = { history: entries.map(attemptShape.json) };
  if (jsonLines) return { ...base, view: { view: "raw", text: entries.map(lineOf).join(""), data } };
  const empty =
    "The journal has no such document. If it is in another journal, name that: --journal DIR, or --journal postgres://USER@HOST/DATABASE";
  const columns = onTerminal ? columnsForPeople({ who, verbose, ofSeveral: allCompanies }) : fullColumns(allCompanies);
  const countedUpTo = verbose ? ({ countedUpTo: true } as const) : {};
  return { ...base, view: { ...tableView(entries, columns), data, empty, ...countedUpTo } };
}
