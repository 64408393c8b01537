import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Database, openDatabase } from "../../src/database/index.ts";
import { sha256 } from "../../src/journal/index.ts";
import { verifyJournal } from "../../src/journal/verify/verify.ts";
import { bigAccount, writeBigJournal } from "../support/big-journal.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, byHand, given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { onServer } from "../support/server-journal.ts";
import { fillUp, smallDisk } from "../support/small-disk.ts";

const body = '{"note":"first line"}';
const answer = '{"id":"4bf90b8c", "payable_amount":10500.00}\n';
const account = "sandbox:SBX-1";

/**
 * Creates a journal with every kind of entry: a created document, a credit note in doubt, a later state, a note, stored
 * content.
 */
async function small(): Promise<{ folder: string; head: string }> {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  const one = await attemptAt(journal, intent({ bodyHash: sha256(body), documentNumber: "SB-1" }), body);
  await one.armed();
  await one.result(createdResult("4bf90b8c", { answerHash: sha256(answer) }), answer);
  const credits = { invoiceNumbers: ["SB-1"], reason: "VD" };
  const two = await attemptAt(journal, intent({ content: "two", kind: "credit-note", credits }));
  await two.armed();
  await two.result(createdResult("credit-1", { documentNumber: "SBC-1" }));
  const three = await attemptAt(journal, intent({ content: "three" }));
  await three.armed();
  await three.result({ verdict: "in-doubt", said: ["No answer came."] });
  given(await journal.saw(account, "4bf90b8c", "APPROVED"));
  given(await journal.note("accepted", { by: "amina" }));
  const { head } = given(await journal.identity());
  journal.close();
  if (!onServer) byHand(folder, (database) => database.get("PRAGMA wal_checkpoint(TRUNCATE)"));
  return { folder, head };
}

async function damageOf(folder: string, head?: string): Promise<string | undefined> {
  const journal = journalIn(folder);
  const found = given(await journal.verify(head));
  journal.close();
  return found.damage;
}

/** Copies the journal to another folder, and changes the copy directly. */
function altered(folder: string, work: (database: Database) => void): string {
  if (onServer) {
    byHand(folder, work);
    return folder;
  }
  const other = temporaryFolder();
  mkdirSync(other, { recursive: true });
  copyFileSync(join(folder, "journal.db"), join(other, "journal.db"));
  byHand(other, work);
  return other;
}

test("a journal that nobody touched is sound, and the head that was noted is found in it, also when it has grown", async () => {
  const { folder, head } = await small();
  expect(await damageOf(folder)).toBeUndefined();
  const journal = journalIn(folder);
  given(await journal.saw(account, "4bf90b8c", "REJECTED"));
  const found = given(await journal.verify(head));
  expect(found).toMatchObject({ noted: found.sequence - 1 });
  expect(found.damage).toBeUndefined();
  expect(given(await journal.verify(head.slice(0, 16))).damage).toBeUndefined();
  expect(given(await journal.verify("0".repeat(64))).damage).toContain("the head that was noted elsewhere");
});

describe("what a hand changed is found without a head noted elsewhere", () => {
  test.each([
    ["an amount", `UPDATE record SET data = replace(data, '10500', '10501')`, "is not as it was recorded"],
    [
      "a TRN",
      `UPDATE record SET data = replace(data, '100234567400003', '100234567400004')`,
      "is not as it was recorded",
    ],
    ["a time", "UPDATE record SET at = '2020-01-01T00:00:00.000Z' WHERE sequence = 2", "record 2 is not as"],
    ["a verdict", `UPDATE record SET data = replace(data, 'created', 'refused') WHERE type = 'result'`, "record 3"],
    ["a later state", "UPDATE seen SET state = 'REJECTED'", "later state 1 is not as it was recorded"],
    ["a later state removed", "DELETE FROM seen", "later state 1 was removed"],
    ["a note", "UPDATE note SET data = '{}'", "note 1 is not as it was recorded"],
    ["a note removed", "DELETE FROM note", "note 1 was removed"],
    ["a record removed", "DELETE FROM record WHERE type = 'result'", "of its records were removed"],
    [
      "a record in pieces",
      "UPDATE record SET data = substr(data, 3) WHERE sequence = 1",
      onServer ? "record 1 is not as it was recorded" : "record 1 cannot be read",
    ],
    ["a record of nothing", "UPDATE record SET attempt = 'X' WHERE sequence = 2", "belongs to nothing"],
    ["a kept body removed", "DELETE FROM kept WHERE number = 1", "kept text 1 was removed"],
    ["a kept answer removed", "DELETE FROM kept WHERE number = 2", "kept text 2 was removed"],
    [
      "a kept body changed",
      `UPDATE kept SET content = ${onServer ? "'\\x0300'" : "x'0300'"} WHERE number = 1`,
      "is another one now",
    ],
    [
      "a record put in",
      `INSERT INTO record (at, account, key, attempt, type, data)
      SELECT at, account, key, 'OTHER', type, data FROM record WHERE sequence = 1`,
      "are not in its chain",
    ],
    ["a link removed", "DELETE FROM link WHERE sequence = 3", "entry 3 of its chain was removed"],
    ["a link changed", "UPDATE link SET hash = upper(hash) WHERE sequence = 3", "not as it was recorded"],
    ["a document's id", "UPDATE created SET id = 'other' WHERE id = '4bf90b8c'", 'table "created"'],
    ["a document's amount", "UPDATE created SET payable_amount = '1' WHERE id = '4bf90b8c'", 'table "created"'],
    ["a document removed", "DELETE FROM created WHERE id = '4bf90b8c'", 'table "created" lacks'],
    ["what a file said", "UPDATE content SET hash = 'x'", 'table "content"'],
    ["what is credited", "DELETE FROM credited", 'table "credited" lacks'],
    ["a number", "UPDATE intended SET number = 'x' WHERE number IS NOT NULL", 'table "intended"'],
    ["a doubt", "DELETE FROM unsettled", 'table "unsettled" lacks'],
    ["a supplier's documents", "DELETE FROM supplied WHERE record = 1", 'table "supplied" lacks'],
    ["which journal it is", "UPDATE identity SET id = 'other'", "is not as it was recorded"],
    ["when it was made", "UPDATE identity SET made = 'other'", "is not as it was recorded"],
  ])("%s", async (_, sql, says) => {
    const { folder } = await small();
    expect(await damageOf(altered(folder, (database) => database.run(sql)))).toContain(says);
  });
});

