import { amount, documentName, isDecimalText, money } from "../document/index.ts";
import type { Problem } from "../problem/index.ts";
import type { Report, Style, SubmissionResult, View } from "../report/index.ts";
import { alsoSays, alsoTold } from "./also-told.ts";
import { renderCsv } from "./csv.ts";
import { renderEvents } from "./events.ts";
import { renderFindings } from "./findings.ts";
import { renderPreview } from "./preview.ts";
import { fitProblems, renderProblems } from "./problems.ts";
import { safe, safeLines } from "./safe.ts";
import { isBeingSent, isHeldByDoubt, sendResultOf } from "./send-result.ts";
import { renderHead, renderStatuses } from "./status.ts";
import { isUnread, submissionsEnd } from "./submissions-end.ts";
import { renderTable, tableFits } from "./tables/table.ts";
import { fitted, hanging, widthOf, wrapped } from "./wrapped.ts";

export function renderReport(report: Report, out: Style, err: Style): { data: string; talk: string } {
  const view = brief(report, out) ?? viewText(report.view, out);
  const talk = `${previews(report.view, err)}${problemsOf(report, err)}${closing(report, out, err)}`;
  return {
    data: `${view}${countedUpTo(report, out)}`,
    talk: fitted(talk, err),
  };
}

/** Number of documents that have a row on a screen although they were not sent for the reason of an earlier one. */
const fewRepeats = 3;

/**
 * On a screen, returns the table without most documents that were not sent for the reason of an earlier one, and
 * says how many; undefined if they are few.
 */
function brief({ view, oneScreen }: Report, out: Style): string | undefined {
  if (!oneScreen || !out.isTerminal || view.view !== "submissions" || view.as !== undefined || view.dryRun)
    return undefined;
  const left = new Set([...repeated(view.results, true)].slice(fewRepeats));
  if (left.size === 0) return undefined;
  const rows = viewText({ ...view, results: view.results.filter((each) => !left.has(each)) }, out);
  const count = left.size.toLocaleString("en");
  return (
    rows +
    fitted(`… and ${count} more that were not sent, for the reasons below. To see all of them, add --all.\n`, out)
  );
}

/** Names the last journal entry that the table covers; empty for piped output, which contains only the table. */
function countedUpTo({ journal, view }: Report, { isTerminal, width }: Style): string {
  if (!journal || !isTerminal || view.view !== "table" || view.countedUpTo === undefined) return "";
  return fitted(`Counted up to entry ${journal.sequence}: ${safe(journal.head)}\n`, { isTerminal, width });
}

/** Puts the value below its label if a word in it, such as a hash, does not fit next to the label. */
function factLine(label: string, value: string, widest: number, { isTerminal, width }: Style): string {
  if (!isTerminal) return `${label}\t${value}`;
  const room = Math.max(20, width - widest - 2);
  const words = value.split(" ");
  if (words.some((word) => widthOf(word) > room))
    return [label, ...wrapped(value, width - 2).map((each) => `  ${each}`)].join("\n");
  return hanging(`${label.padEnd(widest)}  ${value}`, width, " ".repeat(widest + 2));
}

function viewText(view: View, style: Style): string {
  switch (view.view) {
    case "submissions":
      if (view.as === "csv") return renderCsv(view.results);
      if (view.as === "lines") return ""; // already written one by one; resultsEnd writes the last line
      return submissions(view.results, view.dryRun, view.as ? { ...style, isTerminal: view.as === "table" } : style);
    case "facts": {
      const widest = Math.max(0, ...view.facts.map(([label]) => label.length));
      const lines = view.facts.map(([label, value]) => `${factLine(label, safe(value), widest, style)}\n`);
      const told = alsoTold(view.told ?? [], alsoSays, style);
      return `${view.title ? `${style.strong(safe(view.title))}\n` : ""}${lines.join("")}${told}`;
    }
    case "table": {
      const told = alsoTold(view.told ?? [], alsoSays, style);
      const isEmpty = view.rows.length === 0 && style.isTerminal;
      return `${isEmpty ? `${fitted(view.empty, style)}\n` : renderTable(view, style)}${told}`;
    }
    case "raw":
      return view.foreign && style.isTerminal ? safeLines(view.text) : view.text;
    case "events":
      return renderEvents(view, style);
    case "statuses":
      if (view.xml === undefined) return renderStatuses(view.results, view.verbose, style);
      return style.isTerminal ? safeLines(view.xml) : view.xml;
    case "nothing":
      return "";
  }
}

