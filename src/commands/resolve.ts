import { textNamed } from "../contract/index.ts";
import type { Connection, Desk } from "../desk.ts";
import { amount, documentKinds, money } from "../document/index.ts";
import type { Doubt, Journal, Resolution } from "../journal/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { gulfTime, type Report } from "../render/index.ts";
import { defineCommand, flag, type Input, serviceOptions, text } from "./command.ts";
import { isSame, lookUp } from "./look-up.ts";
import { stoppedBy } from "./profile-report.ts";
import { readAgain } from "./read-again.ts";

const options = {
  ...serviceOptions,
  check: flag("--check", "look at the service, and settle what it tells"),
  created: text("--created <id>", "it exists, under this id of the service"),
  notCreated: flag("--not-created", "it does not exist: you have looked at the service"),
  yes: flag("--yes", "with --not-created: without asking"),
} as const;

type ResolveInput = Input<typeof options>;

/** What was settled, and how. */
interface Settled {
  readonly doubt: Doubt;
  readonly resolution: Resolution;
}

export const resolve = defineCommand({
  words: "resolve [id]",
  sends: true,
  summary: "what may or may not have been sent: list it, look it up, settle it",
  help: `Without options it lists. ID is the one of the list, a document number, or a file; without it all are meant. Nothing is ever sent again
by this command: a document that does not exist is sent by the command that was to send it.`,
  options,
  examples: [
    { type: "selfbill resolve", does: "lists what is in doubt" },
    { type: "selfbill resolve --check", does: "looks all of it up at the service" },
    { type: "selfbill resolve K7M2QX4P --created 4bf90b8c-25bf-42c2", does: "your word: it exists, as this" },
    { type: "selfbill resolve K7M2QX4P --not-created", does: "your word: it does not exist" },
  ],
  async run(input, desk): Promise<Report> {
    const journal = await desk.journal();
    if (!journal.ok) return stoppedBy(journal.problems);
    const all = await journal.value.doubts();
    if (!all.ok) return stoppedBy(all.problems);
    const meant = meantBy(input, all.value, desk);
    if (!meant.ok) return stoppedBy(meant.problems);
    const { check, created, notCreated } = input.options;
    if (!check && created === undefined && !notCreated) return reportOf(meant.value, [], []);
    if (meant.value.length === 0) return reportOf([], [], []);
    const [settled, remarks] = check
      ? await checkAll(meant.value, input, desk)
      : await byWord(meant.value, input, desk);
    return conclude(meant.value, settled, remarks, journal.value);
  },
});

/** The doubts that the words mean. Problems: `bad-usage`, `doubt-unknown`. */
function meantBy({ words, options: given }: ResolveInput, all: readonly Doubt[], desk: Desk): Result<readonly Doubt[]> {
  const ways = [given.check, given.created !== undefined, given.notCreated].filter(Boolean).length;
  if (ways > 1)
    return fail(problem("bad-usage", "--check, --created and --not-created exclude each other.", "Give one of them."));
  const [asked] = words;
  const path = asked === undefined ? "" : desk.output.absolute(asked);
  const meant = all.filter(
    ({ attempt, intent }) =>
      asked === undefined || attempt === asked.toUpperCase() || intent.documentNumber === asked || intent.file === path,
  );
  if (asked !== undefined && meant.length === 0)
    return fail(problem("doubt-unknown", `Nothing in doubt is called ${asked}.`, "selfbill resolve lists what is."));
  if ((given.created !== undefined || given.notCreated) && meant.length > 1)
    return fail(problem("bad-usage", `${meant.length} documents are meant.`, "Name one of them: selfbill resolve ID"));
  return ok(meant);
}

async function checkAll(doubts: readonly Doubt[], input: ResolveInput, desk: Desk): Promise<[Settled[], Problem[]]> {
  const settled: Settled[] = [];
  const remarks: Problem[] = [];
  const connection = await desk.connect(input.options);
  for (const doubt of doubts) {
    const service = connection.ok ? sameAccount(connection.value, doubt) : connection;
    const looked = service.ok ? await lookUp(doubt, service.value, desk) : service;
    if (!looked.ok) remarks.push(...looked.problems.map((each) => left(doubt, each.message)));
    else if (looked.value.found === "unknown") remarks.push(left(doubt, `${looked.value.why}.`));
    else settled.push({ doubt, resolution: { ...verdictOf(looked.value), how: "looked-up", by: personOf(desk) } });
  }
  return [settled, remarks];
}

