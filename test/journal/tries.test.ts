import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "../../src/database/index.ts";
import { type AttemptResult, type Intent, type Journal, openJournal, type Past } from "../../src/journal/index.ts";
import { recordsTable } from "../../src/journal/store/records-table.ts";
import { triedQueries } from "../../src/journal/tried/tried-queries.ts";
import type { Wanted } from "../../src/journal/tried/wanted.ts";
import { replay, withShadow } from "../../src/journal/verify/shadow.ts";
import { pastStates } from "../../src/states/index.ts";
import { bigAccount, writeBigJournal } from "../support/big-journal.ts";
import { intent } from "../support/intents.ts";
import { databaseIn, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { onServer } from "../support/server-journal.ts";
import { straightHistory, straightUnfinished } from "../support/straight-history.ts";

function journalAt(path: string): Journal {
  const journal = given(openJournal(path, { window: 1 }));
  onTestFinished(() => journal.close());
  return journal;
}

function databaseAt(path: string): Database {
  const database = given(openDatabase(path, ""));
  onTestFinished(() => database.close());
  return database;
}

const few = ["a", "b", "c"] as const;
const states = ["PENDING", "APPROVED", "REJECTED", "VALIDATION_FAILED"] as const;

/** One random event in a journal. */
const event = fc.record({
  do: fc.constantFrom("send", "send", "send", "see", "settle", "clock", "restart"),
  account: fc.constantFrom("sandbox:SBX-1", "https://one.example BP-1"),
  content: fc.constantFrom("1", "2", "3", "4", "5", "6"),
  supplier: fc.constantFrom(...few),
  kind: fc.constantFrom("invoice" as const, "credit-note" as const),
  number: fc.option(fc.constantFrom("SB-1", "SB-2", "SB-3"), { nil: undefined }),
  id: fc.constantFrom(...few),
  verdict: fc.constantFrom("created", "created", "refused", "not-sent", "in-doubt", "none", "unarmed"),
  state: fc.constantFrom(...states),
  told: fc.option(fc.constantFrom(...states), { nil: undefined }),
  replaces: fc.boolean(),
  days: fc.integer({ min: -2, max: 3 }),
});
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

async function live(events: readonly Event[], folder: string): Promise<Journal> {
  let now = Date.UTC(2026, 5, 1);
  const opened = () => journalIn(folder, { window: 1, now: () => now });
  let journal = opened();
  for (const each of events) {
    now += 1_000;
    if (each.do === "clock") now += each.days * 24 * 3_600_000;
    // After the restart, every attempt that was under way is in doubt.
    if (each.do === "restart") {
      journal.close();
      journal = opened();
    }
    if (each.do === "see") given(await journal.saw(each.account, each.id, each.state));
    if (each.do === "settle") await settle(each, journal);
    if (each.do === "send") await send(each, journal);
  }
  return journal;
}

async function settle({ id, state, number }: Event, journal: Journal): Promise<void> {
  const [doubt] = given(await journal.doubts());
  if (!doubt) return;
  const verdict = state === "APPROVED" ? "not-created" : "created";
  const identity = verdict === "created" ? { id, documentNumber: number } : {};
  const resolved = await journal.resolve(doubt, { verdict, ...identity, how: "word", by: "amina" });
  // If the id belongs to other content, the statement is refused and the doubt remains.
  if (!resolved.ok) expect(resolved.problems.map(({ code }) => code)).toEqual(["id-known"]);
}

async function send(each: Event, journal: Journal): Promise<void> {
  const what: Intent = intent({
    account: each.account,
    content: each.content,
    kind: each.kind,
    supplier: { id: each.supplier, name: `Supplier ${each.supplier.toUpperCase()} LLC`, trn: `TRN-${each.supplier}` },
    documentNumber: each.number,
    file: `/documents/${each.content}.yaml`,
    contentHash: each.content,
    ...(each.replaces ? { replaces: each.id } : {}),
    ...(each.kind === "credit-note" ? { credits: { invoiceNumbers: [each.number ?? "SB-1"], reason: "x" } } : {}),
  });
  const begun = given(await journal.begin(what, { allowSimilar: true }));
  if (begun.is !== "begun" || each.verdict === "unarmed") return;
  await begun.attempt.armed();
  if (each.verdict === "none") return;
  const verdict = each.verdict as AttemptResult["verdict"];
  const there = verdict === "created" ? { id: each.id, documentNumber: each.number, overallStatus: each.told } : {};
  await begun.attempt.result({ verdict, ...there, said: [] });
}

async function pages(journal: Journal, wanted: Wanted, most: number): Promise<Past[]> {
  const all: Past[] = [];
  for (let after = 0; ; ) {
    const page = given(await journal.tries.page(wanted, { after }, most));
    all.push(...page);
    if (page.length < most) return all;
    after = page.at(-1)?.record ?? 0;
  }
}

const wishes: readonly Wanted[] = [
  {},
  { since: "2026-06-02T00:00:00.000Z" },
  { since: "2999-01-01T00:00:00.000Z" },
  ...pastStates.map((each) => ({ states: [each] })),
  { states: ["created", "in-doubt"] },
  { states: ["under-way", "refused"], since: "2026-06-01T12:00:00.000Z" },
  { supplier: "lier a" },
  { supplier: "TRN-b", states: ["in-doubt", "created"] },
  { supplier: "llc", since: "2026-06-01T12:00:00.000Z" },
  { supplier: "nobody" },
  { account: "sandbox:SBX-1", kind: "invoice", states: ["created"] },
];

function fits({ since, states: of, supplier, account, kind }: Wanted): (past: Past) => boolean {
  return ({ at, state, intent: { supplier: who, ...what } }) =>
    (since === undefined || at >= since) &&
    (of === undefined || of.includes(state)) &&
    (account === undefined || what.account === account) &&
    (kind === undefined || what.kind === kind) &&
    (supplier === undefined ||
      who.name.toLowerCase().includes(supplier.toLowerCase()) ||
      [who.id, who.trn].includes(supplier));
}

/** Compares every answer with the result of a full read. */
async function likeStraight(journal: Journal): Promise<void> {
  const all = await straightHistory(journal);
  for (const wanted of wishes) {
    const right = all.filter(fits(wanted));
    expect(await pages(journal, wanted, 2)).toEqual(right);
    expect(given(await journal.tries.count(wanted))).toBe(right.length);
    expect(given(await journal.tries.page(wanted, { before: Number.MAX_SAFE_INTEGER }, 3))).toEqual(
      right.slice(-3).reverse(),
    );
  }
  for (const name of [...few, "SB-1", "SB-2", all[0]?.attempt ?? ""]) {
    const called = all.filter((each) => [each.attempt, each.id, each.documentNumber].includes(name));
    expect(given(await journal.tries.called(name))).toEqual(called);
    expect(given(await journal.tries.last("id", name, () => true))).toEqual(all.findLast(({ id }) => id === name));
  }
  for (const past of all) {
    const { id, intent: own } = past;
    const right = all.filter(
      (each) =>
        each.intent.account === own.account &&
        (each.intent.key === own.key || (id !== undefined && (each.id === id || each.intent.replaces === id))),
    );
    expect(given(await journal.tries.ofDocument(past))).toEqual(right);
    const { contentHash, file } = own;
    for (const [by, value] of Object.entries({ content: contentHash, file }) as ["content" | "file", string][]) {
      const there = ({ state, intent: other }: Past): boolean =>
        state === "created" && (by === "file" ? other.file : other.contentHash) === value;
      expect(given(await journal.tries.last(by, value, (each) => each.state === "created"))).toEqual(
        all.findLast(there),
      );
    }
  }
  const unfinished = await straightUnfinished(journal);
  expect(given(await journal.tries.unfinished({}, 0, 100))).toEqual(unfinished);
  const [account, since] = ["sandbox:SBX-1", "2026-06-02T00:00:00.000Z"];
  expect(given(await journal.tries.unfinished({ account, since }, 2, 2))).toEqual(
    unfinished.filter(({ past }) => past.intent.account === account && past.at >= since && past.record > 2).slice(0, 2),
  );
  expect(given(await journal.tries.lastOfSuppliers(account, 2))).toEqual(lastOfSuppliers(all, account).slice(0, 2));
}

/**
 * The last invoice of each supplier, or the last credit note if there is no invoice; ordered by the latest activity.
 */
function lastOfSuppliers(all: readonly Past[], account: string): Past[] {
  const latest = new Map<string, Past>();
  for (const past of all.filter((each) => each.state === "created" && each.intent.account === account).reverse()) {
    const known = latest.get(past.intent.supplier.id);
    if (known === undefined || (known.intent.kind === "credit-note" && past.intent.kind === "invoice"))
      latest.set(past.intent.supplier.id, past);
  }
  return [...latest.values()];
}

describe("what was tried", () => {
  test("is answered like a full read would, whatever happened, also by a journal that never had the tables", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 40 }), async (events) => {
        const folder = temporaryFolder();
        const journal = await live(events, folder);
        await likeStraight(journal);
        const database = databaseIn(folder);
        const tables = ["tried", "tried_name", "tried_with", "unfinished", "followed"];
        const rows = () => tables.map((each) => database.all(`SELECT * FROM ${each} ORDER BY 1, 2`));
        const grown = rows();
        for (const each of tables) database.run(`DELETE FROM ${each}`);
        await likeStraight(journal);
        expect(rows()).toEqual(grown);
        database.close();
      }),
      { numRuns: onServer ? 3 : 15 },
    );
  });

  test.skipIf(onServer)(
    "a journal without the tables is sent from as before, and caught up with by the next question",
    async () => {
      const path = join(temporaryFolder(), "journal.db");
      writeBigJournal(path, 700);
      const database = databaseAt(path);
      for (const each of ["tried", "tried_name", "tried_with", "unfinished", "followed"])
        database.run(`DELETE FROM ${each}`);
      const journal = journalAt(path);
      const begun = given(await journal.begin(intent(), { allowSimilar: false }));
      expect(begun.is).toBe("begun");
      expect(database.get("SELECT count(*) AS count FROM tried")).toEqual({ count: 0 });
      expect(given(await journal.tries.count({}))).toBe(701);
      expect(given(await journal.tries.called("id-650"))).toHaveLength(1);
    },
  );
});

