import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { page, type Recorded } from "./told.ts";

const folder = join("test", "bench", "recorded");

/**
 * Saves a run for its major version of Node, and writes BENCHMARKS.md from all saved runs. Parts not measured in this
 * run keep their last values, if the machine, Node and comparison are the same.
 */
export function record(run: Recorded): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `node-${/\d+/.exec(run.node)?.[0]}.json`);
  const earlier: Recorded | undefined = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  writeFileSync(file, `${JSON.stringify(rounded(earlier ? together(earlier, run) : run), undefined, 1)}\n`);
  const kept = readdirSync(folder).sort();
  writeFileSync("BENCHMARKS.md", page(kept.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")))));
}

function together(earlier: Recorded, run: Recorded): Recorded {
  const alike = (["machine", "node", "version"] as const).every((each) => earlier[each] === run[each]);
  const samePair = run.before === undefined || run.before === earlier.before;
  if (!alike || !samePair) return run;
  const again = earlier.rows.map((row) => run.rows.find(({ name }) => name === row.name) ?? row);
  const added = run.rows.filter((row) => !earlier.rows.some(({ name }) => name === row.name));
  return { ...earlier, ...run, rows: [...again, ...added] };
}

/** Rounds to four digits, the precision of a measured time. */
function rounded(run: Recorded): Recorded {
  const short = (value: number): number => Number(value.toPrecision(4));
  const rows = run.rows.map((row) => ({
    ...row,
    series: Object.fromEntries(Object.entries(row.series).map(([name, values]) => [name, values.map(short)])),
  }));
  return { ...run, rows };
}
