import { fileWord, type Problem, type Spot, suggest } from "../problem/index.ts";

/** A finding, shown once for all of its places. */
export interface Shown {
  readonly problem: Problem;
  readonly differ: boolean;
  /** Places in the same column of a sheet, or on different lines of a file. */
  readonly places: readonly Spot[];
}

/**
 * Maximum number of lines of a text file on which equal findings are shown separately; on more lines, they are
 * combined.
 */
const fewLines = 2;

/**
 * Combines missing columns of a sheet, equal findings in one column, and findings on more than two lines that differ
 * only in numbers. Findings with a place precede those about a whole file.
 */
export function alike(problems: readonly Problem[]): Shown[] {
  const groups = new Map<string, Problem[]>();
  for (const problem of withoutColumns(problems)) {
    const { where } = problem;
    const key =
      where?.line === undefined
        ? JSON.stringify([problem.severity, problem.code, problem.message, problem.hint, where])
        : keyOf(problem, where);
    const group = groups.get(key);
    if (group) group.push(problem);
    else groups.set(key, [problem]);
  }
  const shown = [...groups.values()].flatMap((group): Shown[] => {
    const isOne = group.length > fewLines || group[0]?.where?.cell !== undefined;
    return isOne ? [together(group)] : group.map((each) => together([each]));
  });
  return inOrder(shown);
}

function together(group: readonly Problem[]): Shown {
  const [problem] = group as [Problem];
  const places = group.flatMap(({ where }) => where ?? []);
  return { problem, places, differ: group.some(({ message }) => message !== problem.message) };
}

/** Groups findings by file; findings with a place come first. */
function inOrder(shown: readonly Shown[]): Shown[] {
  const rank = new Map<string, number>();
  const ranked = shown.map((each, at) => {
    const { file } = each.problem.where ?? {};
    const own = file === undefined ? at : (rank.get(file) ?? at);
    if (file !== undefined) rank.set(file, own);
    return { each, own };
  });
  const bare = ({ problem: { where } }: Shown): number =>
    where?.line === undefined && where?.noColumn === undefined ? 1 : 0;
  return ranked.sort((a, b) => a.own - b.own || bare(a.each) - bare(b.each)).map(({ each }) => each);
}

/** Returns equal keys for findings that can be combined. */
function keyOf({ code, severity, message, hint }: Problem, { file, sheet, cell }: Spot): string {
  const column = cell?.replace(/\d+$/, "");
  const plain = (text: string): string => text.replace(/\d+/g, "0");
  return JSON.stringify([code, severity, file, sheet, column, plain(message), plain(hint)]);
}

/** Combines the missing columns of each sheet into one finding. */
function withoutColumns(problems: readonly Problem[]): Problem[] {
  const sheets = new Map<string, { problem: Problem; headings: Set<string> }>();
  const others: Problem[] = [];
  for (const problem of problems) {
    const { file, sheet, noColumn } = problem.where ?? {};
    if (noColumn === undefined) {
      others.push(problem);
      continue;
    }
    const key = JSON.stringify([file, sheet]);
    const found = sheets.get(key) ?? { problem, headings: new Set() };
    for (const heading of noColumn) found.headings.add(heading);
    sheets.set(key, found);
  }
  const told = [...sheets.values()].map(({ problem, headings }): Problem => {
    const { file, sheet } = problem.where ?? {};
    const names = [...headings];
    const message = `No column for: ${names.join(", ")}.`;
    const hint = names.some((name) => name.includes("("))
      ? "Map a column to each in your map, or give one value for all rows under constants."
      : addColumns(names, file);
    return { ...problem, code: "missing-field", message, hint, where: { file, sheet, noColumn: names } };
  });
  return [...told, ...others];
}

function addColumns(names: readonly string[], file: string | undefined): string {
  const book = names.some((name) => name.startsWith("Supplier "))
    ? " One column Supplier, with names of your supplier book, replaces all columns of the supplier."
    : "";
  const own = `${suggest`map ${fileWord(file ?? "FILE")}`}`;
  return `Add these columns. If another program wrote the sheet, type: ${own}. It reads its headings and writes a map for them.${book}`;
}

/**
 * Returns text such as `2–3951` or `2–10, 14, 20–31`; shows only the first few ranges and says how many more rows are
 * left.
 */
export function rangesOf(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const each of sorted) {
    const last = ranges.at(-1);
    if (last !== undefined && each === last[1] + 1) last[1] = each;
    else ranges.push([each, each]);
  }
  const most = 5;
  const named = ranges.slice(0, most).map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
  const more = ranges.slice(most).reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return more === 0 ? named.join(", ") : `${named.join(", ")} and ${more.toLocaleString("en")} more`;
}
