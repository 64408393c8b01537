import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inSamePlace } from "../../src/render/index.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

test("the acceptance that is named is of the profile that was stopped, and a sandbox has none", () => {
  const hint = "If it is lost, go on with this one: selfbill journal accept";
  expect(inSamePlace(hint, " --profile co2")).toBe(`${hint} --profile co2`);
  expect(inSamePlace(`${hint} --profile mine`, " --profile co2")).toBe(`${hint} --profile mine`);
  expect(inSamePlace(hint, " --sandbox")).toBe(hint);
});

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
