import { join } from "node:path";
import { expect, test } from "vitest";
import { type Repaired, repairJournal, repairOnServer } from "../../src/journal/admin.ts";
import type { Result } from "../../src/problem/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, byHand, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { onServer, placeOf } from "../support/server-journal.ts";

const who = { by: "amina", now: Date.parse("2026-06-19T08:00:00Z") };
const account = "sandbox:SBX-1";

const repair = async (folder: string): Promise<Result<Repaired>> =>
  onServer ? repairOnServer(placeOf(folder), who) : repairJournal(join(folder, "journal.db"), who);

/**
 * Creates a journal with a created document, a credit note for it, a document in doubt, and a later state, and closes
 * it.
 */
async function small(): Promise<string> {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  await sendOne(journal, intent({ documentNumber: "SB-1" }), "id-1");
  const credits = { invoiceNumbers: ["SB-1"], reason: "VD" };
  const two = await attemptAt(journal, intent({ content: "two", kind: "credit-note", credits }));
  await two.armed();
  await two.result(createdResult("id-2", { documentNumber: "SBC-1" }));
  const three = await attemptAt(journal, intent({ content: "three" }));
  await three.armed();
  await three.result({ verdict: "in-doubt", said: ["No answer came."] });
  given(await journal.saw(account, "id-1", "APPROVED"));
  journal.close();
  return folder;
}

async function damageOf(folder: string): Promise<string | undefined> {
  const journal = journalIn(folder);
  const { damage } = given(await journal.verify());
  journal.close();
  return damage;
}

const repairs = (folder: string): unknown[] =>
  byHand(folder, (database) => database.all("SELECT data FROM note WHERE type = 'repaired'")).map(({ data }) =>
    JSON.parse(String(data)),
  );

const tables = [
  ...["created", "credited", "content", "intended", "unsettled", "supplied", "known", "tried", "tried_with"],
  ...["tried_name", "unfinished", "alike"],
];

test.each(tables)(
  "the table %s is made anew from the records, which is recorded, and the journal is sound then",
  async (table) => {
    const folder = await small();
    const before = byHand(folder, (database) => Number(database.get(`SELECT count(*) AS count FROM ${table}`)?.count));
    if (before === 0) byHand(folder, (database) => database.exec(`INSERT INTO ${table} VALUES (1)`));
    else byHand(folder, (database) => database.exec(`DELETE FROM ${table}`));
    // Earlier versions did not have this table, so a journal without it is intact.
    if (table !== "alike") expect(await damageOf(folder)).toContain(`its table "${table}"`);
    else byHand(folder, (database) => database.run("INSERT INTO alike (name, record) VALUES (1, 1)"));
    const { tables: made } = given(await repair(folder));
    expect(made).toContain(table);
    expect(byHand(folder, (database) => Number(database.get(`SELECT count(*) AS count FROM ${table}`)?.count))).toBe(
      before,
    );
    expect(await damageOf(folder)).toBeUndefined();
    expect(repairs(folder)).toEqual([{ by: "amina", tables: made }]);
  },
);

test("after a repair every question is answered as before, and the next document is sent", async () => {
  const folder = await small();
  byHand(folder, (database) => {
    for (const table of tables) database.exec(`DELETE FROM ${table}`);
  });
  given(await repair(folder));
  const journal = journalIn(folder);
  expect(given(await journal.find(account, "SB-1")).map(({ id }) => id)).toEqual(["id-1"]);
  expect(given(await journal.credited(account, "SB-1")).map(({ id }) => id)).toEqual(["id-2"]);
  expect(given(await journal.doubts())).toHaveLength(1);
  expect(given(await journal.begin(intent({ documentNumber: "SB-1" }), { allowSimilar: false }))).toMatchObject({
    is: "created",
    id: "id-1",
  });
  expect(given(await journal.begin(intent({ content: "three" }), { allowSimilar: true }))).toMatchObject({
    is: "in-doubt",
  });
  const four = await attemptAt(journal, intent({ content: "four" }));
  expect(await four.armed()).toBeUndefined();
  expect(await four.result(createdResult("id-4"))).toBeUndefined();
  journal.close();
  expect(await damageOf(folder)).toBeUndefined();
});

test("a sound journal is not changed, and nothing is recorded", async () => {
  const folder = await small();
  const head = async () => {
    const journal = journalIn(folder);
    const known = given(await journal.identity());
    journal.close();
    return known;
  };
  const before = await head();
  expect(given(await repair(folder))).toMatchObject({ tables: [], ...before });
  expect(await head()).toEqual(before);
});

test.each([
  ["a record changed", "UPDATE record SET data = replace(data, 'sandbox', 'sandbux') WHERE sequence = 1"],
  ["a record removed", "DELETE FROM record WHERE sequence = 3"],
  ["a link changed", "UPDATE link SET hash = 'f00' WHERE sequence = 2"],
  ["a later state changed", "UPDATE seen SET state = 'REJECTED'"],
])("with %s nothing is made anew: the records themselves are damaged", async (_, sql) => {
  const folder = await small();
  byHand(folder, (database) => database.exec(`${sql}; DELETE FROM created`));
  expect(await repair(folder)).toMatchObject({
    ok: false,
    problems: [{ code: "journal-unusable", message: expect.stringContaining("its records themselves are damaged") }],
  });
  expect(byHand(folder, (database) => database.all("SELECT id FROM created"))).toEqual([]);
  expect(repairs(folder)).toEqual([]);
});

test("a journal that was moved away is not repaired", async () => {
  const folder = await small();
  const journal = journalIn(folder);
  given(await journal.note("moved", { to: "/elsewhere/journal.db", by: "amina" }));
  journal.close();
  expect(await repair(folder)).toMatchObject({ ok: false, problems: [{ code: "journal-moved" }] });
});
