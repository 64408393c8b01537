import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openJournal } from "../../src/journal/index.ts";
import { intent } from "../support/intents.ts";
import { attemptAt, byHand, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const one = intent({ content: "one", documentNumber: "SB-1" });
const doubtful = intent({ content: "two", issueDate: "2026-06-02" });
const late = intent({ content: "three", issueDate: "2026-06-03" });
const files = ["journal.db", "journal.db-wal", "journal.db-shm"] as const;

/**
 * Returns the files of a journal whose program was killed: part of it is in the main file, and the newest part is in
 * the write-ahead log.
 */
async function killed(): Promise<Map<string, Buffer>> {
  const folder = temporaryFolder();
  const before = journalIn(folder);
  await sendOne(before, one, "id-1");
  before.close();
  const journal = journalIn(folder);
  await sendOne(journal, late, "id-3");
  await (await attemptAt(journal, doubtful)).armed();
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Each document with the correct answer to whether it may be sent. */
const questions = [
  [one, "created"],
  [intent({ content: "other", documentNumber: "SB-1", totals: {} }), "number-used"],
  [intent({ content: "twin" }), "similar"],
  [doubtful, "in-doubt"],
  [late, "created"],
] as const;

async function answers(folder: string): Promise<string[]> {
  const opened = openJournal(join(folder, "journal.db"));
  if (!opened.ok) return ["refused"];
  const said: string[] = [];
  for (const [what] of questions) {
    const begun = await opened.value.begin(what, { allowSimilar: false });
    said.push(begun.ok ? begun.value.is : "refused");
  }
  opened.value.close();
  return said;
}

test("one bit flipped anywhere in the file or its log: every question is answered rightly, or refused", async () => {
  const whole = await killed();
  const right = questions.map(([, is]) => is as string);
  // Each copy needs a new folder: a process checks a file's log only before it opens that file for the first time.
  const put = (): string => {
    const folder = temporaryFolder();
    for (const [name, bytes] of whole) writeFileSync(join(folder, name), bytes, { mode: 0o600 });
    return folder;
  };
  expect(await answers(put())).toEqual(right);
  let [tried, refused] = [0, 0];
  for (const name of ["journal.db", "journal.db-wal"] as const) {
    const bytes = whole.get(name) ?? Buffer.alloc(0);
    const stride = Number(process.env.SELFBILL_TEST_STRIDE ?? 1_499);
    for (let at = 0; at < bytes.length; at += at < 100 ? 7 : stride) {
      const folder = put();
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(join(folder, name), flipped);
      const said = await answers(folder);
      tried += 1;
      if (said.includes("refused")) refused += 1;
      for (const [number, word] of said.entries())
        expect(["refused", right[number]], `${name} byte ${at}: ${said.join(", ")}`).toContain(word);
    }
  }
  expect(tried).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(10);
}, 3_600_000);

test("rows that decide are held against the chain, and both ways to them against each other, whatever the size", async () => {
  const hands = [
    "UPDATE record SET data = replace(data, 'created', 'refused') WHERE type = 'result'",
    "DELETE FROM known WHERE record = 2",
    "DELETE FROM intended",
    "UPDATE intended SET number = 'x'",
    "DELETE FROM record WHERE sequence = 3",
    "DELETE FROM link WHERE row = 3",
  ];
  for (const sql of hands) {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    await sendOne(journal, one, "id-1");
    byHand(folder, (database) => database.run(sql));
    const asked = [];
    for (const [what] of questions.slice(0, 3)) asked.push((await journal.begin(what, { allowSimilar: false })).ok);
    expect(asked, sql).toContain(false);
  }
});

test("a table that a flipped bit renamed is not made anew as an empty one", async () => {
  const folder = temporaryFolder();
  await sendOne(journalIn(folder), one, "id-1");
  byHand(folder, (database) => database.exec("ALTER TABLE record RENAME TO recorf"));
  expect(openJournal(join(folder, "journal.db"))).toMatchObject({
    ok: false,
    problems: [{ code: "journal-unusable", message: expect.stringContaining("not those that were made") }],
  });
});

test("what was put in room that was reserved is believed only from a file that nobody else could write or read", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  await (await attemptAt(journal, one)).armed();
  const owners = join(folder, "journal.owners");
  const planted = { at: "2026-01-01T00:00:00.000Z", account: one.account, key: one.key, attempt: "X", result: {} };
  writeFileSync(join(owners, "0000000000000000.lock"), "", { mode: 0o600 });
  writeFileSync(join(owners, "0000000000000000.aside"), `${JSON.stringify(planted)}\n\0`, { mode: 0o644 });
  const other = journalIn(folder);
  expect(await other.readyToSend()).toMatchObject({ ok: false, problems: [{ code: "journal-unusable" }] });
  expect(given(await journal.records(0, 10))).toHaveLength(2);
});

test.skipIf(process.platform === "win32").each([
  ["a folder that others can write to", (folder: string) => chmodSync(folder, 0o777), "other users can write to"],
  ["a file that others can write to", (folder: string) => chmodSync(join(folder, "journal.db"), 0o666), "can write to"],
  [
    "a file that is a link",
    (folder: string) => symlinkSync("/dev/null", join(folder, "journal.db-wal")),
    "symbolic link",
  ],
  [
    "a linked folder of owners",
    (folder: string) => symlinkSync("/tmp", join(folder, "journal.owners")),
    "symbolic link",
  ],
])("%s is refused with the reason", async (_, spoil, says) => {
  const folder = join(temporaryFolder(), "state");
  mkdirSync(folder, { mode: 0o700 });
  const from = temporaryFolder();
  const made = journalIn(from);
  await sendOne(made, one, "id-1");
  made.close();
  copyFileSync(join(from, "journal.db"), join(folder, "journal.db"));
  expect(existsSync(join(folder, "journal.db"))).toBe(true);
  spoil(folder);
  expect(openJournal(join(folder, "journal.db"))).toMatchObject({
    ok: false,
    problems: [{ code: "journal-unusable", outcome: "local_state", message: expect.stringContaining(says) }],
  });
  chmodSync(folder, 0o700);
});
