import type { Connection, Desk } from "../desk/index.ts";
import { dateFault, dateHint, gulfDay, isDay } from "../document/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import { dueWords } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import type { AcceptanceSetting, ServiceProfile } from "../settings/index.ts";
import { reviewProblems } from "../suppliers/index.ts";
import { samePlace } from "./answer/same-place.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { unapprovedIn } from "./answer/unapproved.ts";
import { defineCommand, flag, type Input, serviceOptions, text } from "./command.ts";
import { unsentIn } from "./due/files.ts";
import { recordRejections } from "./due/late-rejections.ts";
import { dueReport } from "./due/report.ts";
import { type DueEntry, nothingSent, type SentDue, sentDue } from "./due/sent.ts";
import { lastingProblems } from "./outage/lasting.ts";

const options = {
  ...serviceOptions,
  check: flag("--check", "ask the service first for the status of documents that are not final"),
  since: text("--since <date>", "leave out what was sent before this day: YYYY-MM-DD"),
  output: text("--output <form>", "how to write it: table, plain (with tabs), csv or json"),
} as const;

type DueInput = Input<typeof options>;

/** What somebody has to see to: in the journal, and where files are named in those. Only --check talks to the service. */
export const due = defineCommand({
  words: "due [files...]",
  summary: "what needs action: in doubt, failed, rejected, pending too long, not issued in time",
  help: `From the journal: what is in doubt, failed validation, was rejected, is PENDING for more than 24 hours, or was objected to by the
supplier (suppliers object); with profile set --acceptance-days also what the supplier did not accept in time. --check also finds approved
documents that the service lists as rejected now.

Of FILES (folders, patterns and lists too): those that were never sent, or were changed after they were sent, with the days left of the 14
after the date of supply.
The date of supply is the delivery date, or else the end of the period, or else the issue date. With a profile or --sandbox only documents
of that account.

Exit code 0, whether anything is due or not: scripts read --json. Exit code 20: a file could not be found or read.`,
  options,
  examples: [
    { type: "selfbill due --check", does: "asks the service, then shows what needs action and how" },
    { type: "selfbill due outbox", does: "also which documents of a folder are not issued yet, and until when" },
    { type: "selfbill due outbox --output csv > due.csv", does: "a list for a spreadsheet" },
  ],
  async run(input, desk): Promise<Report> {
    const wish = wishOf(input, desk);
    if (!wish.ok) return stoppedBy(wish.problems);
    const profile = await whose(input, desk);
    if (!profile.ok) return stoppedBy(profile.problems);
    const sandbox = profile.value?.sandbox ?? false;
    const connection = input.options.check ? await desk.connect(input.options) : ok(undefined);
    if (!connection.ok) return stoppedBy(connection.problems, sandbox);
    const sent = await fromJournal(
      connection.value?.account ?? (await desk.account(profile.value)),
      wish.value.since,
      connection.value,
      { acceptance: profile.value?.acceptance, practice: input.options.sandbox },
      desk,
    );
    if (!sent.ok) return stoppedBy(sent.problems, sandbox);
    const unsent = input.words.length === 0 ? ok(undefined) : await unsentIn(input, sent.value, profile.value, desk);
    if (!unsent.ok) return stoppedBy(unsent.problems, sandbox);
    const files = (unsent.value?.items ?? []).map(
      (item): DueEntry => ({ what: item.what, daysLeft: item.deadline?.daysLeft, since: item.since, item }),
    );
    const entries = [...sent.value.entries, ...files].sort(byUrgency);
    const book = await desk.suppliers();
    const reviews = book.ok ? reviewProblems(book.value.suppliers, gulfDay(desk.now())) : [];
    const problems = [...reviews, ...sent.value.problems, ...(unsent.value?.problems ?? [])];
    const how = { form: wish.value.form, sandbox, place: samePlace(input.options) };
    return dueReport(entries, { ...sent.value, problems }, how, desk);
  },
});

interface Wish {
  /** Unix milliseconds. */
  readonly since: number;
  readonly form: string | undefined;
}

function wishOf({ options: { since, output } }: DueInput, desk: Desk): Result<Wish> {
  const forms = ["table", "plain", "csv", "json"];
  if (output !== undefined && !forms.includes(output))
    return fail(
      problem("bad-usage", `Unknown output format ${JSON.stringify(output)}.`, `The formats are ${forms.join(", ")}.`),
    );
  if (desk.asJson && output !== undefined && output !== "json")
    return fail(problem("bad-usage", "More than one output format was given.", "Name one of them."));
  if (since !== undefined && !isDay(since))
    return fail(problem("bad-usage", `--since: ${dateFault(since)}`, dateHint(since, "2026-06-01")));
  return ok({ since: since === undefined ? 0 : Date.parse(`${since}T00:00:00+04:00`), form: output });
}

/** The profile whose documents are meant; without one that was asked for, those of all accounts are. */
async function whose({ options: given }: DueInput, desk: Desk): Promise<Result<ServiceProfile | undefined>> {
  const found = await desk.profile(given);
  if (found.ok || given.sandbox || given.check || given.profile !== undefined) return found;
  return found.problems.every(({ code }) => code === "no-profile") ? ok(undefined) : found;
}

/** Opening would make a journal, and a later run could not tell any more that nothing is known of earlier ones. */
async function fromJournal(
  account: string | undefined,
  since: number,
  connection: Connection | undefined,
  { acceptance, practice }: { readonly acceptance: AcceptanceSetting | undefined; readonly practice: boolean },
  desk: Desk,
): Promise<Result<SentDue>> {
  const isNew = await desk.journalIsNew();
  if (!isNew.ok) return isNew;
  if (isNew.value) return ok(nothingSent);
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const late = connection ? await recordRejections(connection, journal.value, desk) : [];
  const sent = await sentDue(journal.value, { account, since, connection, acceptance }, desk);
  const lasting = await lastingProblems(journal.value, { account, practice });
  const lacking = await unapprovedIn(journal.value, { account });
  if (!sent.ok) return sent;
  if (!lasting.ok) return lasting;
  if (!lacking.ok) return lacking;
  const problems = [...lasting.value, ...lacking.value, ...late, ...sent.value.problems];
  return ok({ ...sent.value, problems });
}

const urgency = Object.keys(dueWords);

/** The most urgent first; among equals those with the fewest days left, then the oldest. */
function byUrgency(a: DueEntry, b: DueEntry): number {
  const days = ({ daysLeft }: DueEntry): number => daysLeft ?? Number.MAX_SAFE_INTEGER;
  return (
    urgency.indexOf(a.what) - urgency.indexOf(b.what) ||
    days(a) - days(b) ||
    ((a.since ?? "") < (b.since ?? "") ? -1 : Number(a.since !== b.since))
  );
}
