import { all, maybe, shape, the } from "../../answers/index.ts";
import type { Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import { inSamePlace } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { withHead } from "../answer/journal-head.ts";
import { type DayRange, everyDay, periodNow } from "../answer/period.ts";
import { samePlace } from "../answer/same-place.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { tableReport } from "../answer/table-answer.ts";
import { documentsOfPeriod } from "../report/documents-of-period.ts";
import { refreshed } from "../report/refresh.ts";
import { dayRangeShape } from "../report/report-json.ts";
import { whosePeriod } from "../report/whose-period.ts";
import { type DocumentRow, listedDocuments, ofServiceAlone } from "./documents.ts";
import { fullSection, listedShape, listTotals, shownSection } from "./rows.ts";
import type { ListWish } from "./wish.ts";

/** The list for scripts. */
export const listAnswer = shape<{
  readonly period: DayRange;
  readonly account: string | undefined;
  readonly documents: readonly DocumentRow[];
}>({
  period: the(dayRangeShape, ({ period }) => period),
  account: [maybe, ({ account }) => account],
  documents: all(listedShape, ({ documents }) => documents),
});

/** Most documents shown on a screen; pipes, files and --json get all. */
const most = 200;

/** The documents of a period: those of the journal; with --service also those that only the service has. */
export async function listOfJournal(wish: ListWish, desk: Desk): Promise<Report> {
  const { given, isMeant } = wish;
  const period = periodNow(wish.period, desk.now());
  const isNew = await desk.journalIsNew();
  if (!isNew.ok) return stoppedBy(isNew.problems);
  const journal = isNew.value && !given.service ? ok(undefined) : await desk.journal();
  if (!journal.ok) return stoppedBy(journal.problems);
  const whose = await whosePeriod(given, period, journal.value, desk);
  if (!whose.ok) return stoppedBy(whose.problems);
  const { account, sandbox, company } = whose.value;
  const read = journal.value ? await documentsIn(journal.value, { period, account, wish }, desk) : ok(nothing);
  if (!read.ok) return stoppedBy(read.problems, sandbox);
  const documents = read.value.documents.filter(isMeant);
  const end = endOf(documents.length, period, company, wish);
  if (
    documents.length === 0 &&
    !desk.asJson &&
    !(given.output === "table" || (given.output === undefined && desk.dataStyle.isTerminal))
  )
    desk.say([end.empty, ...end.notes].join(" "));
  const title = `${end.title}${sandbox ? " (SANDBOX)" : ""}`;
  const section = fullSection(documents);
  const shown = shownSection(documents.slice(-most), title, [...listTotals(documents), ...end.notes]);
  const data = listAnswer.json({ period, account, documents });
  const report = await tableReport({ section, shown, data, sandbox }, given, desk);
  const problems = [...report.problems, ...read.value.problems];
  const whole = { ...report, problems };
  return journal.value ? withHead(whole, journal.value) : whole;
}

interface Read {
  readonly documents: readonly DocumentRow[];
  readonly problems: readonly Problem[];
}

const nothing: Read = { documents: [], problems: [] };

interface Asked {
  readonly period: DayRange;
  readonly account: string | undefined;
  readonly wish: ListWish;
}

async function documentsIn(
  journal: Journal,
  { period, account, wish: { given } }: Asked,
  desk: Desk,
): Promise<Result<Read>> {
  if (!given.service) {
    const found = account === undefined ? ok([]) : await listedDocuments(journal, period, account, desk);
    return found.ok ? ok({ documents: found.value, problems: [] }) : found;
  }
  const connection = await desk.connect(given);
  if (!connection.ok) return connection;
  const { account: own } = connection.value;
  const known = await documentsOfPeriod(journal, period, own);
  if (!known.ok) return known;
  // What the service says of the documents of the journal is recorded there, and read from there.
  const fresh = await refreshed(known.value, period, connection.value, journal, desk);
  if (!fresh.ok) return fresh;
  const found = await listedDocuments(journal, period, own, desk);
  if (!found.ok) return found;
  const alone = fresh.value.documents.filter(({ source }) => source === "service").map(ofServiceAlone);
  return ok({ documents: [...found.value, ...alone], problems: fresh.value.problems });
}

/** What stands above and below the rows: which period, and how to see others. */
function endOf(count: number, period: DayRange, company: string | undefined, { isNarrow, given }: ListWish) {
  const isAll = period === everyDay;
  const which = `${company === undefined ? "" : ` of ${company}`}${isAll ? "" : ` issued in ${period.name}`}${isNarrow ? " that match" : ""}`;
  const others = "Other months: selfbill list --month YYYY-MM. All of them: selfbill list --all";
  const cut = count > most ? [`The last ${most} are shown; a pipe, --out and --json get all of them.`] : [];
  return {
    title: `${isAll ? "All documents" : "Documents"}${which}${count === 0 ? "" : `: ${count}`}`,
    empty: `The journal has no documents${which}.`,
    notes: [...cut, ...(isAll ? [] : [inSamePlace(others, samePlace(given))])],
  };
}
