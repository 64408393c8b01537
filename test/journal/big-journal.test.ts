import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "../../src/database/index.ts";
import { openJournal } from "../../src/journal/index.ts";
import { chainOf } from "../../src/journal/store/chain.ts";
import { recordsTable } from "../../src/journal/store/records-table.ts";
import { schema } from "../../src/journal/store/schema.ts";
import { bigAccount, nthIntent, writeBigJournal } from "../support/big-journal.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const { account } = bigAccount;

function given<T>(result: { ok: true; value: T } | { ok: false; problems: readonly unknown[] }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

test("a journal written in one go answers like one that grew", async () => {
  const path = join(temporaryFolder(), "journal.db");
  writeBigJournal(path, 50);
  const journal = given(openJournal(path));
  onTestFinished(() => journal.close());
  const standing = async (change: Parameters<typeof nthIntent>[1]) =>
    given(await journal.begin(nthIntent(49, change), { allowSimilar: false }));
  expect(await standing({})).toMatchObject({ is: "created", id: "id-49" });
  expect(await standing({ key: "other", totals: {} })).toMatchObject({ is: "number-used", id: "id-49" });
  const twin = await standing({ key: "twin", documentNumber: "SB-TWIN" });
  expect(twin).toMatchObject({ is: "similar", id: "id-49", documentNumber: "SB-2026-49" });
  expect(given(await journal.verify()).damage).toBeUndefined();
});

test("what a run asks of the journal is found by an index, never by reading all documents of an account", () => {
  const database = given(openDatabase(join(temporaryFolder(), "journal.db"), schema));
  onTestFinished(() => database.close());
  const plans: string[] = [];
  const explained: Database = {
    ...database,
    all: (sql, ...values) => {
      plans.push(
        database
          .all(`EXPLAIN QUERY PLAN ${sql}`, ...values)
          .map((row) => String(row.detail))
          .join("; "),
      );
      return database.all(sql, ...values);
    },
  };
  const records = recordsTable(explained);
  records.find(account, "SB-2026-7");
  records.ofFile(account, "/home/clerk/7.yaml");
  records.credited(account, "SB-2026-7");
  records.ofKey(account, "key");
  records.ofAttempt("TRY7");
  records.keysOfNumber(nthIntent(7));
  records.keysOfTwins(nthIntent(7));
  expect(() => records.only(7)).toThrow("record 7 is missing");
  const row = { at: "", account, key: "", attempt: "", type: "", data: "" };
  expect(chainOf(explained).altered("record", new Map([[7, row]]))).toBe(7);
  expect(plans.length).toBeGreaterThanOrEqual(9);
  for (const plan of plans) {
    // The numbers that a statement is given.
    expect(plan.replaceAll("SCAN json_each", "")).not.toContain("SCAN");
    expect(plan).not.toMatch(/\(account=\?\)/);
  }
});
