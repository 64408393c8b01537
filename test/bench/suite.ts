import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./program.ts";
import { type Measured, median } from "./rounds.ts";

/** Measures the README's test command once, after `npm ci`, in an empty home. */
export async function benchSuite(): Promise<Measured[]> {
  const home = mkdtempSync(join(tmpdir(), "selfbill-bench-"));
  try {
    const alone: number[] = [];
    for (let round = 0; round < 9; round++) alone.push(await run(["-e", "0"], home));
    const suite = await run(["test"], home, { program: "npm", env: { HOME: home } });
    return [
      { part: "suite", name: "npm test", unit: "ms", series: { selfbill: [suite], "node -e 0": [median(alone)] } },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
