/** Excerpts from indented text that show the relevant part of a document. */

/** The positions of the lines that only one of two texts has, found by the longest common subsequence. */
export function linesThatDiffer(
  left: readonly string[],
  right: readonly string[],
): { readonly left: number[]; readonly right: number[] } {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  const most = Math.min(left.length, right.length) - start;
  while (end < most && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  const a = left.slice(start, left.length - end);
  const b = right.slice(start, right.length - end);
  const common = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (common[i] as number[])[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const only = { left: [] as number[], right: [] as number[] };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) only.left.push(start + i++);
    else only.right.push(start + j++);
  }
  return only;
}

const indentation = (line: string): number => line.length - line.trimStart().length;
/** The depth of a line: after a list dash, the name is one level deeper. */
const depth = (line: string): number => indentation(line) + (/^\s*- /.test(line) ? 1 : 0);
const mostLines = 24;

/** The lines at these positions, with their enclosing groups; `…` marks omitted lines. */
export function fragment(lines: readonly string[], positions: readonly number[]): string[] {
  const shown = new Set<number>();
  for (const position of positions) {
    shown.add(position);
    let deep = depth(lines[position] ?? "");
    for (let above = position - 1; above >= 0 && deep > 0; above--) {
      const line = lines[above] ?? "";
      if (depth(line) >= deep || line.trimStart().startsWith("</")) continue;
      shown.add(above);
      deep = depth(line);
    }
  }
  const sorted = [...shown].sort((a, b) => a - b);
  const parts: string[] = [];
  let before = -1;
  for (const position of sorted.slice(0, mostLines)) {
    if (position > before + 1 && before >= 0) parts.push(`${" ".repeat(indentation(lines[position] ?? ""))}…`);
    parts.push(shortened(lines[position] ?? ""));
    before = position;
  }
  if (sorted.length > mostLines) parts.push("…");
  return parts;
}

/** Removes namespace declarations, which are irrelevant here, and truncates long lines. */
function shortened(line: string): string {
  const plain = line.replace(/ xmlns(?::\w+)?="[^"]*"/g, "");
  return plain.length > 200 ? `${plain.slice(0, 199)}…` : plain;
}
