import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { invoice } from "../support/documents.ts";
import { byHand } from "../support/journal-file.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

/** Creates a home in which one invoice was sent to the embedded sandbox, and its row in the journal is then damaged. */
async function damaged(): Promise<{ home: string; file: string }> {
  const home = temporaryFolder();
  const file = join(home, "march.json");
  writeFileSync(file, JSON.stringify(invoice({ document_number: "SB-1" })));
  const sent = await runSelfbill(["create-invoice", file, "--sandbox", "--yes"], { home });
  expect(sent).toMatchObject({ code: 0 });
  const journals = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((each) =>
    each.endsWith("journal.db"),
  );
  expect(journals).toHaveLength(1);
  byHand(dirname(join(home, journals[0] ?? "")), (database) => database.run("UPDATE created SET lines = '{'"));
  return { home, file };
}

const refused: readonly (readonly [string, (file: string) => string[]])[] = [
  ["create-credit-note from the number", () => ["create-credit-note", "--from", "SB-1", "--reason", "VD", "--yes"]],
  ["status", () => ["status", "SB-1"]],
  ["logs", () => ["logs", "SB-1"]],
  ["preview --approved", (file) => ["preview", file, "--approved"]],
];

test.each(refused)("%s ends with 27 and says that the journal is damaged", async (_, words) => {
  const { home, file } = await damaged();
  const ran = await runSelfbill([...words(file), "--sandbox"], { home });
  expect(ran.code).toBe(27);
  expect(ran.stderr).toContain("The journal is damaged: ");
  expect(ran.stderr).toContain("selfbill journal restore FILE");
  expect(ran.stderr).not.toContain("free space");
});

test("what was sent before is known from the records all the same", async () => {
  const { home, file } = await damaged();
  const ran = await runSelfbill(["create-invoice", file, "--sandbox", "--yes"], { home });
  expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining("was not sent again") });
});
