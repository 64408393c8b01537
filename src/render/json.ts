import {
  all,
  foreign,
  kind,
  listOf,
  maybe,
  one,
  outcome,
  party,
  problems,
  rules,
  type Source,
  shape,
  text,
  texts,
  words,
  yes,
} from "../answers/index.ts";
import type { Report, SubmissionResult, View } from "../report/index.ts";
import { logShape } from "./events.ts";
import { problemJson } from "./problem-json.ts";
import { escapeHidden } from "./safe.ts";
import { sendResultOf } from "./send-result.ts";
import { findingShape, statusShape } from "./status-json.ts";

/** Within this version, members are only ever added. */
export const jsonSchema = "selfbill/1";

/**
 * Returns a report as one JSON document, whatever the outcome. Money, ids and flags are strings. Shape:
 * src/manual/scripts.md.
 */
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
      return logShape.json(view);
    case "statuses":
      return { results: view.results.map(statusShape.json), ...(view.xml === undefined ? {} : { xml: view.xml }) };
    case "facts":
    case "table":
    case "raw":
      return view.data;
    case "nothing":
      return { results: [] }; // scripts always expect it
  }
}

export function resultLine(result: SubmissionResult): string {
  return `${escapeHidden(JSON.stringify({ schema: jsonSchema, ...resultJson(result, false) }))}\n`;
}

/** Returns the last of the JSON lines, which states the outcome of the run. */
export function resultsEnd(report: Report): string {
  const results = report.view.view === "submissions" ? report.view.results : [];
  const counts: Record<string, number> = {};
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const { outcome, sandbox, problems } = report;
  const end = { schema: jsonSchema, end: true, outcome, sandbox, files: results.length, counts };
  return `${escapeHidden(JSON.stringify({ ...end, problems: problems.map(problemJson) }))}\n`;
}

interface ShownResult {
  readonly result: SubmissionResult;
  readonly dryRun: boolean;
}

const resultMembers = {
  file: [text, ({ result }) => result.file],
  outcome: [outcome, ({ result }) => result.outcome],
  /** Null if the result is unknown in this run. */
  result: [
    words("created", "not_sent", "refused", "in_doubt").nullable(),
    ({ result, dryRun }) => (dryRun ? "not_sent" : sendResultOf(result)),
  ],
  kind: [kind, ({ result }) => result.kind],
  id: [maybe, ({ result }) => result.id],
  document_number: [maybe, ({ result }) => result.documentNumber],
  supplier: [party.nullable(), ({ result }) => result.supplier],
  currency: [maybe, ({ result }) => result.currency],
  totals: [texts.nullable(), ({ result }) => result.totals],
  totals_from: [words("service", "here").nullable(), ({ result }) => result.totalsFrom],
  not_compared: [listOf(text), ({ result }) => [...(result.notCompared ?? [])]],
  overall_status: [maybe, ({ result }) => result.overallStatus],
  /** For diagnosis only; the overall status decides. */
  participant_status: [maybe, ({ result }) => result.sides?.participant],
  fta_status: [maybe, ({ result }) => result.sides?.fta],
  validation_results: all(findingShape, ({ result }) => result.findings ?? []),
  replayed: [yes, ({ result }) => result.replayed ?? false],
  company: [maybe, ({ result }) => result.company],
  rules: [rules.nullable(), ({ result }) => result.rules],
} satisfies Record<string, Source<ShownResult>>;
const resultProblems: Source<ShownResult> = [problems, ({ result }) => result.problems.map(problemJson)];
const requestShape = shape<NonNullable<SubmissionResult["request"]>>({
  url: [maybe, ({ url }) => url],
  version: [text, ({ version }) => version],
  confirm: [maybe, ({ confirm }) => confirm],
  body: [foreign, ({ body }) => body],
});

export const resultShape = shape<ShownResult>({ ...resultMembers, problems: resultProblems });
export const dryRunShape = shape<ShownResult>({
  ...resultMembers,
  request: one(requestShape, ({ result }) => result.request),
  problems: resultProblems,
});

/** Formats the result as an element of a list, not as a line of its own. */
export function resultJson(result: SubmissionResult, dryRun: boolean): Record<string, unknown> {
  return (dryRun ? dryRunShape : resultShape).json({ result, dryRun });
}
