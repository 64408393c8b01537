import { randomBytes } from "node:crypto";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/database/index.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import { unwrap } from "../support/settings.ts";

const pageSize = 4096;
const example = join(top, "test/fixtures/right/invoice.yaml");

test.each<[string, (path: string) => void]>([
  ["garbage", (path) => writeFileSync(path, randomBytes(5 * pageSize))],
  ["cut off", (path) => truncateSync(path, 2 * pageSize + 100)],
  [
    "damaged in all pages but the first",
    (path) => {
      const whole = readFileSync(path);
      writeFileSync(path, Buffer.concat([whole.subarray(0, pageSize), randomBytes(whole.length - pageSize)]));
    },
  ],
  [
    "another program's",
    (path) => {
      writeFileSync(path, "");
      unwrap(openDatabase(path, "CREATE TABLE document (title TEXT)", { alone: true })).close();
    },
  ],
])("a file of the sandbox that is %s: what is in it, and how to go on", async (_, damage) => {
  const home = temporaryFolder();
  const words = ["create-invoice", example, "--sandbox", "--yes"];
  expect((await runSelfbill(words, { home })).code).toBe(0);
  const path = join(home, "data", "sandbox", "sandbox.db");
  damage(path);
  const { code, stderr } = await runSelfbill([...words, "--allow-similar"], { home });
  expect([code, stderr]).toEqual([27, expect.stringContaining("sandbox-unusable  Nothing was sent.")]);
  expect(stderr).toContain(`${path}, which holds only practice documents, is damaged or belongs to another program`);
  expect(stderr).toContain("the next run begins with an empty sandbox");
});
