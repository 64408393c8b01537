import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "../../src/database/index.ts";
import { lookAside, lookAsideMeanwhile } from "../../src/journal/verify/aside.ts";
import { isLarge } from "../../src/journal/verify/integrity.ts";
import { verifyJournal } from "../../src/journal/verify/verify.ts";
import { writeBigJournal } from "../support/big-journal.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

/** Enough for a file that is checked in two threads. */
const documents = 3_300;

const folder = mkdtempSync(join(tmpdir(), "selfbill-test-"));
const original = join(folder, "journal.db");
beforeAll(() => writeBigJournal(original, documents));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `work` changes the copy's file before it is opened. */
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

function meanwhile(database: Database) {
  const started = lookAsideMeanwhile(database);
  onTestFinished(() => started?.end());
  return started?.found();
}

test("a large journal that nobody touched is sound, also for the second thread", () => {
  const database = copied();
  expect(meanwhile(database)).toEqual({ file: undefined, texts: undefined });
  const { damage, sequence } = verifyJournal(database, undefined);
  expect([damage, sequence]).toEqual([undefined, 5 * documents]);
});

test("the second thread finds a changed text", () => {
  const database = copied((path) => {
    const opened = openDatabase(path, "");
    if (!opened.ok) throw new Error(opened.problems[0].message);
    opened.value.exec(`UPDATE kept SET content = x'0300' WHERE number = ${documents}`);
    opened.value.close();
  });
  const texts = expect.stringMatching(/^the text kept as [0-9a-f]{64} is another one now$/);
  expect(meanwhile(database)).toEqual({ file: undefined, texts });
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
  const alone = lookAside(database).file;
  expect(alone).toEqual(expect.any(String));
  expect(meanwhile(database)).toEqual({ file: alone, texts: undefined });
  expect(verifyJournal(database, undefined)).toMatchObject({ damage: alone, sequence: 0 });
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
