/**
 * `npm run faults`: tests what the README promises under "Sent once". Each program causes a fault (network, disk or
 * process), sends, and compares selfbill's statements with the service's ledger.
 *
 * A program is a module in this folder that exports `run(options): Promise<FaultReport>`; it counts with a Tally, takes
 * all randomness from Random, and is listed in programs.ts. It stops everything that it starts. `--record` saves the
 * report of a run in recorded/, from which `npm run generate` writes RELIABILITY.md. `npm run proof` runs a program for
 * a few minutes and prints the row of RELIABILITY.md beside the recorded one.
 */
import { parseArgs } from "node:util";
import { type Program, programs } from "./programs.ts";
import { keep, originOf, type RecordedRun, recordedRuns, today } from "./recorded.ts";
import { proofTable, ranOf } from "./reliability-page.ts";
import { type FaultReport, reportText } from "./report.ts";

const usage = `usage: npm run faults -- PROGRAM [--count N] [--seed S] [--json] [--record | --proof] [--WORD VALUE …]
${programs.map(({ name, count, of }) => `  ${name.padEnd(12)} --count ${count} ${of} when left out`).join("\n")}
  all          one after the other
  --seed S     decides everything that is left to chance; today's second when left out
  --json       the report as one line of JSON at the end
  --record     keep the report for RELIABILITY.md (then: npm run generate)
  --proof      about five minutes of it, and the row of RELIABILITY.md beside the recorded one (npm run proof -- PROGRAM)`;

process.exitCode = await main(process.argv.slice(2));

/** Returns the exit code: 0 if every promise was kept, 1 if not, 2 for invalid arguments. */
async function main(given: readonly string[]): Promise<number> {
  const words = wordsOf(given);
  const chosen = programs.filter(({ name }) => words?.name === "all" || words?.name === name);
  if (!words || chosen.length === 0) {
    console.error(usage);
    return 2;
  }
  const reports: FaultReport[] = [];
  const origin = originOf(process.cwd());
  for (const program of chosen) {
    const report = await runOne(program, words);
    reports.push(report);
    (words.json ? console.error : console.log)(reportText(report));
    const count = sizeOf(program, words);
    if (words.proof) console.log(`\n${beside(program, { ...report, count, ...today(), ...origin }).join("\n")}`);
    const name = program.eachSeed ? `${program.name}-${words.seed}` : program.name;
    if (words.record) console.error(`recorded in ${keep(report, count, { name, origin }, process.cwd())}`);
  }
  const [first] = reports;
  if (words.json) console.log(JSON.stringify(words.name === "all" ? { program: "all", reports } : first));
  return reports.some(({ violations }) => violations.length > 0) ? 1 : 0;
}

async function runOne(program: Program, words: Words): Promise<FaultReport> {
  const { run } = await program.load();
  const { seed, more } = words;
  const count = sizeOf(program, words);
  console.error(`${program.name}: ${count} ${program.of}, seed ${seed}`);
  return run({ count, seed, words: more, say: (line: string) => console.error(line) });
}

function sizeOf({ count, proof }: Program, words: Words): number {
  return words.count ?? (words.proof ? proof : count);
}

/** The recorded rows of the program, and this run's. */
function beside(program: Program, run: RecordedRun): string[] {
  const recorded = ranOf(recordedRuns(process.cwd())).filter((each) => each.program === program);
  return proofTable([...recorded, { program, run }]);
}

interface Words {
  readonly name: string;
  readonly count: number | undefined;
  readonly seed: number;
  readonly json: boolean;
  readonly record: boolean;
  readonly proof: boolean;
  readonly more: Readonly<Record<string, string>>;
}

/** Parses the arguments; returns undefined if they are invalid. */
function wordsOf(given: readonly string[]): Words | undefined {
  const own = programs.flatMap(({ words = [] }) => words);
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = { count: text, seed: text, json: flag, record: flag, proof: flag } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { ...Object.fromEntries(own.map((word) => [word, text])), ...options },
    });
    const [name, ...others] = positionals;
    const numbers = [values.count, values.seed].filter((each) => each !== undefined);
    if (name === undefined || others.length > 0 || (values.record && values.proof)) return undefined;
    if (!numbers.every((each) => /^\d{1,10}$/.test(each))) return undefined;
    const { count, seed, json = false, record = false, proof = false, ...more } = values;
    return {
      name,
      count: count === undefined ? undefined : Number(count),
      seed: seed === undefined ? Math.floor(Date.now() / 1000) : Number(seed),
      json,
      record,
      proof,
      more: more as Record<string, string>,
    };
  } catch {
    return undefined;
  }
}