function submissions(results: readonly SubmissionResult[], dryRun: boolean, style: Style): string {
  // People see the preview; the request is for programs.
  if (dryRun && style.isTerminal) return "";
  if (dryRun) return results.map((result) => (result.request ? `${result.request.text}\n` : "")).join("");
  const shown = results.filter((result) => result.id !== undefined || result.outcome !== "invalid");
  if (shown.length === 0) return "";
  const money2 = (text: string | undefined): string =>
    text !== undefined && isDecimalText(text) ? money.forPeople(amount(text)) : "";
  const ofSeveral = shown.some(({ company }) => company !== undefined);
  if (style.isTerminal && shown.length === 1)
    return shown.map((result) => single(result, statusWord(result), money2, style)).join("");
  // On a screen, documents that are not done come first.
  const isDone = ({ outcome }: SubmissionResult): boolean => outcome === "done";
  const ordered = style.isTerminal ? [...shown.filter((each) => !isDone(each)), ...shown.filter(isDone)] : shown;
  const table = {
    columns: [
      "File",
      "Number",
      "Id",
      "Supplier",
      "TRN",
      "Currency",
      "Net",
      "VAT",
      "Gross",
      "Payable AED",
      "Status",
      ...(ofSeveral ? ["Company"] : []),
    ],
    right: [6, 7, 8, 9],
    rows: ordered.map((result) => [
      result.file,
      result.documentNumber ?? "",
      result.id ?? "",
      result.supplier?.name ?? "",
      result.supplier?.trn ?? "",
      result.currency ?? "AED",
      money2(result.totals?.tax_exclusive_amount),
      money2(result.totals?.tax_amount),
      money2(result.totals?.tax_inclusive_amount),
      money2(result.totals?.payable_amount_in_aed),
      statusWord(result),
      ...(ofSeveral ? [result.company ?? ""] : []),
    ]),
  };
  if (style.isTerminal && !tableFits(table, style)) return renderTable(batchTable(ordered, money2, ofSeveral), style);
  return renderTable(table, style);
}

/** One row for each document, on a screen that has no room for all columns. */
function batchTable(
  shown: readonly SubmissionResult[],
  money2: (text: string | undefined) => string,
  ofSeveral: boolean,
) {
  return {
    columns: ["Number", "Supplier", "Gross", "Result", ...(ofSeveral ? ["Company"] : [])],
    right: [2],
    rows: shown.map((result) => [
      result.documentNumber ?? result.id ?? result.file,
      result.supplier?.name ?? "",
      `${result.currency ?? "AED"} ${money2(result.totals?.tax_inclusive_amount)}`,
      statusWord(result),
      ...(ofSeveral ? [result.company ?? ""] : []),
    ]),
  };
}

export function statusWord(result: SubmissionResult): string {
  const { replayed, overallStatus, outcome, notLookedUp } = result;
  const told = sendResultOf(result);
  if (notLookedUp) return "not sent in this run: not looked up";
  if (isBeingSent(result)) return "being sent by another process";
  if (replayed) return `created before${overallStatus === undefined ? "" : `, last seen ${overallStatus}`}`;
  if (isUnapproved(result)) return "not sent: not approved";
  if (isUnread(result)) return "not sent: file not read";
  if (told === "refused") return refusedWords(result);
  if (outcome === "duplicate") return duplicateWords(result);
  if (told === "created") return overallStatus ?? "created";
  if (isHeldByDoubt(result)) return "not sent: another document is in doubt";
  if (result.problems.some(({ code }) => code === "no-right")) return "not sent: no right";
  return outcomeWords[outcome] ?? outcome;
}

/** Says that the service refused the document; adds the reason if it lies outside the document. */
function refusedWords({ outcome, problems }: SubmissionResult): string {
  if (problems.some(({ code, severity }) => code === "number-taken" && severity === "error"))
    return "refused: its number is taken";
  return outcome === "auth" ? "refused: no access" : "refused";
}

function isUnapproved({ problems }: SubmissionResult): boolean {
  return problems.some(({ code }) => code === "approval-missing" || code === "approval-invalid");
}

/** Says whether the document, its number, or a similar document already exists. */
function duplicateWords({ problems }: SubmissionResult): string {
  const has = (code: string): boolean => problems.some((each) => each.code === code && each.severity === "error");
  if (has("other-company")) return "not sent: another company has it";
  if (has("former-address")) return "not sent: sent to the former address";
  if (has("content-exists")) return "not sent: its content exists already";
  if (has("looks-sent") || has("made-elsewhere")) return "not sent: a similar document exists";
  if (has("file-edited")) return "not sent: this file was sent before with other content";
  if (has("number-elsewhere")) return "not sent: its number belongs to another supplier's document";
  const numberOnly = problems.some(({ code, where }) => code === "already-sent" && where?.path === "document_number");
  return numberOnly ? "not sent: its number is taken" : "not sent: it already exists";
}

function single(
  result: SubmissionResult,
  status: string,
  money2: (text: string | undefined) => string,
  style: Style,
): string {
  const currency = result.currency ?? "AED";
  return renderTable(
    {
      columns: ["", result.file],
      rows: [
        ...(result.company === undefined ? [] : [["Company", result.company]]),
        ["Number", result.documentNumber ?? "—"],
        ["Id", result.id ?? "—"],
        ["Supplier", result.supplier?.name ?? ""],
        ["Supplier TRN", result.supplier?.trn ?? ""],
        [`Net ${currency}`, money2(result.totals?.tax_exclusive_amount)],
        [`VAT ${currency}`, money2(result.totals?.tax_amount)],
        [`Gross ${currency}`, money2(result.totals?.tax_inclusive_amount)],
        ["Payable AED", money2(result.totals?.payable_amount_in_aed)],
        ["Status", status],
      ],
    },
    style,
  );
}

