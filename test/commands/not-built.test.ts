import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

test("a folder that is not built yet, as after npm ci --ignore-scripts, says how to build it", async () => {
  const folder = temporaryFolder();
  for (const each of ["bin", "package.json"]) cpSync(join(top, each), join(folder, each), { recursive: true });
  const program = join(folder, "bin", "selfbill.cjs");
  const ran = await runSelfbill(["validate", "x.yaml"], { home: temporaryFolder(), program });
  expect(ran).toMatchObject({ code: 1, stdout: "" });
  expect(ran.stderr).toContain(`In ${folder} run: npm ci --include=dev && npm run build\n`);
  mkdirSync(join(folder, "node_modules", "rolldown"), { recursive: true });
  const withTools = await runSelfbill(["validate", "x.yaml"], { home: temporaryFolder(), program });
  expect(withTools.stderr).toContain(`In ${folder} run: npm run build\n`);
  expect((await runSelfbill(["--version"], { home: temporaryFolder(), program })).code).toBe(0);
});
