/** Prints how many lines and files a reader must know to be sure of a part of the program. */
import { entries, linesOf, reachedFrom } from "../house/reach.ts";
import { sourcesBelow } from "../house/sources.ts";

const sources = sourcesBelow("src", ".ts", process.cwd());
const rows = Object.entries(entries).map(([name, entry]) => [name, reachedFrom(entry, sources)] as const);
const extras = sources.filter(({ path }) => path.startsWith("src/extras/"));
for (const [name, reached] of [...rows, ["extras", extras] as const, ["all of src", sources] as const]) {
  const [lines, files] = [linesOf(reached), reached.length].map((count) => count.toLocaleString("en-US").padStart(8));
  process.stdout.write(`${name.padEnd(20)}${lines} lines${files} files\n`);
}
