import { safe } from "../../render/index.ts";
import type { Style } from "../../report/index.ts";

/** Number of unchanged lines around a change. */
const around = 3;

/** Returns a unified diff of two texts with the same number of lines; empty if they are equal. */
export function unifiedDiff(file: string, before: string, after: string, style: Style): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const changed = old.flatMap((line, at) => (line === now[at] ? [] : [at]));
  const lines: string[] = [];
  for (let at = 0; at < changed.length; ) {
    let last = at;
    while ((changed[last + 1] ?? Number.POSITIVE_INFINITY) - (changed[last] as number) <= 2 * around) last += 1;
    const from = Math.max(0, (changed[at] as number) - around);
    const to = Math.min(old.length - (old.at(-1) === "" ? 1 : 0), (changed[last] as number) + around + 1);
    lines.push(`@@ -${from + 1},${to - from} +${from + 1},${to - from} @@`);
    for (let line = from; line < to; line++) {
      if (old[line] === now[line]) lines.push(` ${shown(old[line])}`);
      else lines.push(style.bad(`-${shown(old[line])}`), style.good(`+${shown(now[line])}`));
    }
    at = last + 1;
  }
  return lines.length === 0 ? "" : `${[`--- ${safe(file)}`, `+++ ${safe(file)}`, ...lines].join("\n")}\n`;
}

const shown = (line = ""): string => safe(line.replace(/\r$/, ""));