describe.skipIf(onServer)("with a head noted elsewhere everything is found", () => {
  test("every byte of every record, later state and note changed", async () => {
    const { folder, head } = await small();
    const other = altered(folder, () => undefined);
    const hand = given(openDatabase(join(other, "journal.db"), ""));
    onTestFinished(() => hand.close());
    hand.get("PRAGMA synchronous = OFF");
    const journal = journalIn(other);
    const columns = {
      record: ["at", "account", "key", "attempt", "type", "data"],
      seen: ["at", "account", "id", "state"],
      note: ["at", "type", "data"],
      link: ["source", "hash"],
    };
    let tried = 0;
    for (const [table, names] of Object.entries(columns))
      for (const name of names)
        for (const { sequence, text } of hand.all(`SELECT sequence, ${name} AS text FROM ${table}`)) {
          const bytes = Buffer.from(String(text));
          const put = (value: Buffer): number => {
            try {
              const sql = `UPDATE ${table} SET ${name} = CAST(? AS TEXT) WHERE sequence = ?`;
              return hand.run(sql, value, Number(sequence)).changes;
            } catch {
              return 0; // the table itself rejects it
            }
          };
          for (const at of bytes.keys()) {
            const changed = Buffer.from(bytes);
            changed[at] = (changed[at] ?? 0) ^ 1;
            if (put(changed) === 0) continue;
            tried += 1;
            const { damage } = given(await journal.verify(head));
            expect(damage, `${table} ${sequence}, ${name}, byte ${at}`).toBeDefined();
          }
          put(bytes);
        }
    expect(tried).toBeGreaterThan(4_000);
    expect(given(await journal.verify(head)).damage).toBeUndefined();
  });

  test("every row removed, with its link or without, and any two swapped", async () => {
    const { folder, head } = await small();
    const counts = { record: 9, seen: 1, note: 1, kept: 2 };
    for (const [table, count] of Object.entries(counts)) {
      const [number, source] = table === "kept" ? ["number", "text"] : ["sequence", table];
      for (let row = 1; row <= count; row++) {
        const removed = `DELETE FROM ${table} WHERE ${number} = ${row}`;
        const unlinked = `DELETE FROM link WHERE source = '${source}' AND row = ${row}`;
        const forgotten = `UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = '${table}'`;
        for (const hand of [[removed], [removed, unlinked], [removed, unlinked, forgotten]]) {
          const other = altered(folder, (database) => database.exec(hand.join("; ")));
          expect(await damageOf(other, head), hand.join("; ")).toBeDefined();
        }
      }
    }
    for (let one = 1; one <= 9; one++)
      for (let two = one + 1; two <= 9; two++) {
        const swap = (table: string, name: string) =>
          `UPDATE ${table} SET ${name} = -1 WHERE ${name} = ${one}; UPDATE ${table} SET ${name} = ${one} WHERE ${name} = ${two};
           UPDATE ${table} SET ${name} = ${two} WHERE ${name} = -1`;
        const rows = altered(folder, (database) => database.exec(swap("record", "sequence")));
        expect(await damageOf(rows, head), `${one} and ${two}`).toBeDefined();
      }
  });

  test("the last record removed with its link and every trace of it: only the head tells", async () => {
    const { folder, head } = await small();
    const other = altered(folder, (database) =>
      database.exec(
        `DELETE FROM note; DELETE FROM link WHERE source = 'note'; DELETE FROM sqlite_sequence WHERE name = 'note'`,
      ),
    );
    expect(await damageOf(other)).toBeUndefined();
    expect(await damageOf(other, head)).toContain("the head that was noted elsewhere");
  });
});

