import { allCompaniesOption, oneOrAllCompanies } from "../../commands/answer/all-companies.ts";
import { headOf, nothingToRead } from "../../commands/answer/journal-head.ts";
import {
  type DayRange,
  type LatePeriod,
  periodNow,
  periodOf,
  periodOptions,
  wholeMonth,
} from "../../commands/answer/period.ts";
import type { Section } from "../../commands/answer/section.ts";
import { stoppedBy } from "../../commands/answer/stopped-by.ts";
import { unapprovedIn } from "../../commands/answer/unapproved.ts";
import { wrongFiles } from "../../commands/answer/write-files.ts";
import { defineCommand, flag, type Input, list, serviceOptions, text } from "../../commands/command.ts";
import { aed, month, monthCalled, oneOf, outputForm } from "../../commands/kinds.ts";
import { documentsOfPeriod } from "../../commands/period/documents-of-period.ts";
import { reportPage } from "../../commands/period/page.ts";
import type { PeriodDocument } from "../../commands/period/period-documents.ts";
import { refreshed } from "../../commands/period/refresh.ts";
import * as sections from "../../commands/period/sections.ts";
import { type ViewName, viewNames } from "../../commands/period/views.ts";
import { type Whose, whosePeriod } from "../../commands/period/whose-period.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import { amount } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { gulfTime } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { againstSection, differencesOf, readLedger } from "./against.ts";
import { companiesReportShape } from "./companies.ts";
import { comparedFigures, comparedSections, comparedShape, comparedTable, type TwoPeriods } from "./compare.ts";
import { reportOfCompanies } from "./of-companies.ts";
import { reportShape } from "./report-json.ts";
import { companiesOfReturn, partOfReturn } from "./returns.ts";
import { countsWords, reportRemarks, writtenReport } from "./written.ts";

const byNames = viewNames.filter((each) => each !== "currency");

const options = {
  ...serviceOptions,
  ...allCompaniesOption,
  ...periodOptions,
  by: oneOf("--by <view>", (views) => `break down by ${views}`, byNames),
  refresh: flag("--refresh", "ask the service first: current statuses, and documents that this journal does not have"),
  compare: month("--compare <YYYY-MM>", "put this month beside it: counts, net and VAT of both, and the difference"),
  against: text("--against <ledger>", "compare with your books' export (.csv or .xlsx: number, net, VAT)"),
  tolerance: aed(
    "--tolerance <amount>",
    "with --against: differences up to this amount do not count, such as 0.05",
    "0.05",
  ),
  output: outputForm("how to write it", ["xlsx", "html"]),
  out: list("--out <file>", "write it into a file: .xlsx, .csv, .html or .json; repeatable"),
  force: flag("--force", "overwrite the files of --out"),
} as const;

type ReportInput = Input<typeof options>;

