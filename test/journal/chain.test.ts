import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openJournal } from "../../src/journal/index.ts";
import { byHand, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { onServer } from "../support/server-journal.ts";

/** Computes the hash independently of the program, from the description of the chain. */
function hashOf(texts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) {
    const bytes = Buffer.from(text, "utf8");
    hash.update(Buffer.concat([Buffer.from(`${bytes.length}:`), bytes, Buffer.from(",")]));
  }
  return hash.digest("hex");
}

test("every record and every state seen later is a link over the one before it", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  const empty = given(await journal.identity());
  expect(empty.sequence).toBe(0);
  await sendOne(journal);
  given(await journal.saw("sandbox:SBX-1", "4bf90b8c", "APPROVED – ü"));
  given(await journal.note("accepted", { by: "amina" }));
  const { made } = byHand(folder, (database) => database.get("SELECT made FROM identity") ?? {});
  let previous = hashOf(["selfbill-journal/1", empty.id, String(made)]);
  expect(empty.head).toBe(previous);
  const notes = "SELECT at, '' AS account, '' AS key, '' AS attempt, type, data FROM note";
  const rows = byHand(folder, (database) => [
    // The server's identity is recorded before the first document.
    ...database.all(`${notes} WHERE type = 'server'`),
    ...database.all("SELECT at, account, key, attempt, type, data FROM record ORDER BY sequence"),
    ...database.all("SELECT at, account, '' AS key, id AS attempt, 'seen' AS type, state AS data FROM seen"),
    ...database.all(`${notes} WHERE type <> 'server'`),
  ]);
  const count = onServer ? 6 : 5;
  expect(rows).toHaveLength(count);
  for (const [at, row] of rows.entries()) {
    const texts = [row.at, row.account, row.key, row.attempt, row.type, row.data].map(String);
    previous = hashOf(["selfbill-chain/1", empty.id, String(at + 1), ...texts, previous]);
    expect(given(await journal.hashAt(at + 1))).toBe(previous);
  }
  expect(given(await journal.identity())).toEqual({ id: empty.id, sequence: count, head: previous });
  expect(given(await journal.hashAt(count + 1))).toBeUndefined();
  expect(given(await journal.hashAt(0))).toBe(empty.head);
  expect(given(await journal.notes()).at(-1)).toMatchObject({ type: "accepted", data: { by: "amina" } });
});

test("a journal is the same one for every process, and no two are", async () => {
  const folder = temporaryFolder();
  const [first, second] = [journalIn(folder), journalIn(folder)];
  await sendOne(first);
  expect(given(await second.identity())).toEqual(given(await first.identity()));
  const other = given(await journalIn(temporaryFolder()).identity());
  expect(other.id).not.toBe(given(await first.identity()).id);
});

test.skipIf(onServer)("a journal without a chain is taken over once, and says so", async () => {
  const folder = temporaryFolder();
  const made = journalIn(folder);
  await sendOne(made);
  given(await made.saw("sandbox:SBX-1", "4bf90b8c", "APPROVED"));
  made.close();
  byHand(folder, (database) =>
    database.exec("DROP TABLE link; DROP TABLE identity; DROP TABLE note; PRAGMA user_version = 0"),
  );
  const journal = journalIn(folder);
  expect(given(await journal.notes())).toMatchObject([
    { type: "taken-over", data: { records: "3", seen: "1", through: "4" } },
  ]);
  const taken = given(await journal.identity());
  expect(taken.sequence).toBe(5);
  journal.close();
  const again = journalIn(folder);
  expect(given(await again.identity())).toEqual(taken);
});

test.skipIf(onServer)("a journal of a newer program is refused in words, and left as it is", () => {
  const folder = temporaryFolder();
  journalIn(folder).close();
  byHand(folder, (database) => database.exec("PRAGMA user_version = 7; PRAGMA wal_checkpoint(TRUNCATE)"));
  const before = readFileSync(join(folder, "journal.db"));
  expect(openJournal(join(folder, "journal.db"))).toMatchObject({
    ok: false,
    problems: [{ code: "journal-newer", outcome: "local_state", message: expect.stringContaining("newer selfbill") }],
  });
  expect(readFileSync(join(folder, "journal.db")).equals(before)).toBe(true);
});
