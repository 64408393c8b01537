/**
 * Prints how many lines and files a reader must know to be sure of a part of the program, and how often the rest imports
 * what will be extras.
 */
import { entries, importsInto, linesOf, reachedFrom } from "../house/reach.ts";
import budget from "../house/reach-budget.json" with { type: "json" };
import { sourcesBelow } from "../house/sources.ts";

const sources = sourcesBelow("src", ".ts", process.cwd());
const rows = Object.entries(entries).map(([name, entry]) => [name, reachedFrom(entry, sources)] as const);
const extras = sources.filter(({ path }) => path.startsWith("src/extras/"));
for (const [name, reached] of [...rows, ["extras", extras] as const, ["all of src", sources] as const]) {
  const [lines, files] = [linesOf(reached), reached.length].map((count) => count.toLocaleString("en-US").padStart(8));
  process.stdout.write(`${name.padEnd(20)}${lines} lines${files} files\n`);
}
process.stdout.write("\nimports of what will be extras\n");
for (const [name, places] of Object.entries(budget.optional)) {
  const count = String(importsInto(places, sources).length).padStart(8);
  process.stdout.write(`${name.padEnd(20)}${count}\n`);
}
