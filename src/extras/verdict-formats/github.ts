import { harmless } from "../../commands/verdicts/log-lines.ts";
import type { Problem } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import type { VerdictFacts, VerdictSummary, VerdictWriter } from "../../report/index.ts";

/** GitHub shows at most ten annotations of each kind per step. */
const shownOfEach = 10;

/** In characters. GitHub limits a step's summary to one megabyte, shared with everything else that the step writes. */
const longestSummary = 300_000;

/**
 * Writes GitHub Actions workflow commands: the first ten errors and ten warnings become annotations; the rest become
 * lines in the log and in the step's summary.
 */
export function githubVerdicts(): VerdictWriter {
  const written = { error: 0, warning: 0 };
  const rows: string[] = [];
  let length = 0;
  let facts: VerdictFacts;
  const one = (problem: Problem, file: string): string => {
    written[problem.severity] += 1;
    if (written[problem.severity] <= shownOfEach) return annotation(problem, file);
    const row = summaryRow(problem, file);
    length += row.length;
    if (length <= longestSummary) rows.push(row);
    return plain(problem, file);
  };
  return {
    begin: (known) => {
      facts = known;
      return "";
    },
    verdict: ({ file, problems }) => problems.map((each) => one(each, file)).join(""),
    end: (summary) => closing(summary, written, facts),
    rest: () => (rows.length === 0 ? "" : `${tableHead}${rows.join("")}\n`),
  };
}

function annotation({ code, severity, message, hint, where }: Problem, file: string): string {
  const facts: [string, string | number | undefined][] = [
    ["file", where?.file ?? file],
    ["line", where?.line],
    ["col", where?.column],
    ["title", code],
  ];
  const properties = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${property(safe(String(value)))}`],
  );
  return `::${severity} ${properties.join(",")}::${data(`${safe(message)}\n→ ${safe(hint)}`)}\n`;
}

function plain({ code, severity, message, hint, where }: Problem, file: string): string {
  const place = [where?.file ?? file, where?.line, where?.column].filter((each) => each !== undefined).join(":");
  return `${harmless(`${severity} ${safe(place)} ${code} ${safe(message)} → ${safe(hint)}`)}\n`;
}

const tableHead = `### selfbill validate: what the annotations do not show

| | place | rule | what is wrong | what to do |
|---|---|---|---|---|
`;

function summaryRow({ code, severity, message, hint, where }: Problem, file: string): string {
  const place = [where?.file ?? file, where?.line, where?.column].filter((each) => each !== undefined).join(":");
  return `| ${[severity, place, code, message, hint].map(markdown).join(" | ")} |\n`;
}

/** Prevents outside text from adding a link, image, code or table. */
function markdown(text: string): string {
  return safe(text).replace(/[^\p{L}\p{M}\p{N} ,;()→-]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

function closing(
  summary: VerdictSummary,
  written: { error: number; warning: number },
  { chosen: { ruleSet } }: VerdictFacts,
): string {
  const left = Math.max(0, written.error - shownOfEach) + Math.max(0, written.warning - shownOfEach);
  const parts = [`${summary.files - summary.failing} of ${summary.files} files are valid.`];
  if (left > 0)
    parts.push(`${left} more findings are in the log and the step's summary: GitHub shows ten of each kind.`);
  if (summary.notChecked.length > 0)
    parts.push(`Not checked, because the buyer is not known: ${summary.notChecked.join(" ")}.`);
  parts.push(`Rules: ${ruleSet.version}, ${ruleSet.hash}`);
  return `::notice title=selfbill validate::${data(parts.join("\n"))}\n`;
}

function data(text: string): string {
  return harmless(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
