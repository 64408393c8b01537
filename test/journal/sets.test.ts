import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { due } from "../../src/commands/due.ts";
import { recordListed } from "../../src/commands/follow/record-state.ts";
import { historyEntries } from "../../src/commands/history/history-entries.ts";
import { listedDocuments } from "../../src/commands/list/documents.ts";
import { documentsOfPeriod } from "../../src/commands/period/documents-of-period.ts";
import type { Database } from "../../src/database/index.ts";
import type { Desk } from "../../src/desk/index.ts";
import { type Intent, type Journal, journalOn, sha256 } from "../../src/journal/index.ts";
import { openDisk } from "../../src/journal/places/disk.ts";
import { fail, ok, problem } from "../../src/problem/index.ts";
import { renderJson } from "../../src/render/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { given } from "../support/journal-file.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { diskFor, onServer } from "../support/server-journal.ts";
import { settingsOf } from "../support/settings.ts";
import { watchedDatabase } from "../support/watched-database.ts";

const { account } = intent();
let now = Date.parse("2026-06-15T08:00:00Z");

type Asked = Parameters<Database["all"]>;

/** Opens a separate journal; also returns a function that lists the statements that some work executes. */
function countedJournal() {
  const folder = temporaryFolder();
  const disk = given(onServer ? diskFor(folder) : openDisk(join(folder, "journal.db")));
  const { database } = disk;
  const asked: Asked[] = [];
  const watched = watchedDatabase(database, (words) => asked.push(words));
  const journal = journalOn({ ...disk, database: watched }, { window: 1, now: () => now });
  onTestFinished(() => journal.close());
  return {
    journal,
    database,
    async statements(work: () => Promise<unknown>): Promise<readonly Asked[]> {
      asked.length = 0;
      await work();
      return [...asked];
    },
  };
}

async function sent(journal: Journal, number: string, change: Partial<Intent> = {}): Promise<void> {
  const body = JSON.stringify({ document_number: number, issue_date: "2026-06-15" });
  const what = intent({ content: number, documentNumber: number, bodyHash: sha256(body), ...change });
  const numbering = number.startsWith("N-") ? { series: "SB-2026-{00000}", bodyWith: () => body } : undefined;
  const begun = given(await journal.begin(what, { allowSimilar: true, body, unlimited: true, numbering }));
  if (begun.is !== "begun") throw new Error(begun.is);
  await begun.attempt.armed();
  const result = createdResult(`id-${number}`, { documentNumber: number, overallStatus: "PENDING" });
  await begun.attempt.result(result, JSON.stringify({ id: `id-${number}` }));
}

/**
 * Sends `each` documents of every kind: pending, rejected, rejected and credited, rejected and corrected, credited by a
 * rejected note.
 */
async function documents(journal: Journal, each: number): Promise<void> {
  const credit = (of: string) => ({ kind: "credit-note", credits: { invoiceNumbers: [of], reason: "VD" } }) as const;
  for (let n = 0; n < each; n++) {
    await sent(journal, `P-${n}`);
    await sent(journal, `N-${n}`, { documentNumber: undefined });
    for (const number of [`R-${n}`, `C-${n}`, `X-${n}`, `W-${n}`]) {
      await sent(journal, number);
      given(await journal.saw(account, `id-${number}`, "REJECTED"));
    }
    await sent(journal, `CC-${n}`, credit(`C-${n}`));
    await sent(journal, `WC-${n}`, credit(`W-${n}`));
    given(await journal.saw(account, `id-WC-${n}`, "REJECTED"));
    await sent(journal, `XX-${n}`, { corrects: { id: `id-X-${n}`, documentNumber: `X-${n}` } });
  }
}

function deskOf(journal: Journal): Desk {
  const base = offlineDesk();
  return {
    ...base,
    now: () => new Date(now),
    journal: async () => ok(journal),
    journalIsNew: async () => ok(false),
    notOurs: async () => undefined,
    account: async () => undefined,
    settings: async () => ok({ ...settingsOf({ home: temporaryFolder() }), file: { profiles: {}, sign_ins: {} } }),
    profile: async () => fail(problem("no-profile", "No profile.", "Make one.")),
    output: { ...base.output, absolute: (path) => path },
  };
}

const rejected = { meta_info: { peppol_status: { overall_status: "REJECTED" } } };

/**
 * Runs every command that reads many documents, once each; returns the statements that each command executes, and the
 * number of rows from `due`.
 */