export const report = defineCommand({
  words: "report [month...]",
  summary: "totals of a period by supplier, VAT category or day, and the annex to the VAT return",
  help: `From the journal, by issue date; without a period the current month. MONTH is a month in words: november, nov 2026, last month, 2026-11. Delivered (APPROVED) and pending documents are counted, credit notes are
subtracted; rejected, failed and in-doubt documents, and credit notes of such invoices, are shown separately and are not in the totals. Amounts in AED are those that the
documents state.

--output csv writes one line for each document, or the breakdown of --by. Exit code 20: --against found differences.`,
  group: "The month",
  everyday: true,
  practice: "own books",
  facts: { journal: "shown", oneDocument: false, sends: false, asksService: true },
  answers: ({ answer, listOf, text, foreign, head }) => [
    answer({
      ...reportShape.schema.shape,
      differences: listOf(foreign).nullable(),
      compared: comparedShape.schema.optional(), // with --compare
      files: listOf(text),
      journal: head.optional(),
    }),
    // The answer with --all-companies.
    answer({ ...companiesReportShape.schema.shape, files: listOf(text), journal: head.optional() }),
  ],
  options,
  examples: [
    { type: "selfbill report --month 2026-06 --refresh", does: "totals of June with the current statuses" },
    { type: "selfbill report --month 2026-06 --by supplier", does: "net, VAT and gross of each supplier" },
    {
      type: "selfbill report --month 2026-06 --by acceptance",
      does: "what suppliers accepted, objected to, did not answer",
    },
    {
      type: "selfbill report --month 2026-06 --out june.xlsx --out june.html",
      does: "a workbook and a page with charts",
    },
    { type: "selfbill report --month 2026-06 --compare 2026-05", does: "June beside May" },
    { type: "selfbill report --month 2026-06 --against ledger.csv", does: "what differs from your books" },
    {
      type: "selfbill report --month 2026-06 --against ledger.csv --tolerance 0.05",
      does: "the same without what only rounding explains",
    },
  ],
  input: (words, options) => wishOf({ words, options }),
  async run(wish, desk): Promise<Report> {
    const { input } = wish;
    const period = periodNow(wish.period, desk.now());
    if (input.options.allCompanies) return reportOfCompanies(input.options, period, desk);
    const nothing = await nothingToRead(input.options, desk);
    if (nothing) return stoppedBy([nothing]);
    const isNew = await desk.journalIsNew();
    if (!isNew.ok) return stoppedBy(isNew.problems);
    const opened = isNew.value && !input.options.refresh ? ok(undefined) : await desk.journal();
    if (!opened.ok) return stoppedBy(opened.problems);
    const whose = await whoseReport(wish, period, opened.value, desk);
    if (!whose.ok) return stoppedBy(whose.problems);
    const { account, sandbox } = whose.value;
    const found = await documentsFor(input, period, whose.value, opened.value, desk);
    if (!found.ok) return stoppedBy(found.problems, sandbox);
    const beside = wish.compare && (await documentsFor(input, wish.compare, whose.value, opened.value, desk));
    if (beside && !beside.ok) return stoppedBy(beside.problems, sandbox);
    const two = wish.compare &&
      beside && {
        before: { period: wish.compare, documents: beside.value.documents },
        now: { period, documents: found.value.documents },
      };
    const shown = await shownOf(found.value.documents, { ...wish, period, two }, whose.value, input, desk);
    if (!shown.ok) return stoppedBy(shown.problems, sandbox);
    const lacking = opened.value && account !== undefined ? await unapprovedIn(opened.value, { account }) : ok([]);
    if (!lacking.ok) return stoppedBy(lacking.problems, sandbox);
    const sisters = await companiesOfReturn(whose.value.profile, desk);
    const problems = [
      ...partOfReturn(whose.value.profile?.businessProfile, sisters),
      ...found.value.problems,
      ...(beside?.value.problems ?? []),
      ...shown.value.problems,
      ...lacking.value,
    ];
    const journal = opened.value ? await headOf(opened.value) : undefined;
    return { outcome: shown.value.outcome, sandbox, view: shown.value.view, problems, ...(journal ? { journal } : {}) };
  },
});

interface Words extends Omit<Wish, "period" | "two"> {
  readonly period: LatePeriod;
  readonly compare: DayRange | undefined;
  readonly input: ReportInput;
}

interface Wish {
  readonly period: DayRange;
  readonly by: ViewName | undefined;
  readonly form: string | undefined;
  readonly two: TwoPeriods | undefined;
}

function wishOf(input: ReportInput): Result<Words> {
  const given = input.options;
  const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));
  const options = periodOf(given);
  if (!options.ok) return options;
  const month = monthCalled(input.words);
  if (input.words.length > 0 && month === undefined)
    return bad(
      `${JSON.stringify(input.words.join(" "))} is not a month.`,
      `Type: ${suggest`report`} november, ${suggest`report`} last month, or --month 2026-11`,
    );
  if (month !== undefined && options.value !== undefined)
    return bad("The month in words and --month, --from or --to exclude each other.", "Use one of them.");
  const period = month === undefined ? options.value : (now: Date) => wholeMonth(month(now));
  const { by } = given;
  const whose = oneOrAllCompanies(given);
  if (!whose.ok) return whose;
  if (given.allCompanies && (given.compare !== undefined || given.against !== undefined))
    return bad("--compare and --against are for the documents of one company.", "Name it: --company NAME");
  const compare = given.compare === undefined ? undefined : wholeMonth(given.compare);
  if (compare && by === "day") return bad("Days of two months are not compared.", "Leave out --by day.");
  if (compare && given.against !== undefined)
    return bad("--compare and --against exclude each other.", "Type two commands.");
  const { output, tolerance } = given;
  if (tolerance !== undefined && given.against === undefined)
    return bad("--tolerance belongs to --against.", "Name your books' export: --against ledger.csv");
  if (given.force && given.out.length === 0) return bad("--force belongs to --out.", "Add --out FILE.");
  const files = wrongFiles(given.out);
  if (!files.ok) return files;
  return ok({ period, compare, by, form: output, input });
}

/**
 * Returns the account to report on. If the month has no documents, finds the account through the month of comparison.
 */
async function whoseReport(
  { input: { options }, compare }: Words,
  period: DayRange,
  journal: Journal | undefined,
  desk: Desk,
): Promise<Result<Whose>> {
  const whose = await whosePeriod(options, period, journal, desk);
  if (!whose.ok || whose.value.account !== undefined || compare === undefined) return whose;
  return whosePeriod(options, compare, journal, desk);
}

interface Found {
  readonly documents: readonly PeriodDocument[];
  readonly problems: readonly Problem[];
}