type Known = { found: "no" } | { found: "yes"; id: string; documentNumber: string | undefined };

function verdictOf(looked: Known): Pick<Resolution, "verdict" | "id" | "documentNumber"> {
  if (looked.found === "no") return { verdict: "not-created" };
  return { verdict: "created", id: looked.id, documentNumber: looked.documentNumber };
}

/** The clerk's word on one document; what the service can confirm or deny, it is asked. */
async function byWord(doubts: readonly Doubt[], input: ResolveInput, desk: Desk): Promise<[Settled[], Problem[]]> {
  const [doubt] = doubts;
  if (!doubt) return [[], []];
  const { created, yes } = input.options;
  const by = personOf(desk);
  if (created !== undefined) {
    const confirmed = await confirm(created, doubt, input, desk);
    if (!confirmed.ok) return [[], [...confirmed.problems]];
    const { documentNumber, remark } = confirmed.value;
    const resolution: Resolution = { verdict: "created", id: created, documentNumber, how: "word", by };
    return [[{ doubt, resolution }], remark ? [remark] : []];
  }
  const sure = yes ? ok(true) : await sureOf(doubt, desk);
  if (!sure.ok) return [[], [...sure.problems]];
  return sure.value ? [[{ doubt, resolution: { verdict: "not-created", how: "word", by } }], []] : [[], [declined()]];
}

async function sureOf({ intent }: Doubt, desk: Desk): Promise<Result<boolean>> {
  if (!desk.ask.possible) {
    const hint = "Add --yes when you have looked at the service.";
    return fail(problem("needs-answer", "--not-created needs a yes, and nobody can be asked here.", hint));
  }
  const what = `${documentKinds[intent.kind].says} for ${intent.supplier.name}, ${payable(intent)}`;
  return desk.ask.confirm(`Have you looked at the service, and the ${what} does not exist there?`);
}

/** Asks the service about an id. A denial stands against the clerk's word; where nobody can be asked the word alone counts. */
async function confirm(
  id: string,
  doubt: Doubt,
  input: ResolveInput,
  desk: Desk,
): Promise<Result<{ documentNumber?: string | undefined; remark?: Problem }>> {
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(id))
    return fail(problem("bad-usage", `${JSON.stringify(id)} is not an id.`, "Copy it whole from the service."));
  const connection = await desk.connect(input.options);
  const asked = connection.ok ? sameAccount(connection.value, doubt) : connection;
  if (!asked.ok) return ok({ remark: unconfirmed(id, asked.problems[0].message) });
  const { intent } = doubt;
  const service = asked.value.service.withVersion(intent.version);
  if (!asked.value.profile.extras) {
    if (intent.kind === "invoice") return ok({ remark: unconfirmed(id, "The service shows no documents.") });
    const status = await readAgain(() => service.status("credit-note", id), desk);
    if (status.ok) return ok({});
    return status.problems[0].code === "not-found"
      ? fail(status.problems[0])
      : ok({ remark: unconfirmed(id, status.problems[0].message) });
  }
  const answer = await readAgain(() => service.document(intent.kind, id), desk);
  if (answer.ok && isSame(answer.value, intent))
    return ok({ documentNumber: textNamed(answer.value, "documentNumber") });
  if (answer.ok) {
    const message = `The service has ${id}, but it is another document: its number, supplier, date or amounts differ.`;
    return fail(problem("not-settled", message, "Look for the right id; nothing was recorded."));
  }
  return answer.problems[0].code === "not-found"
    ? fail(answer.problems[0])
    : ok({ remark: unconfirmed(id, answer.problems[0].message) });
}

/** Ids of one account mean nothing in another. */
function sameAccount(connection: Connection, { attempt, intent }: Doubt): Result<Connection> {
  if (connection.account === intent.account) return ok(connection);
  const message = `${attempt} belongs to another service or business profile (${intent.account}).`;
  return fail(problem("not-settled", message, "Name its profile with --profile, or --sandbox."));
}

