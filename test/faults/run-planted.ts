import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "./bundle.ts";
import { programVariable } from "./command.ts";
import { plantVariable } from "./plant.ts";
import type { PlantedFault } from "./planted.ts";
import { programs } from "./programs.ts";
import type { FaultReport } from "./report.ts";

/** Programs that find their planted faults by running selfbill itself in separate processes. */
const runsSelfbill: readonly string[] = ["power", "team", "sandbox-kill", "soak"];

/** Builds the fault program with the planted fault (and selfbill itself, if the program runs that), then runs it. */
export async function runPlanted(
  { name, by }: PlantedFault,
  words: readonly string[],
  seed: number,
): Promise<FaultReport> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-planted-"));
  try {
    const [ours, theirs] = ["faults", "program"].map((each) => join(folder, each)) as [string, string];
    mkdirSync(ours);
    mkdirSync(theirs);
    const without = programs.filter((each) => !by.startsWith(each.name)).map((each) => each.name);
    const main = await bundle("test/faults/main.ts", ours, { plant: name, without });
    const program = runsSelfbill.includes(by)
      ? await bundle("src/main.ts", theirs, { plant: name, format: "cjs" })
      : join(theirs, "not-built");
    const env = { ...process.env, [plantVariable]: name, [programVariable]: program };
    const child = spawn(process.execPath, [main, by, ...words, "--seed", String(seed), "--json"], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [said, talk] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      talk += text;
    });
    await new Promise((ended) => child.on("close", ended));
    const [line] = said.trim().split("\n").slice(-1);
    if (!line) throw new Error(`${by} said nothing: ${talk.slice(-2_000)}`);
    return JSON.parse(line) as FaultReport;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the tests of one file whose names match, with the fault planted in the sources; returns the names of those that fail. */
export async function failingTests({ name, words: [file = "", of = ""] }: PlantedFault): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-planted-"));
  try {
    const report = join(folder, "report.json");
    const run = [
      "run",
      "--config",
      "test/vitest.config.ts",
      file,
      "-t",
      of,
      "--reporter",
      "json",
      "--outputFile",
      report,
    ];
    const env = { ...process.env, [plantVariable]: name, SELFBILL_TEST_QUICK: "1" };
    const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", ...run], { env, stdio: "ignore" });
    await new Promise((ended) => child.on("close", ended));
    interface Told {
      readonly testResults: readonly {
        readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
      }[];
    }
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Told;
    const all = testResults.flatMap(({ assertionResults }) => assertionResults);
    return all.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