async function documentsFor(
  { options: given }: ReportInput,
  period: DayRange,
  { account, profile }: Whose,
  journal: Journal | undefined,
  desk: Desk,
): Promise<Result<Found>> {
  const remarks = (documents: readonly PeriodDocument[]) => reportRemarks(documents, profile?.extras ?? true);
  const known = journal && account !== undefined ? await documentsOfPeriod(journal, period, account) : ok([]);
  if (!known.ok || !given.refresh || journal === undefined)
    return known.ok ? ok({ documents: known.value, problems: remarks(known.value) }) : known;
  const connection: Result<Connection> = await desk.connect(given);
  if (!connection.ok) return connection;
  const fresh = await refreshed(known.value, period, connection.value, journal, desk);
  if (!fresh.ok) return fresh;
  const { documents, problems } = fresh.value;
  return ok({ documents, problems: [...problems, ...remarks(documents)] });
}

interface Shown {
  readonly outcome: Report["outcome"];
  readonly view: Report["view"];
  readonly problems: readonly Problem[];
}

async function shownOf(
  documents: readonly PeriodDocument[],
  { period, by, form, two }: Wish,
  { account, sandbox, company }: Whose,
  { options: given }: ReportInput,
  desk: Desk,
): Promise<Result<Shown>> {
  const ledger = given.against === undefined ? ok(undefined) : await readLedger(given.against, desk);
  if (!ledger.ok) return ledger;
  const differences =
    ledger.value === undefined ? undefined : differencesOf(documents, ledger.value, amount(given.tolerance ?? "0"));
  const against = differences === undefined ? [] : [againstSection(differences, given.tolerance)];
  const figures = two && comparedFigures(two, by ?? "category");
  const compared = two && figures ? [comparedTable(figures, two)] : against;
  const told = () => ({
    ...reportShape.json({ period, account, documents }),
    differences: against[0] === undefined ? null : rowsJson(against[0]),
    ...(two && figures ? { compared: comparedShape.json({ two, figures }) } : {}),
  });
  const parts = two && figures ? comparedSections(figures, two) : [...sectionsFor(documents, by), ...compared];
  const whose = company === undefined ? "" : ` of ${company},`;
  const title = `Self-billed documents${whose} ${period.name}${two ? ` beside ${two.before.period.name}` : ""}`;
  const made = `Made ${gulfTime(desk.now().getTime())}. Account: ${account ?? "none"}.`;
  const about = { title, about: [made, countsWords], sandbox };
  const view = await writtenReport(
    {
      ...{ title, sandbox, told },
      parts: documents.length === 0 && compared.length === 0 ? undefined : parts,
      none: `No document${company === undefined ? "" : ` of ${company}`} of ${period.name} is in this journal.\n`,
      page: () => reportPage(documents, allForPage(documents, by, compared), about),
      sheets: () => [...compared, ...sections.allSections(documents)],
      table: () => tableOf(documents, by, compared),
    },
    { ...given, output: form },
    desk,
  );
  if (!view.ok) return view;
  const differ = differences !== undefined && differences.length > 0;
  return ok({
    outcome: differ ? "invalid" : "done",
    view: view.value,
    problems: differ ? [booksDiffer(differences.length)] : [],
  });
}

function booksDiffer(count: number): Problem {
  const message = `${count === 1 ? "1 difference" : `${count} differences`} from the books.`;
  return problem("books-differ", message, "Compare each document listed with your books.");
}

function sectionsFor(documents: readonly PeriodDocument[], by: ViewName | undefined): Section[] {
  const summary = sections.summarySection(documents);
  if (by !== undefined) return [summary, sections.viewSection(by, documents)];
  const foreign = documents.some(({ currency }) => currency !== "AED");
  return [
    summary,
    sections.viewSection("category", documents),
    ...(foreign ? [sections.currencySection(documents)] : []),
    sections.vatReturnSection(documents),
  ];
}

function allForPage(
  documents: readonly PeriodDocument[],
  by: ViewName | undefined,
  compared: readonly Section[],
): Section[] {
  const usual: readonly ViewName[] = ["supplier", "rate", "day", "status"];
  const names = by === "acceptance" ? [by, ...usual] : usual;
  const views = names.map((each) => sections.viewSection(each, documents));
  return [...sectionsFor(documents, undefined), ...compared, ...views];
}

/** Returns the only table that a CSV file can have: the differences, a view or the documents. */
function tableOf(
  documents: readonly PeriodDocument[],
  by: ViewName | undefined,
  compared: readonly Section[],
): Section {
  return (
    compared[0] ?? (by === undefined ? sections.registerSection(documents) : sections.fullViewSection(by, documents))
  );
}

function rowsJson({ columns, rows }: Section): object[] {
  const names = columns.map(({ title }) => title.toLowerCase().replaceAll(" ", "_"));
  return rows.map((row) => Object.fromEntries(row.map((text, at) => [names[at] ?? String(at), text])));
}