test.skipIf(onServer)(
  "a journal of an earlier version verifies after it was taken over, with what only that version knew",
  async () => {
    const { folder } = await small();
    const other = altered(folder, (database) =>
      database.exec(`DROP TABLE link; DROP TABLE identity; DROP TABLE note; DELETE FROM content; DELETE FROM supplied;
      INSERT INTO created (account, kind, id, document_number, file, version, created_at, currency, payable_amount, lines)
        VALUES ('${account}', 'invoice', 'old-1', 'SB-OLD', '/old.yaml', '20260101', '2026-01-01T00:00:00.000Z', 'AED', '1', '[]');
      PRAGMA user_version = 0`),
    );
    const journal = journalIn(other);
    expect(given(await journal.verify())).toMatchObject({ takenOver: { through: expect.any(String) } });
    expect(given(await journal.verify()).damage).toBeUndefined();
    expect(given(await journal.find(account, "SB-OLD"))).toMatchObject([{ id: "old-1" }]);
    journal.close();
    const later = altered(other, (database) => database.run("UPDATE created SET id = 'old-2' WHERE id = 'old-1'"));
    expect(await damageOf(later)).toContain('table "created"');
  },
);

test("a check asks for rows a page at a time: on a server each question is a way there and back", async () => {
  const [folder, documents] = [temporaryFolder(), 120];
  const journal = journalIn(folder);
  for (let at = 0; at < documents; at++) {
    const how = { allowSimilar: true, unlimited: true, body: `{"document":${at}}` };
    const begun = given(await journal.begin(intent({ content: `${at}` }), how));
    if (begun.is !== "begun") throw new Error(begun.is);
    await begun.attempt.armed();
    await begun.attempt.result(createdResult(`id-${at}`), `{"answer":${at}}`);
  }
  byHand(folder, (database) => {
    let questions = 0;
    const counted = <A extends unknown[], T>(ask: (...asked: A) => T) => {
      return (...asked: A): T => {
        questions += 1;
        return ask(...asked);
      };
    };
    const { get, all } = database;
    expect(verifyJournal({ ...database, get: counted(get), all: counted(all) }, undefined).damage).toBeUndefined();
    expect(questions).toBeLessThan(0.6 * documents);
  });
});

test.skipIf(onServer)("what came much later than its try is played where it belongs", async () => {
  const folder = temporaryFolder();
  writeBigJournal(join(folder, "journal.db"), 1_200);
  const journal = journalIn(folder);
  const { account: whose } = bigAccount;
  const [first] = given(await journal.tries.called("TRY0"));
  if (first === undefined) throw new Error("the first try is missing");
  given(
    await journal.resolve(
      { ...first, last: 3 },
      {
        verdict: "created",
        how: "word",
        by: "amina",
        id: "id-moved",
        documentNumber: "SB-MOVED",
      },
    ),
  );
  given(await journal.saw(whose, "id-1", "REJECTED"));
  given(await journal.saw(whose, "id-2", "APPROVED"));
  expect(given(await journal.verify()).damage).toBeUndefined();
  journal.close();
  const hands = {
    created: "UPDATE created SET id = 'id-0' WHERE id = 'id-moved'",
    tried: "UPDATE tried SET state = 'in-doubt' WHERE attempt = 'TRY0'",
    unfinished: "UPDATE unfinished SET state = 'PENDING' WHERE id = 'id-1'",
  };
  for (const [table, sql] of Object.entries(hands)) {
    const other = altered(folder, (database) => expect(database.run(sql).changes).toBe(1));
    expect(await damageOf(other)).toContain(`its table "${table}" says something that no record says`);
  }
  const open = "INSERT INTO unfinished SELECT account, 'id-2', state, number, record FROM unfinished WHERE id = 'id-1'";
  expect(await damageOf(altered(folder, (database) => database.run(open)))).toContain('table "unfinished" says');
});

test.for([0, 96 * 1024])(
  "a temporary folder with %i bytes left is named, and nothing is called damaged",
  async (left, { skip }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip();
    const { folder } = await small();
    const journal = journalIn(folder);
    fillUp(disk, left);
    vi.stubEnv("TMPDIR", disk);
    onTestFinished(() => vi.unstubAllEnvs() && undefined);
    const found = await journal.verify();
    journal.close();
    expect(found).toMatchObject({
      problems: [{ message: `The journal could not be checked: no space is left in the temporary folder ${disk}.` }],
    });
  },
);
