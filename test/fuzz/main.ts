import { keepMemoryLevel } from "../../src/memory/index.ts";
import { largeCosts, readLarge } from "./large.ts";
import { readers } from "./readers/index.ts";
import { commitOf, keep } from "./recorded.ts";
import { type FuzzReport, inputOf, runCases } from "./run-cases.ts";
import { watchCases } from "./watch.ts";

const usage = `npm run fuzz -- READER --count N --seed S       mutated and made inputs, in this process
                                                 --record keeps the run for SECURITY.md (then npm run generate),
                                                 every 20,000 cases: it may be stopped at any time
npm run fuzz -- READER --case NUMBER --seed S    one of them again; --write FILE keeps its bytes
npm run fuzz -- READER large [PART OF A NAME]    inputs at the limits, each in a process of its own

READER: ${Object.keys(readers).join(", ")}, or all.`;

const words = process.argv.slice(2);
const option = (name: string): string | undefined => {
  const at = words.indexOf(name);
  return at < 0 ? undefined : words[at + 1];
};

async function open(name: string) {
  const make = readers[name];
  if (!make) throw new Error(usage);
  return make();
}

async function main(): Promise<number> {
  const [name = "", second] = words;
  if (name === "--large") {
    const [, reader = "", input = "", file = ""] = words;
    const opened = await open(reader);
    console.log(JSON.stringify(await readLarge(opened, input, file)));
    await opened.close?.();
    return 0;
  }
  const names = name === "all" ? Object.keys(readers) : [name];
  const seed = Number(option("--seed") ?? Math.floor(Math.random() * 1e9));
  const commit = commitOf(".");
  let faults = 0;
  for (const each of names) {
    const reader = await open(each);
    if (second === "large") {
      largeCosts(each, reader, words[2], (cost, wrong) => {
        faults += wrong.length;
        const { input, bytes, result, seconds, memory } = cost;
        console.log(
          `${wrong.length > 0 ? "✗" : "✓"} ${each}: ${input}, ${(bytes / 1e6).toFixed(1)} MB: ${result}, ${seconds} s, ${memory} MB ${wrong.join(", ")}`,
        );
      });
    } else if (option("--case") !== undefined) {
      const input = inputOf(reader, seed, Number(option("--case")));
      const file = option("--write");
      if (file !== undefined) (await import("node:fs")).writeFileSync(file, input);
      console.log(await reader.read(input));
    } else {
      keepMemoryLevel();
      const recorded = (soFar: FuzzReport) => (words.includes("--record") ? `  ${keep(soFar, commit, ".")}\n` : "");
      const watch = watchCases(`${each}: seed ${seed},`);
      const listener = { begins: watch.begin, told: recorded };
      const report = await runCases(reader, seed, Number(option("--count") ?? 10_000), listener);
      watch.end();
      const { cases, crashes, slow, longest, memory, seconds, results } = report;
      console.log(
        `${each}: ${cases} cases, seed ${seed}, ${seconds} s of the processor (${Math.round(cases / seconds)} a second), longest ${longest} ms, ${memory} MB`,
      );
      console.log(
        `  ${Object.entries(results)
          .sort((a, b) => b[1] - a[1])
          .slice(0, 12)
          .map(([result, count]) => `${result} ${count}`)
          .join(", ")}`,
      );
      for (const fault of [...crashes, ...slow]) console.log(`  ✗ ${fault}`);
      process.stdout.write(recorded(report));
      faults += crashes.length + slow.length;
    }
    await reader.close?.();
  }
  return faults > 0 ? 1 : 0;
}

process.exitCode = await main();
