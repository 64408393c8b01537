import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/database/index.ts";
import { openJournal } from "../../src/journal/index.ts";
import type { Result } from "../../src/problem/index.ts";
import { intent } from "../support/intents.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value;
}

test("a journal larger than what a database holds in memory is checked, and taken over from an earlier version", async () => {
  const path = join(temporaryFolder(), "journal.db");
  const journal = given(openJournal(path, { window: 1 }));
  for (let n = 0; n < 20; n++) {
    const begun = given(
      await journal.begin(intent({ content: String(n), file: `/${"long/".repeat(50_000)}${n}.yaml` }), {
        allowSimilar: true,
      }),
    );
    expect(begun.is).toBe("begun");
  }
  expect(given(await journal.verify()).damage).toBeUndefined();
  journal.close();
  const database = given(openDatabase(path, ""));
  database.exec("PRAGMA user_version = 0");
  database.close();
  const again = given(openJournal(path));
  onTestFinished(() => again.close());
  expect(given(await again.tries.count({}))).toBe(20);
});