async function readers({ journal, statements }: ReturnType<typeof countedJournal>) {
  now = Date.parse("2026-06-20T08:00:00Z");
  given(await journal.tries.count({}));
  const period = { from: "2026-06-01", to: "2026-06-30", name: "June" };
  let answer: Record<string, unknown> = {};
  const asked = {
    due: await statements(async () => {
      answer = renderJson(await runCommand(due, deskOf(journal)));
    }),
    list: await statements(async () => given(await listedDocuments(journal, period, account, deskOf(journal)))),
    report: await statements(async () => given(await documentsOfPeriod(journal, period, account))),
    numbers: await statements(async () => {
      expect(given(await journal.numbers(account)).map(({ state }) => state)).toContain("created");
    }),
    // The service's list has the same states as the journal.
    status: await statements(async () => {
      const tries = given(await journal.tries.page({}, { after: 0 }, 500));
      const listed = tries.flatMap(({ id }) => (id?.startsWith("id-R-") ? [{ id, document: rejected }] : []));
      expect(listed.length).toBeGreaterThan(1);
      expect(await recordListed(account, listed, journal)).toEqual([]);
    }),
    history: await statements(async () => {
      const tries = given(await journal.tries.page({}, { after: 0 }, 500));
      given(await historyEntries(tries, journal));
    }),
  };
  return { asked, rows: (answer.due as unknown[]).length };
}

test("due, list, report, status, numbers and history ask as many statements of many documents as of a few", async () => {
  const counts: Record<string, number>[] = [];
  const rows: number[] = [];
  // `documents` sends nine documents per round, so there are about 20 and 200 in total; fewer on a server, where each
  // send takes a while.
  const sizes = onServer ? [2, 5] : [2, 22];
  for (const each of sizes) {
    now = Date.parse("2026-06-15T08:00:00Z");
    const counted = countedJournal();
    await documents(counted.journal, each);
    const read = await readers(counted);
    counts.push(Object.fromEntries(Object.entries(read.asked).map(([name, some]) => [name, some.length])));
    rows.push(read.rows);
  }
  const [few, many] = counts;
  // The number of rows is proportional to the number of documents of each kind.
  expect(rows[1]).toBe(((rows[0] as number) / 2) * Number(sizes[1]));
  expect(many).toEqual(few);
});

/**
 * Adds rows without sending documents, so that the journal is long; the server has not analyzed them yet, as after a
 * move.
 */
function lengthen(database: Database): void {
  const rows = (table: string, columns: string, values: string): void => {
    const numbers = "WITH RECURSIVE many (n) AS (SELECT 1000000 UNION ALL SELECT n + 1 FROM many WHERE n < 1020000)";
    database.run(`${numbers} INSERT INTO ${table} (${columns}) SELECT ${values} FROM many`);
  };
  database.transaction(() => {
    rows(
      "record",
      "sequence, at, account, key, attempt, type, data",
      "n, '', 'other', 'k' || n, 'T' || n, 'armed', '{}'",
    );
    rows("seen", "sequence, at, account, id, state", "n, '', 'other', 'i' || n, 'PENDING'");
    rows("kept", "number, hash, content", "n, 'h' || n, (SELECT content FROM kept LIMIT 1)");
    rows("tried", "record, attempt, at, kind, state, supplier", "n, 'T' || n, '', 'invoice', 'refused', 0");
    rows("tried_name", "name, record", "n, n");
  });
}

test("due, list, report and history read no table whole for documents that they name", async () => {
  const counted = countedJournal();
  await documents(counted.journal, 2);
  const { asked } = await readers(counted);
  const { database } = counted;
  lengthen(database);
  const whole = /\b(?:Seq Scan on|SCAN) (?:record|seen|kept|tried|tried_name)\b(?! USING)/;
  const named = [
    ...new Map(
      Object.values(asked)
        .flat()
        .map((each) => [each[0], each]),
    ).values(),
  ].filter(([sql]) => sql.includes("json"));
  const plans = named.map(([sql, ...values]) => {
    const plan = database.all(`EXPLAIN ${onServer ? "" : "QUERY PLAN "}${sql}`, ...values);
    return { sql, plan: plan.map((row) => String(row.detail ?? row["QUERY PLAN"])).join("\n") };
  });
  expect(plans.length).toBeGreaterThan(5);
  expect(plans.filter(({ plan }) => whole.test(plan))).toEqual([]);
});
