import type { Style, VerdictSummary } from "../../report/index.ts";
import { renderProblems } from "../problems.ts";
import { harmless } from "./log-lines.ts";
import type { VerdictWriter } from "./writer.ts";

/** For people: place, code and sentence; the line itself; what to do. Files without findings are not mentioned. */
export function textVerdicts(style: Style): VerdictWriter {
  return {
    begin: () => "",
    verdict: ({ problems }) => harmless(renderProblems(problems, style)),
    end: () => "",
  };
}

/** The last words of a check, for stderr: how many files are right, and what was not asked. */
export function renderVerdictSummary(summary: VerdictSummary, style: Style): string {
  const { files, failing, errors, warnings, unasked, left, editions, notChecked } = summary;
  const right = files - failing;
  const counts = [...(errors > 0 ? [many(errors, "error")] : []), ...(warnings > 0 ? [many(warnings, "warning")] : [])];
  const found = counts.length === 0 ? "" : ` (${counts.join(", ")})`;
  const lines = [
    failing === 0
      ? `${style.good("✓")} ${files === 1 ? "The file is valid" : `All ${many(files, "file")} are valid`}${found}.`
      : `${style.bad("✗")} ${many(files, "file")}: ${grouped(right)} valid, ${grouped(failing)} with errors${found}.`,
  ];
  if (editions.length > 0) lines.push(`  Rules: PINT AE self-billing ${editions.join(", ")}.`);
  if (unasked > 0) {
    const what = unasked === 1 ? "1 file was" : `${many(unasked, "file")} were`;
    lines.push(`${style.warn("–")} ${what} not checked by the rules: correct the errors shown, then check again.`);
  }
  if (left > 0) lines.push(`${style.warn("–")} The output ended early: ${many(left, "file")} not checked.`);
  if (notChecked.length > 0) {
    const rules = notChecked.join(" ");
    lines.push(
      `${style.warn("–")} Not checked, because the buyer is not known (to add it: selfbill profile fetch): ${rules}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

function many(count: number, thing: string): string {
  return `${grouped(count)} ${thing}${count === 1 ? "" : "s"}`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