test("how far the tables came is a mark that may lie before the first row of nothing: that is not behind", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  await sendOne(journal);
  expect(given(await journal.tries.count({}))).toBe(1);
  const database = databaseIn(folder);
  onTestFinished(() => database.close());
  database.run("UPDATE followed SET seen = -1");
  // The test calls `isBehind` only once, because a loop until nothing is behind might never end.
  expect(recordsTable(database).tried.isBehind()).toBe(false);
  expect(given(await journal.verify()).damage).toMatch('its table "followed"');
});

test.skipIf(onServer)("rows out of their order are damage, and not pages without an end", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "journal.db");
  const journal = journalIn(folder);
  for (const state of ["PENDING", "APPROVED", "REJECTED"]) await journal.saw("sandbox:SBX-1", "1", state);
  given(await journal.tries.count({}));
  journal.close();
  lastNumbered(path, "seen", 1);
  const damaged = journalAt(path);
  const told = await damaged.everything(() => Promise.resolve(true));
  expect(told.ok ? "whole" : told.problems[0].message).toMatch("its rows after 1 are not in their order");
  const database = databaseAt(path);
  database.run("UPDATE followed SET seen = 1");
  const { tried } = recordsTable(database);
  expect(tried.isBehind()).toBe(true);
  expect(() => tried.catchUp()).toThrow("its rows after 1 are not in their order");
});

