import type { Desk } from "../desk/index.ts";
import { amount, dateFault, dateHint, gulfDay, isDecimalText, money } from "../document/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import { fitted, gulfTime } from "../render/index.ts";
import type { Report, Style } from "../report/index.ts";
import { isIn, periodOf } from "./answer/period.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { defineCommand, type Input, serviceOptions, text } from "./command.ts";
import { businessDaysAfter, holidaysIn } from "./outage/business-days.ts";
import { type Outage, outagesIn } from "./outage/spans.ts";

const options = {
  ...serviceOptions,
  from: text("--from <date>", "outages that began on this day or later: YYYY-MM-DD"),
  to: text("--to <date>", "outages that began on this day or earlier: YYYY-MM-DD"),
  holidays: text("--holidays <file>", "public holidays, one YYYY-MM-DD a line; they do not count as business days"),
} as const;

type OutageWords = Input<typeof options>["options"];

/** Business days within which a system failure is reported. Source: Cabinet Decision 106 of 2025, as summaries of it say. */
const daysToReport = 2;

/** When nothing could be sent, by the journal, with a text for the report to the tax authority. Nothing is sent. */
export const outage = defineCommand({
  words: "outage",
  summary: "outages: when nothing could be sent, which documents waited, and the reporting deadline",
  help: `From the journal: attempts that got no answer from the service, up to the next one that did.

Ask your tax adviser whether a failure must be reported. If so, the deadline is two business days (Saturday and Sunday do not count; list
public holidays with --holidays FILE); an unreported failure can cost AED 1,000 a day (Cabinet Decision 106 of 2025). A run that stopped before
its first attempt is not in the journal.`,
  options,
  examples: [
    { type: "selfbill outage", does: "shows every outage with the documents that waited, and a text for the report" },
    {
      type: "selfbill outage --from 2026-06-01 --holidays uae-2026.txt",
      does: "does not count public holidays as business days",
    },
  ],
  input(_, given) {
    const period = periodOf({ month: undefined, from: given.from, to: given.to });
    return period.ok ? ok({ range: period.value, given }) : period;
  },
  async run({ range, given }, desk): Promise<Report> {
    const holidays = await holidaysOf(given, desk);
    if (!holidays.ok) return stoppedBy(holidays.problems);
    const found = await outagesOf(given, desk);
    if (!found.ok) return stoppedBy(found.problems);
    const all = found.value.outages.filter(({ from }) => range === undefined || isIn(range, gulfDay(new Date(from))));
    return outageReport(all, holidays.value, found.value.sandbox, desk.dataStyle);
  },
});

async function outagesOf(given: OutageWords, desk: Desk): Promise<Result<{ outages: Outage[]; sandbox: boolean }>> {
  const profile = await desk.profile(given);
  const named = given.sandbox || given.profile !== undefined;
  if (!profile.ok && (named || profile.problems.some(({ code }) => code !== "no-profile"))) return profile;
  const sandbox = profile.ok && profile.value.sandbox;
  const isNew = await desk.journalIsNew();
  if (!isNew.ok) return isNew;
  if (isNew.value) return ok({ outages: [], sandbox });
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const account = profile.ok ? await desk.account(profile.value) : undefined;
  const outages = await outagesIn(journal.value, account);
  return outages.ok ? ok({ outages: outages.value, sandbox }) : outages;
}

async function holidaysOf({ holidays }: OutageWords, desk: Desk): Promise<Result<ReadonlySet<string>>> {
  if (holidays === undefined) return ok(new Set());
  const bytes = await desk.files.read(holidays);
  if (!bytes.ok) return bytes;
  const found = holidaysIn(Buffer.from(bytes.value).toString("utf8"));
  if ("days" in found) return ok(found.days);
  const message = dateFault(found.wrong);
  const where = { file: holidays, line: found.line };
  return fail(problem("bad-usage", message, `${dateHint(found.wrong, "2026-12-02")} One holiday a line.`, { where }));
}

