import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "../../src/database/index.ts";
import { copyTables, tables } from "../../src/journal/store/copy.ts";
import { schema } from "../../src/journal/store/schema.ts";
import { databaseIn, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

/** Enough rows for more than two pages, the last of which is not full. */
const count = 1_203;

/** Each number below `count` once, in a shuffled order. */
const mixed = Array.from({ length: count }, (_, at) => (at * 7_919) % count);

/** Adds rows for every kind of key: one number, two numbers, strings, none, and insertion order. */
function fill(database: Database): void {
  for (const n of mixed) {
    // Only the second part of the key separates the last rows of a page from the first ones of the next.
    database.run("INSERT INTO tried_name (name, record) VALUES (?, ?)", n % 7, n);
    database.run("INSERT INTO intended (account, key, twin) VALUES (?, ?, ?)", `a${n % 3}`, `é${n}`, `twin ${n}`);
    const credited = "INSERT INTO credited (account, id, invoice_number, reason) VALUES (?, ?, ?, ?)";
    database.run(credited, "a", `id-${n % 5}`, `${n}`, "VD");
  }
  for (let n = 0; n < count; n++) database.run("INSERT INTO start (account, at) VALUES (?, ?)", "a", n % 2);
  for (const n of mixed.slice(0, 12))
    database.run("INSERT INTO kept (number, hash, content) VALUES (?, ?, ?)", n + 10_000, `${n}`, Buffer.from(`${n}`));
}

test("a copy has every row once, however many there are and in whatever order they came", async () => {
  const folder = temporaryFolder();
  await sendOne(journalIn(folder));
  const from = databaseIn(folder);
  const into = given(openDatabase(join(temporaryFolder(), "copy.db"), schema));
  onTestFinished(() => from.close());
  onTestFinished(() => into.close());
  from.transaction(() => fill(from));
  from.snapshot(() => into.transaction(() => copyTables(from, into)));
  for (const table of tables.filter((each) => !["made", "checked", "claim"].includes(each))) {
    // A server's tables have more columns than a file's.
    const columns = into.all(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => String(name));
    const plain = (value: unknown): unknown => (value instanceof Uint8Array ? [...value] : value);
    const rows = (of: Database): string[] =>
      of.all(`SELECT * FROM ${table}`).map((row) => JSON.stringify(columns.map((name) => plain(row[name]))));
    expect(rows(into).sort(), table).toEqual(rows(from).sort());
  }
  const order = "SELECT invoice_number FROM credited ORDER BY rowid";
  expect(into.all(order)).toEqual(from.all(order));
  expect(into.all(order).map((row) => Number(row.invoice_number))).toEqual(mixed);
});
