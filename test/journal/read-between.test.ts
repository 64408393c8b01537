import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { journalOn } from "../../src/journal/database-journal.ts";
import { openDisk } from "../../src/journal/places/disk.ts";
import { chainOf } from "../../src/journal/store/chain.ts";
import { recordsTable } from "../../src/journal/store/records-table.ts";
import { intent } from "../support/intents.ts";
import { databaseIn, given } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { diskFor, onServer } from "../support/server-journal.ts";
import { watchedDatabase } from "../support/watched-database.ts";

const one = intent({ documentNumber: "SB-1" });
const { account, key } = one;

/** Opens a journal; before the first statement of a read that has this text, another process works in the database. */
function journalWithOther(text: string, work: (database: ReturnType<typeof databaseIn>) => void) {
  const folder = temporaryFolder();
  const disk = given(onServer ? diskFor(folder) : openDisk(join(folder, "journal.db")));
  let waits = true;
  const watched = watchedDatabase(disk.database, ([sql]) => {
    if (!waits || !sql.includes(text)) return;
    waits = false;
    const other = databaseIn(folder);
    work(other);
    other.close();
  });
  const journal = journalOn({ ...disk, database: watched });
  onTestFinished(() => journal.close());
  return { journal, hasWorked: () => !waits };
}

test("a document that another process records between two statements of a read is not damage", async () => {
  const { journal, hasWorked } = journalWithOther("FROM known", (other) =>
    other.transaction(() => {
      const stamp = { at: "2026-06-15T08:00:00.000Z", account, key, attempt: "other" };
      recordsTable(other, chainOf(other)).addIntent(stamp, one);
    }),
  );
  const found = given(await journal.ofContent(account, key));
  expect(hasWorked()).toBe(true);
  expect(found.map(({ attempt, type }) => `${attempt} ${type}`)).toEqual(["other intent"]);
});

test("an index that lacks a record is damage, also if it is looked at twice", async () => {
  const { journal } = journalWithOther("FROM known", (other) => {
    other.transaction(() => {
      const stamp = { at: "2026-06-15T08:00:00.000Z", account, key, attempt: "other" };
      recordsTable(other, chainOf(other)).addIntent(stamp, one);
    });
    other.exec("DELETE FROM known");
  });
  given(await journal.ofContent(account, key));
  const found = await journal.ofContent(account, key);
  expect(found.ok ? "" : found.problems[0].message).toContain("an index of its records does not agree with them");
});
