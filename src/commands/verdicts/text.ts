import { fitProblems, fixableLine, renderProblems, safe } from "../../render/index.ts";
import type { Style, VerdictSummary, VerdictWriter } from "../../report/index.ts";
import { harmless } from "./log-lines.ts";

/** Maximum number of lines of findings on a screen; the rest of the screen is for the summary. */
const room = 21;

/** Shows the place, code and message, then the line, then the remedy. Skips files without findings. */
export function textVerdicts(style: Style, all = false): VerdictWriter {
  let lines = 0;
  let [left, files] = [0, 0];
  return {
    begin: () => "",
    verdict: ({ problems }) => {
      if (all || problems.length === 0) return harmless(renderProblems(problems, style));
      const fitted = fitProblems(problems, left > 0 ? 0 : room - lines, style, lines === 0);
      lines += fitted.lines;
      left += fitted.left;
      if (fitted.left > 0) files += 1;
      return harmless(fitted.text);
    },
    end: () => (left === 0 ? "" : `${moreFindings(left, files)}\n`),
  };
}

function moreFindings(left: number, files: number): string {
  return `… and ${many(left, "more finding")} in ${many(files, "file")}. To see all of them, add --all.`;
}

/**
 * Says how many files are valid; written to stderr. One line if all are. `verbose`: also names the rules that were not
 * checked, and why; otherwise their number is given. `fix`, `diff`: it was written, or shown, already.
 */
export function renderVerdictSummary(
  summary: VerdictSummary,
  style: Style,
  {
    verbose = false,
    fix = false,
    diff = false,
  }: { readonly verbose?: boolean; readonly fix?: boolean; readonly diff?: boolean } = {},
): string {
  const { files, failing, unread, errors, warnings, left, foreign, notChecked } = summary;
  const counts = [...(errors > 0 ? [many(errors, "error")] : []), ...(warnings > 0 ? [many(warnings, "warning")] : [])];
  const found = counts.length === 0 ? "" : ` (${counts.join(", ")})`;
  const lines = [];
  if (files === 0) lines.push(`${style.bad("✗")} No document was found, so nothing was checked.`);
  else if (files === unread)
    lines.push(
      `${style.bad("✗")} ${files === 1 ? "The file was" : `All ${many(files, "file")} were`} not read, so nothing was checked.`,
    );
  else if (failing === 0)
    lines.push(
      `${style.good("✓")} ${files === 1 ? "The file is valid" : `All ${many(files, "file")} are valid`}${found}.`,
    );
  else {
    const wrong = failing > unread ? [`${grouped(failing - unread)} with errors`] : [];
    const parts = [
      `${grouped(files - failing)} valid`,
      ...wrong,
      ...(unread > 0 ? [`${grouped(unread)} not read`] : []),
    ];
    lines.push(`${style.bad("✗")} ${many(files, "file")}: ${parts.join(", ")}${found}.`);
  }
  const rules = rulesApplied(summary);
  if (rules !== undefined && failing === 0) lines.push(`${lines.pop()} ${rules}`);
  else if (rules !== undefined) lines.push(`  ${rules}`);
  for (const [count, by] of [
    [summary.unasked - unread, "the rules"],
    [summary.partly, "all rules"],
  ] as const) {
    const what = count === 1 ? "1 file was" : `${many(count, "file")} were`;
    if (count > 0)
      lines.push(`${style.warn("–")} ${what} not checked by ${by}: correct the errors shown, then check again.`);
  }
  if (summary.fixable && !fix && !diff) lines.push(fixableLine(summary.fixable, errors, style));
  if (foreign.length > 0) {
    const some = foreign.slice(0, 3).map(safe).join(", ");
    const names = foreign.length > 3 ? `${some} …` : some;
    const [what, are] = foreign.length === 1 ? ["file", "is not a document"] : ["files", "are not documents"];
    lines.push(
      `${style.warn("–")} ${grouped(foreign.length)} ${what} of the folders ${are} and ${foreign.length === 1 ? "was" : "were"} skipped: ${names}`,
    );
  }
  if (left > 0) lines.push(`${style.warn("–")} The output ended early: ${many(left, "file")} not checked.`);
  if (verbose && notChecked.length > 0) {
    const why = "because the buyer is not known (to add it: selfbill profile fetch)";
    lines.push(`${style.warn("–")} Not checked, ${why}: ${notChecked.join(" ")}`);
  }
  return `${lines.join("\n")}\n`;
}

/** The editions, and the number of their rules that were left out because the buyer is not known. */
function rulesApplied({ editions, notChecked }: VerdictSummary): string | undefined {
  if (editions.length === 0) return undefined;
  const without = notChecked.length === 0 ? "" : ` without ${grouped(notChecked.length)} on the buyer`;
  return `Rules: PINT AE self-billing ${editions.join(", ")}${without}.`;
}

function many(count: number, thing: string): string {
  return `${grouped(count)} ${thing}${count === 1 ? "" : "s"}`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
