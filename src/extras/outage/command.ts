import { nothingToRead } from "../../commands/answer/journal-head.ts";
import { type DayRange, isIn, periodOf } from "../../commands/answer/period.ts";
import { stoppedBy } from "../../commands/answer/stopped-by.ts";
import { defineCommand, type Input, serviceOptions, text } from "../../commands/command.ts";
import { day, whole } from "../../commands/kinds.ts";
import type { Desk } from "../../desk/index.ts";
import { dateFault, dateHint, gulfDay } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { decode } from "../../read/index.ts";
import type { Report } from "../../report/index.ts";
import { businessDaysAfter, holidaysIn } from "./business-days.ts";
import { affectedBy } from "./fate.ts";
import { failuresIn } from "./in-journal.ts";
import {
  type FoundFailures,
  outageReport,
  outageShape,
  singleFailureShape,
  type ToldFailure,
  type ToldOutage,
} from "./report.ts";
import { type OutageLimits, usualLimits } from "./spans.ts";

const options = {
  ...serviceOptions,
  from: day("--from <date>", "what began on this day or later: YYYY-MM-DD"),
  to: day("--to <date>", "what began on this day or earlier: YYYY-MM-DD"),
  attempts: whole("--attempts <n>", "so many failed attempts without an answer in between are an outage (default 3)", {
    least: 2,
    such: 3,
  }),
  minutes: whole("--minutes <n>", "or failed attempts over so many minutes, if there are at least two (default 15)", {
    least: 1,
    such: 15,
  }),
  holidays: text("--holidays <file>", "public holidays, one YYYY-MM-DD a line; they do not count as business days"),
} as const;

type OutageWords = Input<typeof options>["options"];

/**
 * Business days within which a system failure must be reported. Source: Cabinet Decision 106 of 2025, according to
 * summaries of it.
 */
const daysToReport = 2;

export const outageCommand = defineCommand({
  words: "outage",
  summary: "outages: when sending failed, which documents waited, and the reporting deadline",
  help: `From the journal. An outage is at least three failed attempts of one account, or failed attempts over at least 15 minutes, with none
answered in between. A failed attempt found no connection, got no answer, or met a server error (500 to 599); a refusal is an answer. The rate
limit (429) and attempts that you stopped count neither way. Documents that a run did not try because the service could not be reached for
another count as well. Other failed attempts are listed as single failures, which are not an outage.
Practice in a sandbox is shown only with --sandbox.

Ask your tax adviser whether a failure must be reported. If so, the deadline is two business days (Saturday and Sunday do not count; list
public holidays with --holidays FILE); an unreported failure can cost AED 1,000 a day (Cabinet Decision 106 of 2025). A run that stopped before
its first attempt is not in the journal.`,
  group: "What is open",
  practice: "own books",
  facts: { journal: "shown", oneDocument: false, sends: false, asksService: false },
  answers: ({ answer, listOf }) => [
    answer({ outages: listOf(outageShape.schema), single_failures: listOf(singleFailureShape.schema) }),
  ],
  options,
  examples: [
    {
      type: "selfbill outage",
      does: "shows every outage with the documents that waited and a text for the report, and single failures",
    },
    {
      type: "selfbill outage --from 2026-06-01 --holidays uae-2026.txt",
      does: "does not count public holidays as business days",
    },
    { type: "selfbill outage --attempts 10 --minutes 60", does: "shows only long outages as outages" },
  ],
  input(_, given) {
    const period = periodOf({ month: undefined, from: given.from, to: given.to });
    if (!period.ok) return period;
    const { attempts = usualLimits.attempts, minutes = usualLimits.minutes } = given;
    return ok({ range: period.value, limits: { attempts, minutes }, given });
  },
  async run({ range, limits, given }, desk): Promise<Report> {
    const holidays = await holidaysOf(given, desk);
    if (!holidays.ok) return stoppedBy(holidays.problems);
    const found = await toldOf({ range, limits, given, holidays: holidays.value }, desk);
    return found.ok ? outageReport(found.value, desk.dataStyle) : stoppedBy(found.problems);
  },
});

interface Wish {
  readonly range: DayRange | undefined;
  readonly limits: OutageLimits;
  readonly given: OutageWords;
  readonly holidays: ReadonlySet<string>;
}

async function toldOf(wish: Wish, desk: Desk): Promise<Result<FoundFailures>> {
  const { given } = wish;
  const profile = await desk.profile(given);
  const named = given.sandbox || given.profile !== undefined;
  if (!profile.ok && (named || profile.problems.some(({ code }) => code !== "no-profile"))) return profile;
  const nothing = { outages: [], single: [], sandbox: profile.ok && profile.value.sandbox, practice: given.sandbox };
  const none = await nothingToRead(given, desk);
  if (none) return fail(none);
  const isNew = await desk.journalIsNew();
  if (!isNew.ok) return isNew;
  if (isNew.value || (nothing.sandbox && !given.sandbox)) return ok(nothing);
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const account = profile.ok ? await desk.account(profile.value) : undefined;
  const found = await failuresOf(journal.value, account, wish);
  return found.ok ? ok({ ...nothing, ...found.value }) : found;
}

async function failuresOf(
  journal: Journal,
  whose: string | undefined,
  { range, limits, given, holidays }: Wish,
): Promise<Result<Pick<FoundFailures, "outages" | "single">>> {
  const found = await failuresIn(journal, { account: whose, practice: given.sandbox }, limits);
  if (!found.ok) return found;
  const isMeant = (began: number): boolean => range === undefined || isIn(range, gulfDay(new Date(began)));
  const outages: ToldOutage[] = [];
  const single: ToldFailure[] = [];
  for (const { account, ...failures } of found.value) {
    for (const each of failures.outages.filter(({ from }) => isMeant(from))) {
      const documents = await affectedBy(each.failures, journal, each.untried);
      if (!documents.ok) return documents;
      const reportBy = businessDaysAfter(gulfDay(new Date(each.from)), daysToReport, holidays);
      outages.push({ account, outage: each, documents: documents.value, reportBy });
    }
    for (const failure of failures.single.filter(({ began }) => isMeant(began))) {
      const documents = await affectedBy([failure], journal);
      if (!documents.ok) return documents;
      for (const document of documents.value) single.push({ account, failure, document });
    }
  }
  outages.sort((a, b) => a.outage.from - b.outage.from);
  single.sort((a, b) => a.failure.began - b.failure.began);
  return ok({ outages, single });
}

async function holidaysOf({ holidays }: OutageWords, desk: Desk): Promise<Result<ReadonlySet<string>>> {
  if (holidays === undefined) return ok(new Set());
  const bytes = await desk.files.read(holidays);
  if (!bytes.ok) return bytes;
  const text = decode(bytes.value, holidays);
  if (!text.ok) return text;
  const found = holidaysIn(text.value);
  if ("days" in found) return ok(found.days);
  const message = dateFault(found.wrong);
  const where = { file: holidays, line: found.line };
  return fail(problem("bad-usage", message, `${dateHint(found.wrong, "2026-12-02")} One holiday a line.`, { where }));
}
