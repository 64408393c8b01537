/**
 * Data → text: tables, findings, problems, JSON. Returns strings and prints nothing; every foreign text passes `safe`.
 */
export { type Batch, renderBatch, type Sum } from "./batch.ts";
export { type DueItem, type DueKind, dueCsv, dueWords, renderDue } from "./due.ts";
export { eventJson } from "./events.ts";
export { type RuleExplanation, renderCode, renderRule } from "./explanation.ts";
export { gulfTime } from "./gulf-time.ts";
export { type Paper, type PaperMark, renderPage } from "./html/page.ts";
export { jsonSchema, renderJson, resultJson, resultLine, resultsEnd, totalsJson } from "./json.ts";
export { renderPreview, renderTotals } from "./preview.ts";
export { renderProblems } from "./problems.ts";
export { renderReport, statusWord } from "./report.ts";
export { escapeHidden, pathLines, safe } from "./safe.ts";
export { makeStyle, type Style, type StyleFacts } from "./style.ts";
export { plainAmount, renderTable, tableLines } from "./table.ts";
export { verdictFormats } from "./verdicts/formats.ts";
export { renderVerdictSummary } from "./verdicts/text.ts";
export { isRight, type VerdictSummary, type VerdictWriter } from "./verdicts/writer.ts";
export type { PlacedResult, Preview, Report, StatusResult, SubmissionResult, View } from "./view.ts";
