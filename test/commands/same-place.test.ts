import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

test("the command that is named next leads to the sandbox again, where the one before was practice", async () => {
  const home = temporaryFolder();
  const file = join(home, "march.yaml");
  const selfbill = (...words: string[]) => runSelfbill([...words, "--sandbox"], { home });
  writeFileSync(file, readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8"));
  expect((await selfbill("due", file)).stdout).toContain(`selfbill create-invoice ${file} --sandbox`);
  expect((await selfbill("create-invoice", file, "--yes")).code).toBe(0);
  const out = join(home, "credit.yaml");
  const credit = await selfbill("create-credit-note", "--from", file, "--reason", "VD", "--out", out);
  expect(credit.stdout).toContain(`selfbill create-credit-note ${out} --sandbox`);
});
