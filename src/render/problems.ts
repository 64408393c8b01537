import type { Problem } from "../problem/index.ts";
import type { Style } from "../report/index.ts";
import { safe } from "./safe.ts";

/**
 * Problems for people: place, code and sentence; then the source line; then what to do.
 *
 *     march.yaml:4:1  IBR-138-AE  A summary invoice must state its invoicing period.
 *         4 | profile_execution_id: "00010000"
 *           → Add invoice_period, or set flag 4 to 0.
 */
export function renderProblems(problems: readonly Problem[], style: Style): string {
  return problems.map((problem) => renderProblem(problem, style)).join("");
}

function renderProblem(problem: Problem, style: Style): string {
  const { where } = problem;
  const tone = problem.severity === "warning" ? style.warn : style.bad;
  const place = placeOf(problem);
  const head = `${place ? `${style.strong(place)}  ` : ""}${tone(safe(problem.code))}  ${safe(problem.message)}`;
  const lines = [problem.severity === "warning" ? `${tone("warning")}  ${head}` : head];
  const number = where?.line === undefined ? "" : String(where.line);
  if (where?.excerpt !== undefined && number)
    lines.push(`${number.padStart(5)} | ${cut(safe(where.excerpt.trimEnd()), style.width - 8)}`);
  if (problem.hint) lines.push(`${" ".repeat(6)}→ ${safe(problem.hint)}`);
  return `${lines.join("\n")}\n`;
}

function placeOf({ where }: Problem): string {
  if (!where) return "";
  if (where.cell !== undefined) {
    const sheet = where.sheet === undefined ? "" : `, sheet ${safe(where.sheet)}`;
    return `${safe(where.file ?? "")}${sheet}, cell ${where.cell}`;
  }
  const column = where.column === undefined ? "" : `:${where.column}`;
  const line = where.line === undefined ? "" : `:${where.line}${column}`;
  if (where.file !== undefined)
    return `${safe(where.file)}${line}${where.line === undefined && where.path ? ` ${safe(where.path)}` : ""}`;
  return where.path === undefined ? "" : safe(where.path);
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, Math.max(1, width - 1))}…` : text;
}
