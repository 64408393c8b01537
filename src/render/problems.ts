import type { Problem } from "../problem/index.ts";
import type { Style } from "../report/index.ts";
import { alike, rangesOf, type Shown } from "./alike.ts";
import { safe } from "./safe.ts";
import { hanging } from "./wrapped.ts";

/**
 * Renders problems for display: place, code and message; then the source line; then the remedy.
 *
 *     march.yaml:4:1  IBR-138-AE  A summary invoice must state its invoicing period.
 *         4 | profile_execution_id: "00010000"
 *           → Add invoice_period, or set the fourth digit of profile_execution_id to 0.
 */
export function renderProblems(problems: readonly Problem[], style: Style): string {
  return alike(problems)
    .map((shown) => renderShown(shown, style))
    .join("");
}

interface Fitted {
  readonly text: string;
  readonly lines: number;
  /** Number of findings left out, counting identical ones separately. */
  readonly left: number;
}

/**
 * Renders as many findings as fit in `room` lines, preferring errors to warnings; with `atLeastOne`, always at least
 * one.
 */
export function fitProblems(problems: readonly Problem[], room: number, style: Style, atLeastOne: boolean): Fitted {
  const all = alike(problems).map((shown) => ({ shown, text: renderShown(shown, style) }));
  const byWeight = all.toSorted((a, b) => weight(a.shown) - weight(b.shown));
  const taken = new Set<string>();
  let lines = 0;
  for (const { text } of byWeight) {
    const own = text.split("\n").length - 1;
    if (lines + own > room && !(atLeastOne && taken.size === 0)) break;
    lines += own;
    taken.add(text);
  }
  const shown = all.filter(({ text }) => taken.has(text));
  const left = all.filter(({ text }) => !taken.has(text)).reduce((sum, each) => sum + countOf(each.shown), 0);
  return { text: shown.map(({ text }) => text).join(""), lines, left };
}

const weight = ({ problem }: Shown): number => (problem.severity === "warning" ? 1 : 0);
const countOf = ({ places, problem }: Shown): number => Math.max(1, problem.where?.noColumn?.length ?? places.length);

function renderShown({ problem, places, differ }: Shown, style: Style): string {
  const { where } = problem;
  const tone = problem.severity === "warning" ? style.warn : style.bad;
  const place = places.length > 1 ? placesOf(problem, places) : placeOf(problem);
  const more = differ ? ` The same in ${morePlaces(places.length - 1)}.` : "";
  const head = `${place ? `${style.strong(place)}  ` : ""}${tone(safe(problem.code))}  ${safe(problem.message)}${more}`;
  const width = style.isTerminal ? style.width : undefined;
  const lines = [hanging(problem.severity === "warning" ? `${tone("warning")}  ${head}` : head, width, " ".repeat(6))];
  const number = where?.line === undefined ? "" : String(where.line);
  if (where?.excerpt !== undefined && number)
    lines.push(`${number.padStart(5)} | ${cut(safe(where.excerpt.trimEnd()), style.width - 8)}`);
  if (problem.hint) lines.push(hanging(`${" ".repeat(6)}→ ${safe(problem.hint)}`, width, " ".repeat(8)));
  return `${lines.join("\n")}\n`;
}

/**
 * Returns text such as `3 more places, with other values`. Called only when needed: formatting the first number in a
 * language takes milliseconds.
 */
function morePlaces(count: number): string {
  return count === 1
    ? "1 more place, with another value"
    : `${count.toLocaleString("en")} more places, with other values`;
}

function placesOf({ where }: Problem, places: Shown["places"]): string {
  const lines = rangesOf(places.map(({ line }) => line ?? 0));
  const column = where?.cell?.replace(/\d+$/, "");
  const file = safe(where?.file ?? "");
  if (column === undefined) return `${file}:${where?.line}:${where?.column}, lines ${lines}`;
  return `${file}${sheetOf(where)}, column ${column}, rows ${lines}`;
}

const sheetOf = (where: Problem["where"]): string => (where?.sheet === undefined ? "" : `, sheet ${safe(where.sheet)}`);

function placeOf({ where }: Problem): string {
  if (!where) return "";
  if (where.cell !== undefined) return `${safe(where.file ?? "")}${sheetOf(where)}, cell ${where.cell}`;
  if (where.noColumn !== undefined) return `${safe(where.file ?? "")}${sheetOf(where)}`;
  const column = where.column === undefined ? "" : `:${where.column}`;
  const line = where.line === undefined ? "" : `:${where.line}${column}`;
  if (where.file !== undefined)
    return `${safe(where.file)}${line}${where.line === undefined && where.path ? ` ${safe(where.path)}` : ""}`;
  return where.path === undefined ? "" : safe(where.path);
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, Math.max(1, width - 1))}…` : text;
}
