import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

/** Counts, in the process that requires it, the scripts that V8 got kept code for, and those whose code it refused. */
const counting = `const vm = require("node:vm");
const count = { kept: 0, refused: 0 };
const { Script } = vm;
vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options);
    if (options?.cachedData === undefined) return;
    count.kept += 1;
    if (this.cachedDataRejected) count.refused += 1;
  }
};
process.on("exit", () => require("node:fs").writeFileSync(process.env.COUNT, JSON.stringify(count)));`;

test("V8 takes the code that the build kept, whatever command runs", async () => {
  const home = temporaryFolder();
  const [hook, counted] = [join(home, "counting.cjs"), join(home, "count.json")];
  writeFileSync(hook, counting);
  const env = { NODE_OPTIONS: `--require ${hook}`, COUNT: counted, XDG_CACHE_HOME: join(home, "cache") };
  for (const words of [
    ["validate", "templates/standard-invoice.yaml"],
    ["create-invoice", "templates/standard-invoice.yaml", "--sandbox", "--yes"],
    ["status", "SBX-INV-000001", "--sandbox"],
    ["list", "invoices", "--sandbox"],
    ["history"],
  ]) {
    await runSelfbill(words, { home, env });
    const { kept, refused } = JSON.parse(readFileSync(counted, "utf8"));
    expect([words[0], kept > 10, refused]).toEqual([words[0], true, 0]);
  }
});
