import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Ran, runSelfbill, top } from "./run-selfbill.ts";

/**
 * Scripts that a run of the program loaded: with cached code that V8 accepted, with cached code that it rejected, and
 * with no cached code.
 */
export interface Scripts {
  readonly taken: number;
  readonly refused: readonly string[];
  readonly compiled: readonly string[];
}

/** A script that counts within the program's own process, because --require would change how the program starts. */
const counting = `const vm = require("node:vm");
const count = { taken: 0, refused: [], compiled: [] };
const { Script } = vm;
vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options);
    const name = require("node:path").basename(options.filename);
    if (options.cachedData === undefined) count.compiled.push(name);
    else if (this.cachedDataRejected) count.refused.push(name);
    else count.taken += 1;
  }
};
process.on("exit", () => require("node:fs").writeFileSync(process.env.COUNT, JSON.stringify(count)));
if (process.env.PROGRAM) require(process.env.PROGRAM);
`;

/**
 * Runs a command and counts the scripts that it loads; `program` is the program's folder, by default this project's.
 */
export async function countScripts(
  words: readonly string[],
  { home, program = top, env = {} }: { home: string; program?: string; env?: Record<string, string> },
): Promise<Scripts & { readonly ran: Ran }> {
  const [hook, counted] = [join(home, "counting.cjs"), join(home, "count.json")];
  writeFileSync(hook, counting);
  rmSync(counted, { force: true });
  const files = { PROGRAM: join(program, "bin", "selfbill.cjs"), COUNT: counted };
  const ran = await runSelfbill(words, { home, program: hook, env: { NODE_OPTIONS: "", ...env, ...files } });
  return { ...JSON.parse(readFileSync(counted, "utf8")), ran };
}

/**
 * Counts the scripts that a standalone executable loads; uses --require, because it does not accept a different start
 * file.
 */
export function countInExecutable(
  executable: string,
  words: readonly string[],
  home: string,
): Scripts & { code: number | null } {
  const [hook, counted] = [join(home, "counting.cjs"), join(home, "count.json")];
  writeFileSync(hook, counting);
  rmSync(counted, { force: true });
  const env = { PATH: process.env.PATH, SELFBILL_HOME: home, NODE_OPTIONS: `--require ${hook}`, COUNT: counted };
  const { status } = spawnSync(executable, words, { cwd: top, env });
  return { ...JSON.parse(readFileSync(counted, "utf8")), code: status };
}