const outcomeWords: Record<string, string> = {
  invalid: "not sent: not valid",
  refused: "not sent",
  not_sent: "not sent",
  in_doubt: "IN DOUBT",
  auth: "not sent: no access",
  declined: "not sent",
  usage: "not sent: not confirmed",
  local_state: "not sent",
  interrupted: "not sent",
};

/** Returns the previews of a dry run, which are shown above the message that nothing was sent. */
function previews(view: View, style: Style): string {
  if (view.view !== "submissions" || !view.dryRun) return "";
  return view.results.flatMap(({ request }) => (request ? [renderPreview(request.preview, style)] : [])).join("\n");
}

/** Maximum number of lines of findings on a screen; the rest of the screen is for the result. */
const room = 20;

function problemsOf({ view, problems, oneScreen }: Report, style: Style): string {
  if (view.view === "statuses")
    return (
      view.results.map((result) => renderProblems(result.problems, style)).join("") + renderProblems(problems, style)
    );
  const { results, dryRun } = view.view === "submissions" ? view : { results: [], dryRun: false };
  const isHeld = ({ outcome }: SubmissionResult): boolean => dryRun || outcome === "invalid";
  const sent = results.filter((each) => !isHeld(each));
  const inSheets = sent.flatMap(({ problems }) => problems.filter(isInSheet));
  const elsewhere = sent.map((each) => ({ ...each, problems: each.problems.filter((one) => !isInSheet(one)) }));
  const again = repeated(elsewhere, oneScreen === true && style.isTerminal);
  const more = again.size === 1 ? "1 more file" : `${again.size} more files`;
  const rest = again.size === 0 ? "" : `      … and the same for ${more}\n`;
  const others = elsewhere.filter((each) => !again.has(each)).map((each) => renderProblems(each.problems, style));
  const ofSent = renderProblems(inSheets, style) + others.join("") + rest + networkFindings(view, style);
  // A command that sent nothing can be run again to see the rest; one that sent something cannot.
  const held = [...results.filter(isHeld).flatMap((result) => result.problems), ...problems];
  if (!oneScreen) return ofSent + renderProblems(held, style);
  const { text, left } = fitProblems(held, room, style, true);
  return `${ofSent}${text}${left === 0 ? "" : `… and ${left.toLocaleString("en")} more ${left === 1 ? "finding" : "findings"}. To see all of them, add --all.\n`}`;
}

/** Shows what the service found in the documents that it created, by document. */
function networkFindings(view: View, style: Style): string {
  if (view.view !== "submissions" || view.as !== undefined) return "";
  const { results, verbose = false } = view;
  const some = results.filter(({ findings = [] }) => findings.length > 0);
  return some
    .map((result) => {
      const title = result.outcome === "rejected" ? "What is wrong" : "Remarks";
      const name = results.length === 1 ? "" : `${style.strong(safe(calledOf(result)))}  ${safe(result.file)}\n`;
      return `${name}${renderFindings(result.findings ?? [], { title, verbose }, style)}`;
    })
    .join("");
}

const calledOf = ({ documentNumber, id }: SubmissionResult): string => documentName({ documentNumber, id });

/** Documents from one sheet have the same columns and often the same values, so identical findings are combined. */
const isInSheet = ({ where }: Problem): boolean => where?.cell !== undefined;

/**
 * Returns the documents that were not sent for the reason of an earlier one: those not tried after the run was stopped
 * and, with `all`, those that failed with nothing but what was said before.
 */
function repeated(results: readonly SubmissionResult[], all: boolean): ReadonlySet<SubmissionResult> {
  const said = new Set<string>();
  const again = results.filter((result) => {
    const { notTried, outcome, id, problems } = result;
    const told = notTried ? problems.slice(-1) : outcome === "not_sent" && id === undefined ? problems : [];
    const sentences = told.map(({ message, hint }) => `${message}\n${hint}`);
    const isSaid = (notTried || all) && sentences.length > 0 && sentences.every((each) => said.has(each));
    for (const each of sentences) said.add(each);
    return isSaid;
  });
  return new Set(again);
}

function closing(report: Report, out: Style, style: Style): string {
  if (report.view.view === "statuses" && report.view.xml !== undefined)
    return report.view.results.map((result) => renderHead(result, style)).join("");
  const { view } = report;
  // On a screen, a sentence replaces an empty table, so `next` is not needed.
  if (view.view === "table" && view.next !== undefined && !(view.rows.length === 0 && out.isTerminal))
    return `${view.next}\n`;
  return view.view === "submissions" ? submissionsEnd(report, view, style) : "";
}