test.skipIf(onServer)("nor does a replay of links out of their order go on without an end", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  await sendOne(journal);
  journal.close();
  const path = join(folder, "journal.db");
  lastNumbered(path, "link", 1);
  const database = databaseAt(path);
  withShadow(database, (shadow) =>
    expect(() => replay(database, shadow())).toThrow("its rows after 1 are not in their order"),
  );
});

/**
 * Changes the row number of a table's last row directly in the file, because SQLite would move the row into order.
 */
function lastNumbered(path: string, table: string, number: number): void {
  const database = given(openDatabase(path, ""));
  const { rootpage } = database.get("SELECT rootpage FROM sqlite_schema WHERE name = ?", table) ?? {};
  const { page_size: size } = database.get("PRAGMA page_size") ?? {};
  database.close();
  const file = readFileSync(path);
  const page = (Number(rootpage) - 1) * Number(size);
  const cells = file.readUInt16BE(page + 3);
  const cell = page + file.readUInt16BE(page + 8 + 2 * (cells - 1));
  // The first byte of a cell is its length, and the second is the row number.
  file[cell + 1] = number;
  writeFileSync(path, file);
}

test.skipIf(onServer)("no question reads all tries, and none scans the records", () => {
  const path = join(temporaryFolder(), "journal.db");
  writeBigJournal(path, 20);
  const database = databaseAt(path);
  const plans = new Map<string, string>();
  const explained: Database = {
    ...database,
    all: (sql, ...values) => {
      const plan = database.all(`EXPLAIN QUERY PLAN ${sql}`, ...values).map((row) => String(row.detail));
      plans.set(sql, plan.join("; "));
      return database.all(sql, ...values);
    },
    get: (sql, ...values) => explained.all(sql, ...values)[0],
  };
  const { tried, ofAttempts } = recordsTable(explained);
  const queries = triedQueries(explained, ofAttempts);
  const { account } = bigAccount;
  for (const { account: whose, ...rest } of wishes) {
    const wanted = whose === undefined ? rest : { ...rest, accounts: [whose].flat() };
    queries.page(wanted, { after: 3 }, 5);
    queries.page(wanted, { before: 30 }, 5);
    queries.count(wanted);
  }
  queries.ofContent(account, "key");
  queries.unfinished([account], "2026-01-01", 0, 10);
  queries.lastOfSuppliers([account], 10);
  for (const by of ["id", "number", "file", "content", "replaces"] as const) [...tried.named(by, "id-7")];
  tried.lastNamed([["id", "id-7", () => true]]);
  tried.isBehind();
  expect(plans.size).toBeGreaterThan(20);
  for (const [sql, plan] of plans) {
    // Scans of a query's own results, of value lists, and of the few suppliers are allowed.
    const scans = plan.split("; ").filter((step) => /^SCAN (?!json_each|each\b|\(subquery)/.test(step));
    expect(scans, sql).toEqual([]);
    // A range of numbers also counts as a search, but reads every attempt.
    const index = /INDEXED BY (\w+)/.exec(sql)?.[1];
    if (index) expect(plan, sql).toContain(`INDEX ${index}`);
    if (/ (?:state|supplier) (?:=|IN)/.test(sql)) expect(index, sql).toMatch(/tried_(?:state|supplier)/);
  }
});

test.skipIf(onServer).each([
  ["tried", "UPDATE tried SET state = 'refused' WHERE record = 4"],
  ["tried_name", "DELETE FROM tried_name WHERE record = 4"],
  ["tried_with", "UPDATE tried_with SET name = 'Somebody Else LLC' WHERE number = 2"],
  ["unfinished", "DELETE FROM unfinished WHERE record = 7"],
])("a change to %s is found by a check of the journal", async (table, sql) => {
  const path = join(temporaryFolder(), "journal.db");
  writeBigJournal(path, 5);
  const journal = journalAt(path);
  given(await journal.saw(bigAccount.account, "id-3", "APPROVED"));
  expect(given(await journal.verify()).damage).toBeUndefined();
  databaseAt(path).run(sql);
  expect(given(await journal.verify()).damage).toContain(`its table "${table}"`);
});
