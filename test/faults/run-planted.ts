import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle, plantVariable } from "./bundle.ts";
import { programVariable } from "./command.ts";
import type { PlantedFault } from "./planted.ts";
import type { FaultReport } from "./report.ts";

/** Builds the fault programs and selfbill itself with a planted fault, and runs the one that is to find it. */
export async function runPlanted({ name, by, words }: PlantedFault, seed: number): Promise<FaultReport> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-planted-"));
  try {
    const [ours, theirs] = ["faults", "program"].map((each) => join(folder, each)) as [string, string];
    mkdirSync(ours);
    mkdirSync(theirs);
    const main = await bundle("test/faults/main.ts", ours, { plant: name });
    const program = await bundle("src/main.ts", theirs, { plant: name, format: "cjs" });
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
