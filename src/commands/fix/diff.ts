import { safe } from "../../render/index.ts";
import type { Style } from "../../report/index.ts";

/** Number of unchanged lines around a change. */
const around = 3;

/** Lines that differ: from and to in the old text, and in the new one. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly nowFrom: number;
  readonly nowTo: number;
}

/** Returns a unified diff of two texts; empty if they are equal. */
export function unifiedDiff(file: string, before: string, after: string, style: Style): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const last = old.length - (old.at(-1) === "" ? 1 : 0);
  const hunks = hunksOf(old, now);
  const lines: string[] = [];
  for (let at = 0; at < hunks.length; ) {
    const begin = hunks[at] as Hunk;
    let next = at + 1;
    while (next < hunks.length && (hunks[next] as Hunk).from - (hunks[next - 1] as Hunk).to < 2 * around) next += 1;
    const end = hunks[next - 1] as Hunk;
    const from = Math.max(0, begin.from - around);
    const to = Math.max(end.to, Math.min(last, end.to + around));
    const nowFrom = begin.nowFrom - (begin.from - from);
    lines.push(`@@ -${from + 1},${to - from} +${nowFrom + 1},${end.nowTo + to - end.to - nowFrom} @@`);
    let line = from;
    for (const hunk of hunks.slice(at, next)) {
      lines.push(...old.slice(line, hunk.from).map((each) => ` ${shown(each)}`));
      lines.push(...old.slice(hunk.from, hunk.to).map((each) => style.bad(`-${shown(each)}`)));
      lines.push(...now.slice(hunk.nowFrom, hunk.nowTo).map((each) => style.good(`+${shown(each)}`)));
      line = hunk.to;
    }
    lines.push(...old.slice(line, to).map((each) => ` ${shown(each)}`));
    at = next;
  }
  return lines.length === 0 ? "" : `${[`--- ${safe(file)}`, `+++ ${safe(file)}`, ...lines].join("\n")}\n`;
}

/** Most lines that are searched for the place where both texts agree again. */
const farthest = 2_000;

function hunksOf(old: readonly string[], now: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [at, nowAt] = [0, 0];
  while (at < old.length || nowAt < now.length) {
    if (at < old.length && old[at] === now[nowAt]) {
      at += 1;
      nowAt += 1;
      continue;
    }
    const { gone, come } = agreement(old, now, at, nowAt);
    hunks.push({ from: at, to: at + gone, nowFrom: nowAt, nowTo: nowAt + come });
    at += gone;
    nowAt += come;
  }
  return hunks;
}

/** Returns the fewest lines to pass over until two lines, or the ends, are the same. */
function agreement(old: readonly string[], now: readonly string[], at: number, nowAt: number) {
  const most = Math.min(farthest, old.length - at + now.length - nowAt);
  for (let sum = 1; sum <= most; sum++)
    for (let gone = 0; gone <= sum; gone++) {
      const [one, other] = [at + gone, nowAt + sum - gone];
      if (one > old.length || other > now.length) continue;
      if (old[one] === now[other] && old[one + 1] === now[other + 1]) return { gone, come: sum - gone };
    }
  return { gone: old.length - at, come: now.length - nowAt };
}

const shown = (line = ""): string => safe(line.replace(/\r$/, ""));
