import type { SignedRequest } from "../approval/index.ts";
import type { Desk } from "../desk/index.ts";
import { documentName } from "../document/index.ts";
import type { Journal } from "../journal/index.ts";
import { livesIn, owedKinds, owedParts } from "../life/index.ts";
import { fail, fileWord, mapAll, ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import type { AcceptanceSetting } from "../settings/index.ts";
import { allCompaniesOption, forCompany, ofCompany } from "./answer/all-companies.ts";
import { companySumsShape } from "./answer/company-sums-json.ts";
import { journalToRead } from "./answer/journal-head.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { unapprovedIn } from "./answer/unapproved.ts";
import { defineCommand, flag, type Input, serviceOptions, text } from "./command.ts";
import { unsentIn } from "./due/files.ts";
import { agreementRows, incompleteRows, requestRow, waitingRequests } from "./due/house.ts";
import { recordRejections } from "./due/late-rejections.ts";
import { type NamedDue, namedBy } from "./due/named.ts";
import { openRound } from "./due/own-round.ts";
import { dueReport, dueShape, type Form } from "./due/report.ts";
import { runRow } from "./due/runs.ts";
import { reasonIn, recordDone } from "./due/said.ts";
import { type DueEntry, type DueWish, entryOf, judgedBy, nothingSent, type SentDue, sentDue } from "./due/sent.ts";
import { trnCheckRows } from "./due/trn-checks.ts";
import { acceptancesOf, dueCompanies, type WhoseDue, whoseDue } from "./due/whose.ts";
import { runShape, type UnfinishedRun, unfinishedRuns } from "./follow/open-runs.ts";
import { day, outputForm, whole } from "./kinds.ts";
import { isSheetFile } from "./sheet/drafts.ts";

const options = {
  ...serviceOptions,
  ...allCompaniesOption,
  check: flag("--check", "ask the service first for the status of documents that are not final"),
  offline: flag("--offline", "at a terminal, do not ask the service of its own accord"),
  done: text("--done <reason>", "record that you dealt with what is due for these documents"),
  exitCode: flag("--exit-code", "exit with the worst of what is due: 23, 26, 20 or 8; without it always 0"),
  strict: flag("--strict", "with --exit-code: 8 for everything else that is due as well"),
  since: day("--since <date>", "leave out what was sent before this day: YYYY-MM-DD"),
  acceptanceDays: whole(
    "--acceptance-days <days>",
    "also what the supplier did not accept within so many days, whatever the profile says; for practice too",
    { most: 365, such: 14 },
  ),
  output: outputForm(),
} as const;

type DueInput = Input<typeof options>;

/** Contacts the service with --check, and at a terminal for a few seconds if documents have no final status. */
export const due = defineCommand({
  words: "due [files...]",
  summary: "what needs action: in doubt, rejected, failed, legal days, answers, until you dealt with it",
  help: `Everything that somebody has to see to, in four parts: runs that are not finished (documents that a stopped run did not send, until they were
sent in any way; due RUN --done "REASON" ends it), money and doubt (in doubt, failed in validation, rejected, changed by the service, a correction that is
not finished, PENDING for more than 24 hours), legal days (files that were not issued), answers and housekeeping (objections, documents that
were not delivered over Peppol and not handed over, acceptances that are late by --acceptance-days here or in the profile, requests for approval,
agreements that ended, TRNs that nobody looked up within a year, suppliers of a draft that are incomplete). A row stays until you dealt with it: by a credit note that has an effect, by
a corrected copy, by handing it over, or by your word: due NUMBER --done "REASON" is recorded in the journal with your name. At a terminal it asks the service for documents
without a final status, for ten seconds at most (--offline does not). --check asks without that limit, and also finds approved documents that it lists as rejected now.

FILES are numbers, ids or attempts (only their rows are shown), or files, folders, patterns and lists: those that were never sent, or were
changed after they were sent, with the days left of the 14 after the supply. Spreadsheets are not read. Days count from the delivery date, or else the end of the
period, or else the issue date; for a credit note from its delivery date where that is after the invoice, for it names the event; without one it
has no last day. With a profile or --sandbox only documents of that account. Where a service tells no status of a document, it is counted in
one line and is never due.

Exit code 0 whether anything is due or not; with --exit-code the worst of it: 23 in doubt, 26 rejected or failed, 20 changed by the service, or a legal day is over or within three days, 8 pending too long or a correction that is not finished. Answers, approvals, agreements, TRNs, suppliers and later days change it
only with --strict (8). Exit code 20 also: a file could not be found or read. With --quiet one line, or none when nothing is due.`,
  group: "What is open",
  everyday: true,
  practice: "own books",
  facts: { journal: "shown", oneDocument: false, sends: false, asksService: true },
  answers: ({ answer, listOf, whole, following }) => [
    answer({
      parts: listOf(following.duePart).optional(),
      without_status: whole.optional(),
      not_asked: whole.optional(),
      companies: listOf(companySumsShape.schema).optional(), // with --all-companies
      due: listOf(dueShape.schema),
      recorded: listOf(following.recordedDue).optional(),
      runs: listOf(runShape.schema).optional(),
    }),
  ],
  options,
  examples: [
    { type: "selfbill due --check", does: "asks the service, then shows what needs action and how" },
    { type: "selfbill due outbox", does: "also which documents of a folder are not issued yet, and until when" },
    {
      type: 'selfbill due SB-2026-0007 --done "reversed in the books, call of 3 June"',
      does: "records that it was dealt with",
    },
    { type: "selfbill due --check --exit-code --quiet", does: "for cron: one line and an exit code, or nothing and 0" },
    { type: "selfbill due outbox --output csv > due.csv", does: "a list for a spreadsheet" },
  ],
  input: (words, options) => wishOf({ words, options }),
  async run({ input, ...wish }, desk): Promise<Report> {
    const { output } = input.options;
    if (desk.asJson && output !== undefined && output !== "json")
      return stoppedBy([problem("bad-usage", "More than one output format was given.", "Name one of them.")]);
    const whose = await whoseDue(input.options, desk);
    if (!whose.ok) return stoppedBy(whose.problems);
    const { profile, account: meant, connections, sandbox, companies } = whose.value;
    const account = typeof meant === "string" ? meant : undefined;
    const journal = await journalToRead(input.options, desk);
    if (!journal.ok) return stoppedBy(journal.problems, sandbox);
    const named = await namedBy(input.words, account, journal.value);
    if (!named.ok) return stoppedBy(named.problems, sandbox);
    const { since, done } = wish;
    const books = await dueCompanies(companies, journal.value);
    if (!books.ok) return stoppedBy(books.problems, sandbox);
    const acceptance = acceptancesOf(wish.acceptance, whose.value, books.value);
    if (wish.acceptance !== undefined && meant === undefined) return stoppedBy([whoseAcceptance], sandbox);
    if (done !== undefined) {
      const said = { reason: done, account, acceptance, sandbox };
      return journal.value
        ? recordDone(named.value, said, journal.value, desk)
        : stoppedBy([neverSent(input)], sandbox);
    }
    const only = isByName(named.value) ? named.value.documents : undefined;
    const asked = { account: meant, since, connections, acceptance, only, companyOf: books.value?.of };
    const sent = journal.value
      ? await askedIfSeen(journal.value, asked, wish.asksItself, input, desk)
      : ok(nothingSent);
    if (!sent.ok) return stoppedBy(sent.problems, sandbox);
    const more = await besides(named.value, sent.value, { profile, account: meant, companyOf: books.value?.of }, desk);
    if (!more.ok) return stoppedBy(more.problems, sandbox);
    const entries = [...sent.value.entries, ...more.value.entries].sort(byUrgency);
    const problems = [...whose.value.problems, ...sent.value.problems, ...more.value.problems];
    // The report notes a missing period for suppliers' answers only if the account is known.
    const isAskable = !only && entries.length === 0 && acceptance === undefined && account !== undefined;
    const any = isAskable && journal.value ? await created(journal.value, account) : ok(false);
    if (!any.ok) return stoppedBy(any.problems, sandbox);
    const answersUnasked = any.value;
    const how = {
      ...wish,
      sandbox,
      books: books.value,
      named: nothingOf(named.value),
      answersUnasked,
      runs: more.value.runs,
    };
    return dueReport(entries, { ...sent.value, problems }, how, desk);
  },
});

/** Reads the journal; where somebody looks at the screen, asks the service first for documents without a final status. */
async function askedIfSeen(
  journal: Journal,
  asked: DueWish,
  asksItself: boolean,
  { options: given }: DueInput,
  desk: Desk,
): Promise<Result<SentDue>> {
  const sent = await fromJournal(journal, asked, given.sandbox, desk);
  const isSeen = desk.ask.possible && desk.dataStyle.isTerminal && !desk.asJson && !desk.quiet;
  if (!sent.ok || sent.value.notAsked === 0 || !asksItself || !isSeen || typeof asked.account !== "string") return sent;
  const round = await openRound(given, journal, desk);
  if (!round.ok) return round;
  if (round.value === undefined) return sent;
  return fromJournal(journal, { ...asked, round: round.value }, given.sandbox, desk);
}

/** Whether the account has any document that a supplier could answer. */
async function created(journal: NonNullable<SentDue["journal"]>, account: string): Promise<Result<boolean>> {
  const some = await journal.together.tries.page({ account, states: ["created"] }, { after: 0 }, 1);
  return some.ok ? ok(some.value.length > 0) : some;
}

/** Whether only documents and runs are named, and no files. */
function isByName({ files, documents, runs }: NamedDue): boolean {
  return documents.length + runs.length > 0 && files.length === 0;
}

function nothingOf(named: NamedDue): string | undefined {
  if (!isByName(named)) return undefined;
  const names = new Set([...named.documents.map(documentName), ...named.runs]);
  return `Nothing is due for ${[...names].join(", ")}.`;
}

function neverSent({ words }: DueInput): Problem {
  const message = `The journal has no document ${JSON.stringify(words[0] ?? "")}. Nothing was recorded.`;
  return problem("not-found", message, "Nothing was sent from this computer yet.");
}

interface Besides {
  readonly entries: readonly DueEntry[];
  readonly problems: readonly Problem[];
  readonly runs: readonly UnfinishedRun[];
}

async function besides(
  named: NamedDue,
  sent: SentDue,
  { profile, account, companyOf }: Pick<WhoseDue, "profile" | "account"> & Pick<DueWish, "companyOf">,
  desk: Desk,
): Promise<Result<Besides>> {
  const open = await unfinishedRuns(sent.journal, account, desk);
  if (!open.ok) return open;
  const runs = isByName(named) ? open.value.filter(({ run }) => named.runs.includes(run)) : open.value;
  const ofRuns = runs.map((each) => forCompany(companyOf?.(each.account), () => runRow(each, companyOf)));
  if (isByName(named)) return ok({ entries: ofRuns.map(entryOf), problems: [], runs });
  const words = [...named.files, ...named.requests];
  const files = words.length === 0 ? ok(undefined) : await unsentIn(words, sent, profile, desk);
  if (!files.ok) return files;
  const { items = [], suppliers: used = [], requests = new Set<string>(), problems = [] } = files.value ?? {};
  const book = await desk.suppliers();
  const known = book.ok ? book.value.suppliers : [];
  const waiting = sent.journal ? await requestsIn(sent.journal, account, desk) : ok([]);
  if (!waiting.ok) return waiting;
  const companyOfRequest = ({ request }: SignedRequest) =>
    companyOf && { company: companyOf(request.account)?.company };
  const asked = waiting.value
    .filter(({ hash }) => !requests.has(hash))
    .map((each) => ({
      ...forCompany(companyOf?.(each.request.account), () => requestRow(each)),
      ...companyOfRequest(each),
    }));
  const unchecked = await trnCheckRows(known, used, { journal: sent.journal, account }, desk);
  if (!unchecked.ok) return unchecked;
  const ofBook = [...agreementRows(known, desk), ...unchecked.value, ...(await incompleteRows(known, used, desk))];
  const rows = [...ofRuns, ...items, ...asked, ...ofBook];
  return ok({ entries: rows.map(entryOf), problems, runs });
}

async function requestsIn(journal: NonNullable<SentDue["journal"]>, account: WhoseDue["account"], desk: Desk) {
  const lives = await livesIn(journal, await judgedBy(journal, { account, acceptance: undefined }, desk));
  return lives.ok ? waitingRequests(journal, lives.value, account) : lives;
}

interface Wish extends Pick<Form, "form" | "exitCode"> {
  readonly input: DueInput;
  /** Earliest time to include, in Unix milliseconds. */
  readonly since: number;
  /** Value of --acceptance-days. */
  readonly acceptance: AcceptanceSetting | undefined;
  /** Value of --done. */
  readonly done: string | undefined;
  /** Whether the service is asked of its own accord where somebody looks at the screen. */
  readonly asksItself: boolean;
}

function wishOf(input: DueInput): Result<Wish> {
  const { words, options: given } = input;
  const { since, output, strict, exitCode, done } = given;
  if (given.offline && given.check)
    return fail(problem("bad-usage", "--check and --offline exclude each other.", "Leave one of them out."));
  if (strict && !exitCode)
    return fail(problem("bad-usage", "--strict belongs to --exit-code.", `Type: ${suggest`due --exit-code --strict`}`));
  const sheet = words.find(isSheetFile);
  if (sheet !== undefined) {
    const hint = `To see which of its documents were sent before, run: ${suggest`create-invoice ${fileWord(sheet)} --dry-run`}`;
    return fail(problem("bad-usage", `due does not read spreadsheets: ${sheet}.`, hint));
  }
  if (given.allCompanies && words.length > 0)
    return fail(problem("bad-usage", "Documents and files are those of one company.", "Name it: --company NAME"));
  const reason = done === undefined ? ok(undefined) : reasonIn(done);
  if (!reason.ok) return reason;
  if (done !== undefined && words.length === 0)
    return fail(problem("bad-usage", "--done needs a document.", `Type: ${suggest`due NUMBER --done "REASON"`}`));
  if (done !== undefined && (given.check || exitCode || since !== undefined || output !== undefined))
    return fail(
      problem("bad-usage", "--done goes with documents alone.", `Type: ${suggest`due NUMBER --done "REASON"`}`),
    );
  const days = given.acceptanceDays;
  const from = since === undefined ? 0 : Date.parse(`${since}T00:00:00+04:00`);
  return ok({
    input,
    since: from,
    acceptance: days === undefined ? undefined : { days: String(days), from: "2000-01-01" },
    form: output,
    exitCode: strict ? "strict" : exitCode ? "worst" : "none",
    done: reason.value,
    asksItself: !given.offline && !given.check && !exitCode && output === undefined,
  });
}

const whoseAcceptance = problem(
  "bad-usage",
  "--acceptance-days is about the documents of one account.",
  "Add --profile NAME, or --sandbox for practice.",
);

async function fromJournal(
  journal: NonNullable<SentDue["journal"]>,
  wish: DueWish,
  practice: boolean,
  desk: Desk,
): Promise<Result<SentDue>> {
  const { account, connections = [], only, companyOf } = wish;
  const late: Problem[] = [];
  for (const each of connections) {
    const books = companyOf?.(each.account);
    const found = await forCompany(books, () => recordRejections(each, journal, desk));
    late.push(...(books ? ofCompany(books, found) : found));
  }
  const sent = await sentDue(journal, wish, desk);
  if (!sent.ok || only) return sent;
  const besides = await owedBesides(journal, wish, practice, desk);
  const lacking = await unapprovedIn(journal, { account });
  if (!besides.ok) return besides;
  if (!lacking.ok) return lacking;
  const problems = [...besides.value, ...lacking.value, ...late, ...sent.value.problems];
  return ok({ ...sent.value, problems });
}

/** What the extras add, with the company's name if there are several companies. */
async function owedBesides(
  journal: Journal,
  { account, companyOf }: DueWish,
  practice: boolean,
  { hooks }: Desk,
): Promise<Result<readonly Problem[]>> {
  if (account === undefined || typeof account === "string") return hooks.owes(journal, { account, practice });
  const found = await mapAll(account, async (each) => {
    const books = companyOf?.(each);
    const owed = await forCompany(books, () => hooks.owes(journal, { account: each, practice }));
    return owed.ok && books ? ok(ofCompany(books, owed.value)) : owed;
  });
  return found.ok ? ok(found.value.flat()) : found;
}

const parts = Object.keys(owedParts);
const urgency = Object.keys(owedKinds);

/** Sorts deadlines by days left and other items by urgency; among equals, the oldest comes first. */
function byUrgency(a: DueEntry, b: DueEntry): number {
  const partOf = ({ what }: DueEntry): string => owedKinds[what].part;
  const days = ({ daysLeft }: DueEntry): number => daysLeft ?? Number.MAX_SAFE_INTEGER;
  const inPart = parts.indexOf(partOf(a)) - parts.indexOf(partOf(b));
  const byKind = partOf(a) === "days" ? 0 : urgency.indexOf(a.what) - urgency.indexOf(b.what);
  return (
    inPart || byKind || days(a) - days(b) || ((a.since ?? "") < (b.since ?? "") ? -1 : Number(a.since !== b.since))
  );
}
