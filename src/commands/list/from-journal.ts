import { all, listOf, maybe, shape, the } from "../../answers/index.ts";
import type { ConnectionWords, Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { calculatedHere } from "../../life/index.ts";
import { ok, type Problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { stages } from "../../states/index.ts";
import { type Companies, companiesHere, companyOfAccount, forCompany, ofCompany } from "../answer/all-companies.ts";
import { type CompanyAmount, companySumsSection, sumsByCompany } from "../answer/company-sums.ts";
import { companySumsShape } from "../answer/company-sums-json.ts";
import { nothingToRead, withHead } from "../answer/journal-head.ts";
import { type DayRange, everyDay, periodNow } from "../answer/period.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { tableReport } from "../answer/table-answer.ts";
import { runShape, sayRuns, type UnfinishedRun, unfinishedRuns } from "../follow/open-runs.ts";
import { dayRangeShape } from "../period/day-range-json.ts";
import { documentsOfPeriod } from "../period/documents-of-period.ts";
import { byDate } from "../period/period-documents.ts";
import { refreshed } from "../period/refresh.ts";
import { type Whose, whosePeriod } from "../period/whose-period.ts";
import { type DocumentRow, listedDocuments, ofServiceAlone } from "./documents.ts";
import { fullSection, listedShape, listTotals, shownSection } from "./rows.ts";
import type { ListWish } from "./wish.ts";

export const listAnswer = shape<{
  readonly period: DayRange;
  readonly account: string | undefined;
  readonly documents: readonly DocumentRow[];
  readonly companies: readonly string[] | undefined;
  readonly runs: readonly UnfinishedRun[];
}>({
  period: the(dayRangeShape, ({ period }) => period),
  account: [maybe, ({ account }) => account],
  documents: all(listedShape, ({ documents }) => documents),
  runs: all(runShape, ({ runs }) => runs),
  // Present with --all-companies.
  companies: [
    () => listOf(companySumsShape.schema).optional(),
    ({ companies, documents }) =>
      companies && sumsByCompany(companies, documents.map(countedAmount)).map(companySumsShape.json),
  ],
});

const most = 200;

/** Lists the documents in the journal; with --service, also documents that only the service has. */
export async function listOfJournal(wish: ListWish, desk: Desk): Promise<Report> {
  const { given, isMeant } = wish;
  const period = periodNow(wish.period, desk.now());
  const companies = given.allCompanies ? await companiesHere(given, desk) : ok(undefined);
  if (!companies.ok) return stoppedBy(companies.problems);
  const none = await nothingToRead(given, desk);
  if (none) return stoppedBy([none]);
  const isNew = await desk.journalIsNew();
  if (!isNew.ok) return stoppedBy(isNew.problems);
  const journal = isNew.value && !given.service ? ok(undefined) : await desk.journal();
  if (!journal.ok) return stoppedBy(journal.problems);
  const whose = companies.value ? ok(ofSeveral) : await whosePeriod(given, period, journal.value, desk);
  if (!whose.ok) return stoppedBy(whose.problems);
  const { account, sandbox, company } = whose.value;
  const read = journal.value
    ? companies.value
      ? await documentsOfAll(journal.value, { period, companies: companies.value, wish }, desk)
      : await documentsIn(journal.value, { period, account, wish }, desk)
    : ok(nothing);
  if (!read.ok) return stoppedBy(read.problems, sandbox);
  const runs = await unfinishedRuns(journal.value, companies.value?.accounts ?? account, desk);
  if (!runs.ok) return stoppedBy(runs.problems, sandbox);
  if (!wish.isNarrow) sayRuns(runs.value, desk);
  const documents = read.value.documents.filter(isMeant);
  const end = endOf(documents.length, period, company, wish);
  if (
    documents.length === 0 &&
    !desk.asJson &&
    !(given.output === "table" || (given.output === undefined && desk.dataStyle.isTerminal))
  )
    desk.say([end.empty, ...end.notes].join(" "));
  const title = `${end.title}${sandbox ? " (SANDBOX)" : ""}`;
  const names = companies.value?.all.map((each) => each.company);
  const section = fullSection(documents, given.allCompanies);
  // With several companies, the totals are in a separate table.
  const notes = [...(names ? [] : listTotals(documents)), ...calculatedHere(documents), ...end.notes];
  const shown = shownSection(documents.slice(-most), { title, notes, ofSeveral: given.allCompanies });
  const data = listAnswer.json({ period, account, documents, companies: names, runs: runs.value });
  const more = names ? [companySumsSection(sumsByCompany(names, documents.map(countedAmount)), counts)] : [];
  const report = await tableReport({ section, shown, more, data, sandbox }, given, desk);
  const problems = [...report.problems, ...(companies.value?.problems ?? []), ...read.value.problems];
  const failed = problems.find(({ severity }) => severity === "error");
  const whole = { ...report, outcome: failed?.outcome ?? report.outcome, problems };
  return journal.value ? withHead(whole, journal.value) : whole;
}

interface Read {
  readonly documents: readonly DocumentRow[];
  readonly problems: readonly Problem[];
}

const ofSeveral: Whose = { account: undefined, profile: undefined, sandbox: false };

const counts = "Documents with effect count in the totals, credit notes are subtracted.";

const countedAmount = ({ company, kind, currency, total, stage }: DocumentRow): CompanyAmount => ({
  ...{ company, kind, currency },
  sum: stages[stage].counted ? total : undefined,
});

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
  return freshDocuments(journal, period, given, desk);
}

/**
 * Lists the documents of all companies. If the service of one company does not answer, shows its data from the journal.
 */
async function documentsOfAll(
  journal: Journal,
  { period, companies, wish }: { readonly period: DayRange; readonly companies: Companies; readonly wish: ListWish },
  desk: Desk,
): Promise<Result<Read>> {
  const names = await companyOfAccount(companies, journal);
  if (!names.ok) return names;
  const named = (rows: readonly DocumentRow[]) =>
    rows.map((row) => ({ ...row, company: names.value(row.account)?.company }));
  if (!wish.given.service) {
    const found = await listedDocuments(journal, period, companies.accounts, desk);
    return found.ok ? ok({ documents: named(found.value), problems: [] }) : found;
  }
  const documents: DocumentRow[] = [];
  const problems: Problem[] = [];
  for (const each of companies.all) {
    const fresh = await forCompany(each, () => freshDocuments(journal, period, each.words, desk));
    if (!fresh.ok && fresh.problems[0].outcome === "local_state") return fresh;
    const stored = fresh.ok ? fresh : await listedDocuments(journal, period, each.account, desk);
    if (!stored.ok) return stored;
    documents.push(...named("documents" in stored.value ? stored.value.documents : stored.value));
    problems.push(...ofCompany(each, fresh.ok ? fresh.value.problems : fresh.problems));
  }
  return ok({ documents: documents.sort(byDate), problems });
}

async function freshDocuments(
  journal: Journal,
  period: DayRange,
  words: ConnectionWords,
  desk: Desk,
): Promise<Result<Read>> {
  const connection = await desk.connect(words);
  if (!connection.ok) return connection;
  const { account: own } = connection.value;
  const known = await documentsOfPeriod(journal, period, own);
  if (!known.ok) return known;
  // Record the service's answers first, then read the journal.
  const fresh = await refreshed(known.value, period, connection.value, journal, desk);
  if (!fresh.ok) return fresh;
  const found = await listedDocuments(journal, period, own, desk);
  if (!found.ok) return found;
  const alone = fresh.value.documents
    .filter(({ source }) => source === "service")
    .map((each) => ofServiceAlone(each, own));
  return ok({ documents: [...found.value, ...alone], problems: fresh.value.problems });
}

function endOf(count: number, period: DayRange, company: string | undefined, { isNarrow }: ListWish) {
  const isAll = period === everyDay;
  const which = `${company === undefined ? "" : ` of ${company}`}${isAll ? "" : ` issued in ${period.name}`}${isNarrow ? " that match" : ""}`;
  const others = `Other months: ${suggest`list --month YYYY-MM`}. All of them: ${suggest`list --all`}`;
  const cut = count > most ? [`The last ${most} are shown; a pipe, --out and --json get all of them.`] : [];
  return {
    title: `${isAll ? "All documents" : "Documents"}${which}${count === 0 ? "" : `: ${count}`}`,
    empty: `The journal has no documents${which}.`,
    notes: [...cut, ...(isAll ? [] : [others])],
  };
}
