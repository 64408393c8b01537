import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter, TestModule } from "vitest/node";
import { all } from "./left-out.ts";

/** Tests that plain `npm test` skips, keyed by group, with their files or folders under test/. */
const thorough: Readonly<Record<string, readonly string[]>> = {
  "faults that are planted, and the programs that look for faults": ["faults", "extras/certify/clients.test.ts"],
  "the output matrix": ["outputs"],
  "stories of days, months, companies and addresses, and what the manual answers": ["stories"],
  "Windows' Node under Wine, and Node for ARM under an emulator": ["windows", "arm"],
};

const top = fileURLToPath(new URL("..", import.meta.url));

/**
 * Returns the test files at this path under test/; throws if it has been renamed, because its tests would then run but
 * be counted as skipped.
 */
function filesOf(name: string): string[] {
  if (statSync(join(top, name)).isFile()) return [name];
  const files = readdirSync(join(top, name), { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".test.ts")).map((file) => `${name}/${file}`);
}

/** Whether tests are named on the command line; those always run. */
const named = process.argv.some((word) => /^(?:\.\/)?test\/.*(?:\/|\.test\.ts)$|^test\/[\w/-]+$/.test(word));

/** Whether neither all tests nor named ones were requested. */
export const quick = !all && !named;

/** Files that this run skips. */
export const filesLeftOut = quick ? Object.values(thorough).flat().flatMap(filesOf) : [];

/** At the end, reports the skipped tests and how to run them. */
export class LeftOut implements Reporter {
  readonly #onServer: readonly string[];

  constructor(onServer: readonly string[]) {
    this.#onServer = onServer;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (!quick) return;
    const skipped = modules.flatMap(({ children }) => [...children.allTests("skipped")]).length;
    const what = [
      `${filesLeftOut.length} files: ${Object.keys(thorough).join("; ")}`,
      `${this.#onServer.length} files that ask a journal on a database server`,
      `${skipped} tests that need programs beside Node, such as a browser`,
    ];
    const how =
      "All of it: SELFBILL_TEST_ALL=1 npm test, with the packages that .ci/run names. A file that is named runs, too.";
    console.log(`Left out of this run:\n${what.map((each) => `  - ${each}\n`).join("")}${how}\n`);
  }
}
