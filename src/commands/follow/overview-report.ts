import type { Desk } from "../../desk/index.ts";
import { amount, documentKinds, isDecimalText, money, signedAmount } from "../../document/index.ts";
import { type Outcome, ok, type Problem, type Result } from "../../problem/index.ts";
import { gulfTime, safe, withoutStatusSays } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { standings } from "../../states/index.ts";
import { type ColumnsOf, cellsOf } from "../answer/columns.ts";
import { type CompanyAmount, companySumsSection, sumsByCompany } from "../answer/company-sums.ts";
import { companySumsShape } from "../answer/company-sums-json.ts";
import { periodOf } from "../answer/period.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { tableReport } from "../answer/table-answer.ts";
import { wrongFiles } from "../answer/write-files.ts";
import type { OverviewLook } from "./look-at.ts";
import { runShape, sayRuns, type UnfinishedRun, unfinishedRuns } from "./open-runs.ts";
import type { Overview, OverviewRow, OverviewWish } from "./overview.ts";
import { overviewShape } from "./overview-json.ts";
import { firstPause } from "./watch.ts";

export interface OverviewWords {
  readonly all: boolean;
  readonly status: string | undefined;
  readonly supplier: string | undefined;
  readonly month: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly output: string | undefined;
  readonly out: readonly string[];
  readonly force: boolean;
}

/** Checks the options of `status` without ids. Problem: `bad-usage`. */
export function overviewWish(given: OverviewWords): Result<OverviewWish> {
  const period = periodOf(given);
  if (!period.ok) return period;
  const files = wrongFiles(given.out, ["xlsx", "csv"]);
  if (!files.ok) return files;
  return ok({ all: given.all, status: given.status, supplier: given.supplier, period: period.value });
}

const longestPause = 60_000;

/** Runs `status` without ids. With a deadline, watches until no document is open. */
export async function overviewReport(
  given: OverviewWords,
  deadline: number | undefined,
  look: OverviewLook,
  desk: Desk,
): Promise<Report> {
  const { sandbox, names } = look;
  const wish = overviewWish(given);
  if (!wish.ok) return stoppedBy(wish.problems, sandbox);
  const journal = await desk.journal();
  if (!journal.ok) return stoppedBy(journal.problems, sandbox);
  const runs = await unfinishedRuns(journal.value, look.account, desk);
  if (!runs.ok) return stoppedBy(runs.problems, sandbox);
  sayRuns(runs.value, desk);
  const seen = new Map<string, OverviewRow>();
  let last: Overview = { rows: [], withoutStatus: 0, problems: [] };
  let stopped = false;
  for (let pause = firstPause(sandbox); ; pause = Math.min(longestPause, Math.round(pause * 1.5))) {
    const now = await look.now(wish.value, { journal: journal.value, isWatching: deadline !== undefined }, desk);
    // A failed request says nothing about the documents, so keep watching.
    if (!now.ok && (deadline === undefined || now.problems[0].outcome !== "not_sent"))
      return stoppedBy(now.problems, sandbox);
    if (now.ok) last = now.value;
    for (const row of now.ok ? now.value.rows : []) {
      const key = `${row.company ?? ""} ${row.id ?? row.number ?? ""}`;
      const before = seen.get(key);
      if (before !== undefined && before.status !== row.status)
        desk.say(`${safe(row.number ?? row.id ?? "")}: ${safe(row.status ?? "no status yet")}`);
      seen.set(key, row);
    }
    // If this request failed, count the open documents among those seen before.
    const open = (now.ok ? now.value.rows : [...seen.values()]).filter(({ standing }) => standing === "open").length;
    const left = (deadline ?? 0) - desk.now().getTime();
    if (open === 0 || left <= 0) break;
    desk.say(`${open === 1 ? "1 document is" : `${open} documents are`} still being processed.`);
    if (!(await desk.pause(Math.min(pause, left)))) {
      stopped = true;
      break;
    }
  }
  return reportOf([...seen.values()], last, { given, stopped, sandbox, names, runs: runs.value }, desk);
}

