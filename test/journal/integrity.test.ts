import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/database/index.ts";
import { type Journal, openJournal } from "../../src/journal/index.ts";
import { nthIntent, writeBigJournal } from "../support/big-journal.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

/** Enough documents to make the file so large that it is checked only once a day. */
const documents = 3_300;

const folder = mkdtempSync(join(tmpdir(), "selfbill-test-"));
const original = join(folder, "journal.db");
beforeAll(() => writeBigJournal(original, documents));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a copy of the journal after `change` has damaged the last page of this table or index. */
function withDamage(of: string, change: (page: Buffer) => void): Journal {
  const opened = openDatabase(original, "", { asItIs: true });
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const number = (sql: string): number => Number(Object.values(opened.value.get(sql) ?? {})[0]);
  const size = number("PRAGMA page_size");
  const root = number(`SELECT rootpage FROM sqlite_schema WHERE name = '${of}'`);
  opened.value.close();
  const path = join(temporaryFolder(), "journal.db");
  copyFileSync(original, path);
  const file = readFileSync(path);
  change(lastLeaf(file, size, root));
  writeFileSync(path, file);
  const journal = openJournal(path);
  if (!journal.ok) throw new Error(journal.problems[0].message);
  onTestFinished(() => journal.value.close());
  return journal.value;
}

/** Follows the right-most pointers from the root. Source: https://sqlite.org/fileformat2.html#b_tree_pages */
function lastLeaf(file: Buffer, size: number, root: number): Buffer {
  const page = file.subarray((root - 1) * size, root * size);
  const isInner = page[0] === 2 || page[0] === 5;
  return isInner ? lastLeaf(file, size, page.readUInt32BE(8)) : page;
}

const tables = ["record", "intended", "created", "content", "link", "known"];
const indexes = ["record_key", "record_of_attempt", "intended_number", "intended_twin", "link_row", "created_number"];

test("a large journal that nobody touched may send", async () => {
  const journal = withDamage("record", () => undefined);
  expect(await journal.readyToSend()).toEqual({ ok: true, value: undefined });
});

test.each([...tables, ...indexes])("nothing is sent once a page of %s in a large journal is damaged", async (name) => {
  const journal = withDamage(name, (page) => page.fill(0xee, 8, 60));
  expect(await journal.readyToSend()).toMatchObject({ ok: false, problems: [{ code: "journal-unusable" }] });
});

/** Returns the number of the document whose text comes last in the index. */
function lastBy(textOf: (n: number) => string): number {
  const all = Array.from({ length: documents }, (_, n) => n);
  return all.reduce((last, n) => (textOf(n) > textOf(last) ? n : last));
}

test.each([
  ["record_key", (n: number) => nthIntent(n).key, {}],
  ["intended_number", (n: number) => `"SB-2026-${n}"]`, { key: "f".repeat(64), totals: {} }],
] as const)(
  "an entry of the index %s that is wrong stops the document that it hides",
  async (index, textOf, change) => {
    const flip = (hidden: Buffer) => (page: Buffer) => {
      const at = page.indexOf(hidden);
      expect(at).toBeGreaterThan(0);
      const last = at + hidden.length - (index === "record_key" ? 1 : 3);
      page[last] = (page[last] ?? 0) ^ 1;
    };
    const sorted = (n: number): string =>
      index === "record_key" ? textOf(n) : JSON.stringify(["invoice", nthIntent(n).supplier.id, `SB-2026-${n}`]);
    const n = lastBy(sorted);
    const sound = await withDamage(index, () => undefined).begin(nthIntent(n, change), { allowSimilar: false });
    expect(sound).toMatchObject({ ok: true, value: { is: index === "record_key" ? "created" : "number-used" } });
    const journal = withDamage(index, flip(Buffer.from(textOf(n))));
    expect(await journal.begin(nthIntent(n, change), { allowSimilar: false })).toMatchObject({
      ok: false,
      problems: [{ code: "journal-unusable" }],
    });
  },
);
