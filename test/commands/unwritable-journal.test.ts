import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { invoice } from "../support/documents.ts";
import { failing } from "../support/journal-file.ts";
import { runCommand } from "../support/run-command.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { shop } from "../support/shop.ts";

test.each(["intent", "armed"])(
  "a journal that cannot record %s: the problem says that nothing was sent",
  async (type) => {
    const { desk } = await shop();
    failing(join(desk.folder, "state"), "record", type);
    const file = desk.file("one.json", JSON.stringify(invoice()));
    const report = await runCommand(createInvoice, desk, [file], { yes: true });
    const results = report.view.view === "submissions" ? report.view.results : [];
    expect(results.map(({ outcome, problems }) => [outcome, problems.map(({ message }) => message)])).toEqual([
      ["local_state", [expect.stringMatching(/^Nothing was sent\. The journal could not be written: /)]],
    ]);
  },
);

test("a correction that would be sent says it of a damaged journal, too", async () => {
  const home = temporaryFolder();
  const example = join(import.meta.dirname, "../fixtures/right/invoice.yaml");
  const sent = await runSelfbill(["create-invoice", example, "--yes", "--sandbox"], { home });
  expect(sent.code).toBe(0);
  for (const end of ["-wal", "-shm"]) rmSync(join(home, "data", `journal.db${end}`), { force: true });
  writeFileSync(
    join(home, "data", "journal.db"),
    "not a database at all, and long enough to be read as one. ".repeat(20),
  );
  const words = ["correct", "SB-2026-0001", "--send", "--yes", "--sandbox", "--json"];
  const { code, stdout } = await runSelfbill(words, { home });
  expect([code, JSON.parse(stdout).problems[0].message]).toEqual([27, expect.stringContaining("Nothing was sent.")]);
});
