import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "../../src/database/index.ts";
import { recordedMeanwhile } from "../../src/journal/verify/aside.ts";
import { isLarge } from "../../src/journal/verify/integrity.ts";
import { verifyRecorded } from "../../src/journal/verify/recorded.ts";
import { verifyJournal } from "../../src/journal/verify/verify.ts";
import { writeBigJournal } from "../support/big-journal.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

/** Enough documents to make the file so large that it is checked in two threads. */
const documents = 3_300;

const folder = mkdtempSync(join(tmpdir(), "selfbill-test-"));
const original = join(folder, "journal.db");
beforeAll(() => writeBigJournal(original, documents));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a copy of the journal, after `work` has changed its file. */
function copied(work: (path: string) => void = () => undefined): Database {
  const path = join(temporaryFolder(), "journal.db");
  copyFileSync(original, path);
  work(path);
  const opened = openDatabase(path, "", { asItIs: true });
  if (!opened.ok) throw new Error(opened.problems[0].message);
  onTestFinished(() => opened.value.close());
  expect(isLarge(opened.value)).toBe(true);
  return opened.value;
}

function meanwhile(database: Database, noted?: string) {
  const started = recordedMeanwhile(database, noted);
  onTestFinished(() => started?.end());
  return started?.found();
}

test("a large journal that nobody touched is sound, also for the second thread", () => {
  const database = copied();
  const sound = verifyRecorded(database, undefined);
  expect([sound.damage, sound.sequence]).toEqual([undefined, 5 * documents]);
  expect(meanwhile(database)).toEqual(sound);
  expect(verifyJournal(database, undefined)).toEqual(sound);
});

test("the second thread finds the head that was noted, or says that it is not there", () => {
  const database = copied();
  const { head } = verifyRecorded(database, undefined);
  expect(meanwhile(database, head.slice(0, 12))).toMatchObject({ noted: 5 * documents });
  const damage = expect.stringMatching(/^the head that was noted elsewhere is not in its chain/);
  expect(meanwhile(database, "0".repeat(64))).toMatchObject({ damage });
  expect(verifyJournal(database, "0".repeat(64))).toMatchObject({ damage });
});

test("the second thread finds a changed text", () => {
  const database = copied((path) => {
    const opened = openDatabase(path, "");
    if (!opened.ok) throw new Error(opened.problems[0].message);
    opened.value.exec(`UPDATE kept SET content = x'0300' WHERE number = ${documents}`);
    opened.value.close();
  });
  const texts = expect.stringMatching(/^the text kept as [0-9a-f]{64} is another one now$/);
  expect(meanwhile(database)?.damage).toEqual(texts);
  expect(verifyJournal(database, undefined).damage).toEqual(texts);
});

test.each(["link", "record", "kept"])("damage to a page of the table %s is told as damage to the file", (table) => {
  const database = copied((path) => {
    const opened = openDatabase(path, "");
    if (!opened.ok) throw new Error(opened.problems[0].message);
    const number = (sql: string): number => Number(Object.values(opened.value.get(sql) ?? {})[0]);
    const size = number("PRAGMA page_size");
    const root = number(`SELECT rootpage FROM sqlite_schema WHERE name = '${table}'`);
    opened.value.close();
    const file = openSync(path, "r+");
    writeSync(file, Buffer.alloc(200, 0xee), 0, 200, (root - 1) * size + 8);
    closeSync(file);
  });
  const alone = verifyRecorded(database, undefined);
  expect(alone).toMatchObject({ damage: expect.any(String), sequence: 0 });
  expect(meanwhile(database)).toEqual(alone);
  expect(verifyJournal(database, undefined)).toEqual(alone);
});

test.each([
  [
    "a record that cannot be replayed",
    "UPDATE record SET data = '{}' WHERE sequence = 4",
    /^record 4 is not as it was recorded$/,
  ],
  ["a record that was removed", "DELETE FROM record WHERE sequence = 7", /^1 of its records were removed$/],
  ["a derived table", "DELETE FROM unsettled; DELETE FROM intended WHERE rowid = 3", /^its table "intended" lacks/],
])("in a large journal, %s is told", (_, sql, damage) => {
  const database = copied((path) => {
    const opened = openDatabase(path, "");
    if (!opened.ok) throw new Error(opened.problems[0].message);
    opened.value.exec(sql);
    opened.value.close();
  });
  expect(verifyJournal(database, undefined).damage).toEqual(expect.stringMatching(damage));
});

test("a file that another connection holds for itself is checked by this one", () => {
  const database = copied((path) => {
    const opened = openDatabase(path, "", { alone: true });
    if (opened.ok) opened.value.close();
  });
  database.exec("PRAGMA locking_mode = EXCLUSIVE");
  database.exec("BEGIN EXCLUSIVE; COMMIT");
  expect(verifyJournal(database, undefined).damage).toBeUndefined();
});
