import { formatAmount, type Totals } from "../document/index.ts";
import type { Report, SubmissionResult, View } from "../report/index.ts";
import { eventsJson } from "./events.ts";
import { problemJson } from "./problem-json.ts";
import { escapeHidden } from "./safe.ts";
import { sendResultOf } from "./send-result.ts";
import { statusJson } from "./status-json.ts";

/** Schema name of every JSON answer; members are only ever added. */
export const jsonSchema = "selfbill/1";

/** One JSON document for a report, whatever happened. Money, ids and flags are strings. Shape: src/manual/scripts.md. */
export function renderJson(report: Report): Record<string, unknown> {
  return {
    schema: jsonSchema,
    outcome: report.outcome,
    sandbox: report.sandbox,
    ...viewJson(report.view),
    ...(report.journal ? { journal: report.journal } : {}),
    problems: report.problems.map(problemJson),
  };
}

function viewJson(view: View): Record<string, unknown> {
  switch (view.view) {
    case "submissions":
      return { results: view.results.map((result) => resultJson(result, view.dryRun)) };
    case "events":
      return eventsJson(view);
    case "statuses":
      return { results: view.results.map(statusJson), ...(view.xml === undefined ? {} : { xml: view.xml }) };
    case "facts":
    case "table":
    case "raw":
      return view.data;
    case "nothing":
      return { results: [] }; // a script looks there whatever happened
  }
}

/** One result as one line of JSON lines. */
export function resultLine(result: SubmissionResult): string {
  return `${escapeHidden(JSON.stringify({ schema: jsonSchema, ...resultJson(result, false) }))}\n`;
}

/** The last line of JSON lines: how the run ended. */
export function resultsEnd(report: Report): string {
  const results = report.view.view === "submissions" ? report.view.results : [];
  const counts: Record<string, number> = {};
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const { outcome, sandbox, problems } = report;
  const end = { schema: jsonSchema, end: true, outcome, sandbox, files: results.length, counts };
  return `${escapeHidden(JSON.stringify({ ...end, problems: problems.map(problemJson) }))}\n`;
}

/** One result, as it stands among others. */
export function resultJson(result: SubmissionResult, dryRun: boolean): Record<string, unknown> {
  return {
    file: result.file,
    outcome: result.outcome,
    result: (dryRun ? "not_sent" : sendResultOf(result)) ?? null,
    kind: result.kind,
    id: result.id ?? null,
    document_number: result.documentNumber ?? null,
    supplier: result.supplier ?? null,
    currency: result.currency ?? null,
    totals: result.totals ?? null,
    overall_status: result.overallStatus ?? null,
    replayed: result.replayed ?? false,
    rules: result.rules ?? null,
    ...(dryRun
      ? {
          request: result.request
            ? {
                url: result.request.url,
                version: result.request.version,
                confirm: result.request.confirm ?? null,
                body: result.request.body,
              }
            : null,
        }
      : {}),
    problems: result.problems.map(problemJson),
  };
}

/** Totals under their wire names as exact texts. */
export function totalsJson(totals: Totals): Record<string, string> {
  return Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, formatAmount(value)]));
}