async function reportOf(
  rows: readonly OverviewRow[],
  { problems, withoutStatus }: Overview,
  {
    given,
    stopped,
    sandbox,
    names,
    runs,
  }: { given: OverviewWords; stopped: boolean; runs: readonly UnfinishedRun[] } & Pick<
    OverviewLook,
    "sandbox" | "names"
  >,
  desk: Desk,
): Promise<Report> {
  const outcome = outcomeOfAll(rows, { stopped, problems });
  const sums = names && sumsByCompany(names, rows.map(amountIn));
  const data = {
    results: rows.map(overviewShape.json),
    runs: runs.map(runShape.json),
    ...(sums ? { companies: sums.map(companySumsShape.json) } : {}),
  };
  const style = { ...desk.dataStyle, ...(given.output === undefined ? {} : { isTerminal: given.output === "table" }) };
  if (rows.length === 0 && given.output !== "csv" && given.out.length === 0) {
    const isPart = problems.some(({ severity }) => severity === "error");
    const none = `No document is open${isPart ? ", as far as is known" : ""}.\n${withoutStatusSays(withoutStatus)}`;
    const text = style.isTerminal || given.output === undefined ? none : "";
    return { outcome, sandbox, view: { view: "raw", text, data }, problems };
  }
  const more = sums
    ? [companySumsSection(sums, "Documents in doubt, rejected or failed do not count in the totals.")]
    : [];
  const ofSeveral = sums !== undefined;
  const answer = {
    section: { name: "Status", title: "Status", ...cellsOf(rows, fullColumns(ofSeveral)) },
    shown: { name: "Status", title: titleOf(rows), ...cellsOf(rows, shownColumns(ofSeveral)) },
    more,
    data,
    sandbox,
  };
  if (withoutStatus > 0) desk.say(withoutStatusSays(withoutStatus).trimEnd());
  const report = await tableReport(answer, given, desk);
  return report.outcome === "done" ? { ...report, outcome, problems } : report;
}

const amountIn = ({ company, kind, currency, gross, standing }: OverviewRow): CompanyAmount => ({
  ...{ company, kind, currency },
  sum: standing === "in-doubt" || standing === "bad" ? undefined : gross,
});

function outcomeOfAll(
  rows: readonly OverviewRow[],
  { stopped, problems }: { readonly stopped: boolean; readonly problems: readonly Problem[] },
): Outcome {
  const has = (standing: OverviewRow["standing"]): boolean => rows.some((each) => each.standing === standing);
  if (has("in-doubt")) return "in_doubt";
  const failed = problems.find(({ severity }) => severity === "error");
  if (failed) return failed.outcome;
  if (stopped && has("open")) return "interrupted";
  return standings[has("bad") ? "bad" : has("open") ? "open" : "good"].outcome;
}

/** Returns text such as `3 documents: 2 PENDING, 1 IN DOUBT`. */
function titleOf(rows: readonly OverviewRow[]): string {
  const counts = new Map<string, number>();
  for (const { standing, status } of rows) {
    const word = standing === "in-doubt" ? "IN DOUBT" : (status ?? "without a status");
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const parts = [...counts].map(([word, count]) => `${count} ${word}`);
  return `${rows.length === 1 ? "1 document" : `${rows.length} documents`}: ${parts.join(", ")}`;
}

const columns = {
  Number: ({ number, id }) => number ?? id,
  Supplier: ({ supplier }) => supplier.name,
  Gross: ["money", grossOf],
  Currency: "currency",
  Status: ({ standing, status = "no status yet", isFresh }) =>
    standing === "in-doubt" ? "IN DOUBT" : `${status}${isFresh || standing === "bad" ? "" : " (not asked)"}`,
  C3: "c3",
  C5: "c5",
  Since: sinceOf,
  Kind: ({ kind }) => documentKinds[kind].says,
  Date: ["day", "date"],
  TRN: ({ supplier }) => supplier.trn,
  Id: "id",
} as const satisfies ColumnsOf<OverviewRow>;

const fullColumns = (ofSeveral: boolean): ColumnsOf<OverviewRow> => ({ ...columns, Company: ofSeveral && "company" });

function shownColumns(ofSeveral: boolean): ColumnsOf<OverviewRow> {
  const { Number: number, Supplier, Status, C3, C5 } = columns;
  const gross: ColumnsOf<OverviewRow> = { Gross: ["money", forPeople] };
  // The year is irrelevant for open documents.
  const since: ColumnsOf<OverviewRow> = { Since: (row) => sinceOf(row)?.slice(5, 16) };
  return { Company: ofSeveral && "company", Number: number, Supplier, ...gross, Status, C3, C5, ...since };
}

function sinceOf({ since }: OverviewRow): string | undefined {
  return since && gulfTime(Date.parse(since));
}

function forPeople(row: OverviewRow): string {
  const gross = grossOf(row);
  return gross === "" ? "" : `${money.forPeople(signedAmount(row.kind, amount(gross)))} ${row.currency}`;
}

function grossOf({ gross }: OverviewRow): string {
  if (gross === undefined || !isDecimalText(gross)) return "";
  const [whole = "", decimals = ""] = gross.split(".");
  return `${whole}.${decimals.padEnd(2, "0")}`;
}
