import { amount, isDecimalText, money } from "../document/index.ts";
import { isUnreadable, type Problem } from "../problem/index.ts";
import type { Report, Style, SubmissionResult, View } from "../report/index.ts";
import { alsoSays, alsoTold } from "./also-told.ts";
import { renderCsv } from "./csv.ts";
import { renderEvents } from "./events.ts";
import { renderPreview } from "./preview.ts";
import { fitProblems, renderProblems } from "./problems.ts";
import { safe, safeLines } from "./safe.ts";
import { inSamePlace } from "./same-place.ts";
import { isBeingSent, isHeldByDoubt, type SendResult, sendResultOf } from "./send-result.ts";
import { renderHead, renderStatuses } from "./status.ts";
import { areOfBothKinds, byCompany, renderCompanies, renderSums, sumsOf } from "./sums.ts";
import { renderTable, tableFits } from "./tables/table.ts";
import { fitted, hanging, widthOf, wrapped } from "./wrapped.ts";

export function renderReport(report: Report, out: Style, err: Style): { data: string; talk: string } {
  const place = report.place ?? "";
  const shown = viewText(report.view, out);
  const view = report.view.view === "statuses" && report.view.xml === undefined ? inSamePlace(shown, place) : shown;
  const talk = `${previews(report.view, err)}${problemsOf(report, err)}${closing(report, out, err)}`;
  return {
    data: `${view}${countedUpTo(report, out)}`,
    talk: fitted(inSamePlace(talk, place), err),
  };
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
    rows: shown.map((result) => [
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
  // A single document is shown on its own, and so are two or three that do not fit into one table.
  if (style.isTerminal && (shown.length === 1 || (shown.length <= fewTables && !tableFits(table, style))))
    return shown.map((result) => single(result, statusWord(result), money2, style)).join("");
  return renderTable(table, style);
}

const fewTables = 3;

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
  const { shown, more } = withoutRepeats(results.filter((each) => !isHeld(each)));
  const rest = more > 0 ? `      … and the same for ${more === 1 ? "1 more file" : `${more} more files`}\n` : "";
  const inSheets = shown.flatMap(({ problems }) => problems.filter(isInSheet));
  const others = shown.map((result) =>
    renderProblems(
      result.problems.filter((each) => !isInSheet(each)),
      style,
    ),
  );
  const sent = renderProblems(inSheets, style) + others.join("") + rest;
  // A command that sent nothing can be run again to see the rest; one that sent something cannot.
  const held = [...results.filter(isHeld).flatMap((result) => result.problems), ...problems];
  if (!oneScreen) return sent + renderProblems(held, style);
  const { text, left } = fitProblems(held, room, style, true);
  return `${sent}${text}${left === 0 ? "" : `… and ${left.toLocaleString("en")} more ${left === 1 ? "finding" : "findings"}. To see all of them, add --all.\n`}`;
}

/** Documents from one sheet have the same columns and often the same values, so identical findings are combined. */
const isInSheet = ({ where }: Problem): boolean => where?.cell !== undefined;

/** Shows the reason for the remaining files only once if a run was stopped. */
function withoutRepeats(results: readonly SubmissionResult[]): { shown: readonly SubmissionResult[]; more: number } {
  const said = new Set<string>();
  const shown = results.filter((result) => {
    const last = result.problems.at(-1);
    if (!result.notTried || last === undefined) return true;
    const sentence = `${last.message}\n${last.hint}`;
    return !said.has(sentence) && said.add(sentence);
  });
  return { shown, more: results.length - shown.length };
}

/** Names the editions of the rules; documents in one run may use different ones. */
function byEdition(results: readonly SubmissionResult[]): string {
  const editions = [...new Set(results.flatMap(({ rules }) => rules?.edition ?? []))];
  return editions.length === 0 ? "" : `, by the rules of PINT AE ${editions.join(" and ")}`;
}

function closing(report: Report, out: Style, style: Style): string {
  if (report.view.view === "statuses" && report.view.xml !== undefined)
    return report.view.results.map((result) => renderHead(result, style)).join("");
  const { view } = report;
  // On a screen, a sentence replaces an empty table, so `next` is not needed.
  if (view.view === "table" && view.next !== undefined && !(view.rows.length === 0 && out.isTerminal))
    return `${view.next}\n`;
  if (view.view !== "submissions") return "";
  const { results, dryRun, again } = view;
  const of = (...outcomes: string[]): SubmissionResult[] =>
    results.filter((result) => outcomes.includes(result.outcome));
  const lines: string[] = [];
  const told = (...words: SendResult[]): SubmissionResult[] =>
    results.filter((result) => words.some((word) => word === sendResultOf(result)));
  const created = (dryRun ? of("done") : told("created")).filter((result) => !result.replayed);
  const before = of("done").filter((result) => result.replayed);
  if (dryRun) {
    if (created.length > 0)
      lines.push(
        `${style.good("✓")} Checked on this computer only${byEdition(created)}: nothing was sent, and the service or Peppol can still refuse.`,
      );
  } else if (created.length > 0) lines.push(createdLine(created, again === true, report.sandbox, style));
  lines.push(...existLines(before, style));
  const unsent = told("not_sent").filter(({ outcome }) => outcome !== "done");
  const unread = unsent.filter(isUnread);
  if (unread.length > 0) lines.push(unreadLine(unread.length, style));
  const wrong = unsent.filter((result) => result.outcome === "invalid" && !isUnread(result));
  lines.push(...wrongLines(wrong, results, style));
  const doubt = told("in_doubt");
  if (doubt.length > 0)
    lines.push(
      `${style.warn("?")} ${counted(doubt.length)} may or may not have been created. Do not send it again before you know: selfbill resolve`,
    );
  const reasoned = unsent.filter(({ outcome }) => outcome === "duplicate" || outcome === "in_doubt");
  if (reasoned.length > 0) lines.push(`${style.bad("✗")} ${files(reasoned.length)} not sent: the reason is above.`);
  const refused = told("refused");
  if (refused.length > 0) lines.push(`${style.bad("✗")} ${files(refused.length)} refused: nothing was created.`);
  const held = unsent.filter((result) => result.outcome !== "invalid" && !reasoned.includes(result));
  if (held.length > 0)
    lines.push(
      `${style.warn("–")} ${files(held.length)} not sent: nothing was created, and running the command again is safe.`,
    );
  const elsewhere = results.filter((result) => !result.notLookedUp && isBeingSent(result));
  if (elsewhere.length > 0)
    lines.push(
      `${style.warn("?")} ${files(elsewhere.length, "is", "are")} being sent by another selfbill process: see its result.`,
    );
  const unknown = results.filter(({ notLookedUp }) => notLookedUp);
  if (unknown.length > 0)
    lines.push(
      `${style.warn("?")} ${files(unknown.length)} not sent in this run. The journal could not be read, so it is not known whether an earlier run created ${unknown.length === 1 ? "it" : "them"}.`,
    );
  // Added to the last line: on its own line, "nothing was sent" would seem to contradict "created".
  if (report.sandbox && !dryRun && lines.length > 0)
    lines.push(`${lines.pop()} Practice: nothing was sent to the service.`);
  return lines.length === 0 ? "" : `${sumsBelow(created, style)}${lines.join("\n")}\n`;
}

/**
 * Returns the lines about documents with errors. Errors in rows that belong to no document are attributed to their
 * sheet, which is not counted as a document.
 */
function wrongLines(wrong: readonly SubmissionResult[], all: readonly SubmissionResult[], style: Style): string[] {
  const sheets = wrong.filter(({ file }) => all.some(({ source }) => source === file));
  const count = wrong.length - sheets.length;
  const told = sheets.map(
    ({ file }) =>
      `Rows of ${safe(file)} that belong to no document have errors, so this run sent nothing of it. Correct and run the same command again.`,
  );
  if (count > 0)
    told.push(
      `${files(count, "is", "are")} not valid and ${count === 1 ? "was" : "were"} not sent. Correct and run the same command again.`,
    );
  return told.map((each) => `${style.bad("✗")} ${each}`);
}

/** Shows the sums, in total and by company, if there are several documents. */
function sumsBelow(created: readonly SubmissionResult[], style: Style): string {
  if (created.length < 2) return "";
  const how = areOfBothKinds(created) ? "Credit notes subtracted:\n" : "";
  return `${how}${renderSums(sumsOf(created), style)}${renderCompanies(byCompany(created), style)}`;
}

function unreadLine(count: number, style: Style): string {
  const [subject, it] = count === 1 ? ["1 file was", "it"] : [`${count} files were`, "them"];
  return `${style.bad("✗")} ${subject} not read, and nothing of ${it} was sent. Check name, folder and permissions, then run the same command again.`;
}

function existLines(before: readonly SubmissionResult[], style: Style): string[] {
  const bad = before.filter(hasNoEffect);
  const others = before.filter((result) => !hasNoEffect(result));
  const [first, another] = bad;
  const state =
    another === undefined ? `is ${safe(first?.overallStatus ?? "")}` : "were rejected or failed in validation";
  const told =
    others.length === 0
      ? []
      : [`${style.good("✓")} ${existing(others)}: the same content was sent before, and was not sent again.`];
  return first === undefined
    ? told
    : [...told, `${style.bad("✗")} ${existing(bad)}, and ${state}: nothing was sent again. What to do is above.`];
}

function existing(before: readonly SubmissionResult[]): string {
  const [first] = before;
  const subject =
    before.length === 1
      ? `The document already exists, as ${safe(first?.documentNumber || first?.id || "")}`
      : `${before.length} documents already exist`;
  return `${subject}${forWhom(before)}`;
}

/** Whether a document that exists was rejected or failed, and has not been dealt with. */
function hasNoEffect({ problems }: SubmissionResult): boolean {
  return problems.some(({ code }) => code === "already-sent");
}

function forWhom(results: readonly SubmissionResult[]): string {
  const [name, another, ...more] = [...new Set(results.map(({ company }) => company))];
  if (another !== undefined) return ` for ${more.length + 2} companies`;
  return name === undefined ? "" : ` for ${safe(name)}`;
}

function createdLine(created: readonly SubmissionResult[], again: boolean, sandbox: boolean, style: Style): string {
  const [first] = created;
  const [subject, it] =
    created.length === 1 ? ["The document was", "it"] : [`${created.length} documents were`, "them"];
  const did = again ? "sent again" : "created";
  // In practice mode, the output ends with "nothing was sent", so say where the document went instead.
  const done = sandbox ? `${again ? did : "sent"} to the sandbox on this computer` : did;
  const as = created.length === 1 ? ` as ${safe(first?.documentNumber ?? first?.id ?? "")}` : "";
  const next = sandbox ? `a real service would now check and deliver ${it}` : "the Peppol checks run now";
  return `${style.good("✓")} ${subject} ${done}${as}${forWhom(created)}; ${next}.`;
}

/** Whether the file is missing or unreadable, so selfbill knows nothing about the document. */
function isUnread({ outcome, problems }: SubmissionResult): boolean {
  return outcome === "invalid" && problems.some(isUnreadable);
}

function counted(count: number): string {
  return count === 1 ? "1 document" : `${count} documents`;
}

function files(count: number, one = "was", several = "were"): string {
  return `${counted(count)} ${count === 1 ? one : several}`;
}
