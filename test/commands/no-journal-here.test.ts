import { join } from "node:path";
import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

const reading = [
  ["history"],
  ["history", "--json"],
  ["history", "--output", "csv"],
  ["list", "--month", "2026-06"],
  ["report", "--month", "2026-06"],
  ["due"],
  ["outage"],
  ["export", "csv", "--month", "2026-06", "--out", "books.csv"],
  ["archive", "--month", "2026-06", "--out", "archive"],
  ["evidence", "SB-2026-0001", "--out", "audit"],
  ["show", "SB-2026-0001"],
  ["suppliers", "acceptance-list", "--month", "2026-06"],
  ["suppliers", "handover-list", "--month", "2026-06"],
  ["journal", "export"],
  ["journal", "verify"],
];

test("without a journal and a profile no reading command answers as if nothing had ever been sent", async () => {
  const folder = temporaryFolder();
  for (const words of reading) {
    const { code, stdout, stderr } = await runSelfbill(words, { home: folder, cwd: folder });
    expect([words, code]).toEqual([words, 21]);
    const said = `${stdout}${stderr}`;
    expect([words, said]).toEqual([words, expect.stringContaining(`There is no journal in ${join(folder, "data")}`)]);
    expect([words, said]).toEqual([words, expect.stringContaining("--journal postgres://USER@HOST/DATABASE")]);
  }
});

test("practice, and a profile that has sent nothing yet, are answered as before", async () => {
  const folder = temporaryFolder();
  const run = (...words: string[]) => runSelfbill(words, { home: folder, cwd: folder });
  expect((await run("history", "--sandbox")).code).toBe(0);
  expect((await run("profile", "set", "mine", "--base-url", "https://einvoice.example")).code).toBe(0);
  // The profile lacks what sending needs, so its user must be looking for the journal of another profile.
  expect((await run("history")).code).toBe(21);
  expect((await run("profile", "set", "mine", "--business-profile", "BP-7Q2M4X9KTD")).code).toBe(0);
  expect((await run("history")).code).toBe(0);
});
