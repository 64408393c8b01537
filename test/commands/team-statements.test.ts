import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attemptPages } from "../../src/journal/index.ts";
import { writeBigJournal } from "../support/big-journal.ts";
import { leavesOut } from "../support/left-out.ts";
import { type Cluster, startCluster, withoutPostgres } from "../support/postgres.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

const skipped = leavesOut(withoutPostgres());
let cluster: Cluster;
beforeAll(() => {
  if (skipped) return;
  cluster = startCluster({ settings: ["shared_preload_libraries=pg_stat_statements"] });
  cluster.sql("CREATE EXTENSION pg_stat_statements");
});
afterAll(() => cluster?.remove());

/**
 * Moves a journal with `documents` documents from one month to the server, and returns a function that counts the
 * statements that a command sends there.
 */
async function journalOf(documents: number): Promise<(words: readonly string[]) => Promise<number>> {
  const home = temporaryFolder();
  mkdirSync(join(home, "data"));
  writeBigJournal(join(home, "data", "journal.db"), documents);
  const address = `postgres://${cluster.user}@/postgres?host=${cluster.host}&schema=of_${documents}`;
  const env = { SELFBILL_JOURNAL: address };
  expect(await runSelfbill(["journal", "init"], { home, env })).toMatchObject({ code: 0 });
  expect(await runSelfbill(["journal", "move", "--to", address], { home })).toMatchObject({ code: 0, stderr: "" });
  return async (words) => {
    cluster.sql("SELECT pg_stat_statements_reset()");
    const { code, stdout } = await runSelfbill(words, { home, env });
    expect([code, stdout]).toEqual([0, expect.stringContaining(String(documents))]);
    return Number(cluster.sql("SELECT sum(calls) FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'"));
  };
}

/**
 * Extra statements allowed for each further page of attempts. Additional round trips are justified only where they keep
 * memory use bounded.
 */
const forEachPage = [
  // Per page, three statements check whether the table is complete, one reads the page and one its records; per
  // thousand documents, three read the later states and the sizes and contents of stored text.
  { words: ["report", "--month", "2026-06"], most: 5 + 3 * 3 },
  // The same without stored text.
  { words: ["history"], most: 5 + 3 },
];

describe.skipIf(skipped)("a journal on a server", () => {
  test("is listed by as many statements as there are pages, not documents", async () => {
    const pages = 2;
    const few = await journalOf(attemptPages.first - 1);
    const many = await journalOf(attemptPages.first + (pages - 1) * attemptPages.next + 100);
    for (const { words, most } of forEachPage) {
      const more = (await many(words)) - (await few(words));
      expect(more, words.join(" ")).toBeGreaterThan(0);
      expect(more, words.join(" ")).toBeLessThanOrEqual(pages * most);
    }
  });
});
