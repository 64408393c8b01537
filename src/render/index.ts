/**
 * Converts data to text: tables, findings, problems, JSON. Prints nothing; all text from outside goes through `safe`.
 */

export { gulfTime } from "../document/index.ts";
export { renderBatch } from "./batch.ts";
export { dueCount, dueCsv, renderDue, withoutStatusSays } from "./due.ts";
export { entryShape, logMembers, logShape } from "./events.ts";
export { renderCode, renderExitCode, renderRule, renderTerm } from "./explanation.ts";
export { findingLine } from "./findings.ts";
export { fixableLine, fixableOf } from "./fixable.ts";
export { Html, html, said } from "./html/escape.ts";
export { letterLine, renderLetter } from "./html/letter-page.ts";
export { pagePolicy, renderPage, runningLine } from "./html/page.ts";
export { renderPeriodPage } from "./html/period-page.ts";
export { renderRequestPage } from "./html/request-page.ts";
export {
  dryRunShape,
  jsonSchema,
  renderJson,
  resultJson,
  resultLine,
  resultShape,
  resultsEnd,
} from "./json.ts";
export { manPage } from "./man-page.ts";
export { renderMarkdown } from "./markdown.ts";
export { renderPreview, renderTotals } from "./preview.ts";
export { fitProblems, renderProblems } from "./problems.ts";
export { renderReport, statusWord } from "./report.ts";
export { renderRequested, renderRequestedRows } from "./requested.ts";
export { escapeHidden, pathLines, referHidden, safe, safeLines, safeTalk } from "./safe.ts";
export { type SendResult, sendResultOf } from "./send-result.ts";
export { statusShape } from "./status-json.ts";
export { handedOverSays, reasonSays, stateShown, statusSays } from "./status-words.ts";
export { makeStyle, type StyleFacts } from "./style.ts";
export { renderSums, sumsJson, sumsOf } from "./sums.ts";
export { plainAmount, renderTable, tableLines } from "./tables/table.ts";
export { totalsJson } from "./totals-json.ts";
export { fitted, hanging } from "./wrapped.ts";