function outageReport(all: readonly Outage[], holidays: ReadonlySet<string>, sandbox: boolean, style: Style): Report {
  const told = all.map((each) => ({
    each,
    last: businessDaysAfter(gulfDay(new Date(each.from)), daysToReport, holidays),
  }));
  const data = { outages: told.map(({ each, last }) => outageJson(each, last)) };
  const text =
    all.length === 0 ? "The journal shows no outage.\n" : told.map(({ each, last }) => block(each, last)).join("\n");
  return {
    outcome: "done",
    sandbox,
    view: { view: "raw", text: fitted(text, style), data, foreign: true },
    problems: [],
  };
}

const at = (time: string): string => gulfTime(Date.parse(time)) ?? time;

function outageJson(outage: Outage, last: string): Record<string, unknown> {
  return {
    account: outage.account,
    from: outage.from,
    to: outage.to ?? null,
    report_by: last,
    attempts: String(outage.attempts),
    said: outage.said,
    documents: outage.waiting.map(({ past, createdAt }) => ({
      document_number: past.documentNumber ?? null,
      file: past.intent.file,
      supplier: past.intent.supplier.name,
      issue_date: past.intent.issueDate,
      currency: past.intent.currency,
      payable_amount: past.intent.totals.payable_amount ?? "",
      first_attempt: past.at,
      created_at: createdAt ?? null,
    })),
    text: reportText(outage, last),
  };
}

function block(outage: Outage, last: string): string {
  const still = outage.waiting.filter(({ createdAt }) => createdAt === undefined).length;
  const lines = [
    `${outage.to === undefined ? "OUTAGE, NOT OVER YET" : "OUTAGE"}  ${at(outage.from)} to ${outage.to === undefined ? "now" : at(outage.to)}`,
    `  Ask your tax adviser whether it must be reported. If so, by ${last} (two business days); an unreported failure can cost AED 1,000 a day.`,
    `  ${outage.waiting.length} waited, ${still} not created yet:`,
    ...outage.waiting.map(
      ({ past, createdAt }) =>
        `    ${waitingWords(past)}  ${createdAt === undefined ? "NOT CREATED" : `created ${at(createdAt)}`}`,
    ),
    "  Text for the report:",
    ...reportText(outage, last)
      .split("\n")
      .map((line) => `    ${line}`),
  ];
  return `${lines.join("\n")}\n`;
}

function waitingWords({ documentNumber, intent }: Outage["waiting"][number]["past"]): string {
  const { supplier, currency, totals } = intent;
  const payable = totals.payable_amount ?? "";
  const sum = isDecimalText(payable) ? `${money.forPeople(amount(payable))} ${currency}` : currency;
  return `${documentNumber ?? intent.file}  ${supplier.name}  ${sum}`;
}

/** Names, times and what was seen; it claims no cause that nobody knows. */
function reportText({ from, to, waiting, attempts, said }: Outage, last: string): string {
  const late = waiting.filter(({ createdAt }) => createdAt !== undefined).length;
  return [
    `From ${at(from)}${to === undefined ? " on" : ` to ${at(to)}`} our system could not send electronic invoices to the service of our provider.`,
    `${counted(attempts, "attempt")} for ${counted(waiting.length, "document")} got no answer. ${sinceThen(late, waiting.length)}`,
    `What was seen: ${said.length === 0 ? "no answer" : said.slice(0, 5).join(" ")}`,
    `Documents: ${waiting.map(({ past }) => past.documentNumber ?? past.intent.file).join(", ")}`,
    `This report is due by ${last}.`,
  ].join("\n");
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function sinceThen(late: number, all: number): string {
  if (all === 1) return late === 1 ? "It has been created since." : "It has not been created since.";
  if (late === 0) return "None of them has been created since.";
  return late === all
    ? "All of them have been created since."
    : `${late} of them ${late === 1 ? "has" : "have"} been created since.`;
}
