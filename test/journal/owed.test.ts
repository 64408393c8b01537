import { expect, test } from "vitest";
import { run } from "../faults/owed.ts";
import { journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { onServer } from "../support/server-journal.ts";

test("whatever happens to documents, due says all that is owed and nothing else, and its exit code is the worst", async () => {
  const folder = temporaryFolder();
  const options = { count: onServer ? 50 : 200, seed: 26, words: {}, say: () => undefined };
  const report = await run(options, (name, how) => journalIn(`${folder}/${name}`, how));
  expect(report.violations).toEqual([]);
  expect(report.counts["rows owed"]).toBeGreaterThan(100);
  for (const each of ["a word", "the process ends", "sent again", "the service says fatal", "the clock goes back"])
    expect(report.faults[each], each).toBeGreaterThan(0);
});
