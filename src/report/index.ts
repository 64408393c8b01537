/**
 * Everything that is displayed, as data: the report of a command and its parts. Commands fill it, `render` writes it,
 * the desk passes it on. This folder contains only types; it produces no text.
 */
export type { Batch, Sum } from "./batch.ts";
export type { Deadline, DueItem, DuePart } from "./due.ts";
export type { Letter, LetterRow } from "./letter.ts";
export type { Logo, Paper, PaperMark } from "./paper.ts";
export type { Chart, PageTable, PeriodPage } from "./period-page.ts";
export type {
  CreditedValue,
  OfColumns,
  PlacedResult,
  Preview,
  Report,
  StatusResult,
  SubmissionResult,
  View,
} from "./report.ts";
export type { RequestedList, RequestedPage, RequestedRow } from "./requested.ts";
export type { RuleExplanation } from "./rule-explanation.ts";
export type { ShownRule, ShownRuleExample, ShownRules } from "./shown-rules.ts";
export type { Style } from "./style.ts";
export type { Fixable, Verdict, VerdictFacts, VerdictSummary } from "./verdict.ts";
export type { VerdictWriter } from "./verdict-writer.ts";
