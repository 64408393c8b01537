import { documentName } from "../document/index.ts";
import { isUnreadable, suggest } from "../problem/index.ts";
import type { Report, Style, SubmissionResult, View } from "../report/index.ts";
import { overallState, statusName } from "../states/index.ts";
import { fixableLine, fixableOf } from "./fixable.ts";
import { safe } from "./safe.ts";
import { isBeingSent, type SendResult, sendResultOf } from "./send-result.ts";
import { areOfBothKinds, byCompany, renderCompanies, renderSums, sumsOf } from "./sums.ts";

type Submissions = Extract<View, { view: "submissions" }>;

/** Names the editions of the rules; documents in one run may use different ones. */
function byEdition(results: readonly SubmissionResult[]): string {
  const editions = [...new Set(results.flatMap(({ rules }) => rules?.edition ?? []))];
  return editions.length === 0 ? "" : `, by the rules of PINT AE ${editions.join(" and ")}`;
}

/** Returns the sentences that end a run: what was created, refused or not sent, is in doubt, or exists already. */
export function submissionsEnd({ sandbox }: Report, { results, dryRun, again }: Submissions, style: Style): string {
  const of = (...outcomes: string[]): SubmissionResult[] =>
    results.filter((result) => outcomes.includes(result.outcome));
  const lines: string[] = [];
  const told = (...words: SendResult[]): SubmissionResult[] =>
    results.filter((result) => words.some((word) => word === sendResultOf(result)));
  const made = (dryRun ? of("done") : told("created")).filter((result) => !result.replayed);
  const created = made.filter((result) => result.outcome !== "rejected");
  const refusedLater = made.filter((result) => result.outcome === "rejected");
  const before = of("done", "rejected").filter((result) => result.replayed);
  // The last line is about the documents themselves.
  if (!dryRun) lines.push(...comparedLines(made, style));
  if (dryRun) {
    if (created.length > 0)
      lines.push(
        `${style.good("✓")} Checked on this computer only${byEdition(created)}: nothing was sent, and the service or Peppol can still refuse.`,
      );
  } else if (created.length > 0) lines.push(createdLine(created, again === true, sandbox, style));
  if (refusedLater.length > 0) lines.push(peppolLine(refusedLater, again === true, style));
  lines.push(...existLines(before, style));
  const unsent = told("not_sent").filter(({ outcome }) => outcome !== "done");
  const unread = unsent.filter(isUnread);
  if (unread.length > 0) lines.push(unreadLine(unread.length, style));
  const wrong = unsent.filter((result) => result.outcome === "invalid" && !isUnread(result));
  lines.push(...wrongLines(wrong, results, style));
  const doubt = told("in_doubt");
  if (doubt.length > 0)
    lines.push(
      `${style.warn("?")} ${counted(doubt.length)} may or may not have been created. Do not send it again before you know: ${suggest`resolve`}`,
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
  if (sandbox && !dryRun && lines.length > 0) lines.push(`${lines.pop()} Practice: nothing was sent to the service.`);
  lines.push(...fixableLines(wrong, style));
  return lines.length === 0 ? "" : `${sumsBelow(created, style)}${lines.join("\n")}\n`;
}

/** Says what of the service's answers could not be compared with the documents, and whose amounts are shown. */
function comparedLines(made: readonly SubmissionResult[], style: Style): string[] {
  const some = made.filter(({ notCompared = [] }) => notCompared.length > 0);
  const parts = [...new Set(some.flatMap(({ notCompared = [] }) => notCompared))];
  if (parts.length === 0) return [];
  const of = made.length === 1 ? "" : ` (${counted(some.length)})`;
  const ours = some.some(({ totalsFrom }) => totalsFrom === "here")
    ? " The amounts shown are those calculated here."
    : "";
  return [
    `${style.warn("–")} Not compared${of}, because the service's answer does not tell it: ${parts.join(", ")}.${ours}`,
  ];
}

/** Says of documents that were just created that Peppol refused them. */
function peppolLine(refused: readonly SubmissionResult[], again: boolean, style: Style): string {
  const [first] = refused;
  const did = again ? "sent again" : "created";
  if (refused.length > 1)
    return `${style.bad("✗")} ${refused.length} documents were ${did}${forWhom(refused)}, but were rejected or failed in validation. What to do is above.`;
  const status = first?.overallStatus ?? "with a fatal finding";
  return `${style.bad("✗")} The document was ${did} as ${safe(documentName(first ?? {}))}${forWhom(refused)}, but is ${safe(status)}. What to do is above.`;
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

function fixableLines(wrong: readonly SubmissionResult[], style: Style): string[] {
  const problems = wrong.flatMap((each) => each.problems);
  const fixable = fixableOf(problems);
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return fixable === undefined ? [] : [fixableLine(fixable, errors, style)];
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
      ? `The document already exists, as ${safe(documentName(first ?? {}))}`
      : `${before.length} documents already exist`;
  return `${subject}${forWhom(before)}`;
}

/** Whether a document that exists was rejected or failed, and has not been dealt with. */
function hasNoEffect({ outcome }: SubmissionResult): boolean {
  return outcome === "rejected";
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
  const as = created.length === 1 ? ` as ${safe(documentName(first ?? {}))}` : "";
  const next = sandbox ? `a real service would now check and deliver ${it}` : statusesTold(created);
  return `${style.good("✓")} ${subject} ${done}${as}${forWhom(created)}; ${next}.`;
}

/** Says what the service told of the status of documents that it just created and Peppol did not refuse. */
function statusesTold(created: readonly SubmissionResult[]): string {
  const words = new Map<string, number>();
  for (const { overallStatus = statusName.pending } of created)
    words.set(overallStatus, (words.get(overallStatus) ?? 0) + 1);
  return [...words]
    .map(([word, count]) => {
      const of = created.length === 1 ? "" : count === created.length ? "all: " : `${count}: `;
      const stage = overallState(word)?.stage;
      if (stage === "pending") return `${of}the Peppol checks run now`;
      return stage === "approved" ? `${of}approved (${word})` : `${of}its status is ${safe(word)}, which is not final`;
    })
    .join("; ");
}

/** Whether the file is missing or unreadable, so selfbill knows nothing about the document. */
export function isUnread({ outcome, problems }: SubmissionResult): boolean {
  return outcome === "invalid" && problems.some(isUnreadable);
}

function counted(count: number): string {
  return count === 1 ? "1 document" : `${count} documents`;
}

function files(count: number, one = "was", several = "were"): string {
  return `${counted(count)} ${count === 1 ? one : several}`;
}