async function conclude(
  meant: readonly Doubt[],
  settled: readonly Settled[],
  remarks: Problem[],
  journal: Journal,
): Promise<Report> {
  const done: Settled[] = [];
  for (const each of settled) {
    const recorded = await journal.resolve(each.doubt, each.resolution);
    if (recorded.ok) done.push(each);
    else remarks.push(...recorded.problems);
  }
  const open = meant.filter((each) => !done.some(({ doubt }) => doubt.attempt === each.attempt));
  return reportOf(open, done, remarks);
}

function reportOf(open: readonly Doubt[], settled: readonly Settled[], problems: readonly Problem[]): Report {
  const columns = ["Id", "Kind", "Supplier", "Number", "Date", "Payable", "Sent", "What is known", "File"];
  const rows = [
    ...settled.map(({ doubt, resolution }) => row(doubt, settledWords(resolution))),
    ...open.map((each) => row(each, knownOf(each))),
  ];
  const data = {
    resolved: settled.map(({ doubt, resolution }) => ({ ...doubtJson(doubt), ...resolutionJson(resolution) })),
    doubts: open.map(doubtJson),
  };
  const stopped = problems.find((each) => each.severity === "error");
  const outcome = stopped?.outcome ?? (open.length > 0 ? "in_doubt" : "done");
  const empty = "Nothing is in doubt: of everything that was sent it is known what became of it.";
  const next = open.length === 0 || problems.length > 0 ? undefined : howToSettle;
  return { outcome, sandbox: false, view: { view: "table", columns, rows, right: [5], data, empty, next }, problems };
}

const howToSettle =
  "Ask the service: selfbill resolve --check. Where it cannot tell, look there yourself and say\n" +
  "selfbill resolve ID --created THE-ID, or selfbill resolve ID --not-created.";

function row({ attempt, intent, sentAt }: Doubt, known: string): string[] {
  const { kind, supplier, documentNumber = "", issueDate, file } = intent;
  const sent = gulfTime(Date.parse(sentAt));
  return [
    attempt,
    documentKinds[kind].says,
    supplier.name,
    documentNumber,
    issueDate,
    payable(intent),
    sent,
    known,
    file,
  ];
}

function payable({ currency, totals }: Doubt["intent"]): string {
  return `${money.forPeople(amount(totals.payable_amount ?? "0"))} ${currency}`;
}

function knownOf({ result }: Doubt): string {
  return result?.said[0] ?? "selfbill ended before an answer came";
}

function settledWords({ verdict, id, how }: Resolution): string {
  const source = how === "looked-up" ? "the service" : "your word";
  return verdict === "created" ? `settled by ${source}: it exists as ${id}` : `settled by ${source}: it does not exist`;
}

function doubtJson({ attempt, intent, sentAt, result }: Doubt): Record<string, unknown> {
  return {
    id: attempt,
    account: intent.account,
    kind: intent.kind,
    supplier: { name: intent.supplier.name, trn: intent.supplier.trn },
    document_number: intent.documentNumber ?? null,
    issue_date: intent.issueDate,
    currency: intent.currency,
    totals: intent.totals,
    sent_at: sentAt,
    status: result?.status === undefined ? null : String(result.status),
    said: result?.said ?? [],
    file: intent.file,
  };
}

function resolutionJson({ verdict, id, documentNumber, how, by }: Resolution): Record<string, unknown> {
  return {
    verdict,
    created_id: id ?? null,
    ...(documentNumber === undefined ? {} : { document_number: documentNumber }),
    how,
    by,
  };
}

function left({ attempt }: Doubt, why: string): Problem {
  const message = `${attempt} is still in doubt: ${why}`;
  const hint = "Look for it at the service; then say --created ID, or --not-created.";
  return problem("not-settled", message, hint, { severity: "warning" });
}

function unconfirmed(id: string, why: string): Problem {
  const message = `The service could not be asked about ${id}, so your word alone is recorded. ${why}`;
  return problem("not-settled", message, "Look at it later: selfbill status ID", { severity: "warning" });
}

function declined(): Problem {
  return problem("declined", "You said no: nothing was recorded.", "Look at the service first.");
}

/** Who gives the word. */
export function personOf({ environment }: Desk): string {
  return environment.USER || environment.USERNAME || environment.LOGNAME || "unknown";
}
