import { createHash } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { openServer, type ServerDatabase } from "../../src/database/postgres/open.ts";
import { journalOn } from "../../src/journal/index.ts";
import { openServerDisk } from "../../src/journal/server/disk.ts";
import { initJournal, unprepared } from "../../src/journal/server/prepare.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, byHand, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { ownersHand, placeOf } from "../support/server-journal.ts";

/** Creates a journal, and opens a session for a user who may only read. */
function withReader() {
  const folder = temporaryFolder();
  journalIn(folder).close();
  const { server, schema } = placeOf(folder);
  const user = `auditor_${schema.slice(0, 8)}`;
  const hand = ownersHand(folder);
  hand.exec(`CREATE ROLE ${user} LOGIN; GRANT selfbill_reader TO ${user}`);
  onTestFinished(() => {
    hand.exec(`DROP SCHEMA ${schema} CASCADE; DROP OWNED BY ${user} CASCADE; DROP ROLE ${user}`);
    hand.close();
  });
  const reader = given(openServer({ ...server, user }, schema));
  onTestFinished(() => reader.close());
  return { folder, reader, place: { ...placeOf(folder), server: { ...server, user } } };
}

/** Returns the SQL for the advisory lock with which programs for form 3 of the schema wait for each other. */
const oldLock = (schema: string): string =>
  `pg_advisory_lock(29538, ${createHash("sha256").update(schema).digest().readInt32BE(0)})`;

test("who only reads stops nobody: neither by a lock of the server nor by the row that writers lock", async () => {
  const { folder, reader, place } = withReader();
  reader.get(`SELECT ${oldLock(place.schema)}`);
  await sendOne(journalIn(folder));
  for (const sql of ["SELECT one FROM turn FOR UPDATE", "SELECT one FROM turn"])
    expect(() => reader.get(sql)).toThrow("permission denied");
  for (const sql of [
    "BEGIN; LOCK TABLE turn IN SHARE MODE",
    "ROLLBACK; DELETE FROM holder",
    "UPDATE holder SET pid = 0",
  ])
    expect(() => reader.exec(sql)).toThrow("permission denied");
});

test("who only reads sees what is in doubt, and takes no name among those who send", async () => {
  const { folder, place } = withReader();
  const journal = journalIn(folder);
  const attempt = await attemptAt(journal);
  await attempt.armed();
  const reading = journalOn(given(openServerDisk(place, { openServer })));
  onTestFinished(() => reading.close());
  expect(given(await reading.doubts())).toEqual([]);
  expect(byHand(folder, (database) => database.all("SELECT name FROM holder"))).toHaveLength(1);
  journal.close();
  await expect.poll(async () => given(await reading.doubts())).toHaveLength(1);
});

test("a lock that somebody else got after its process died does not keep that process alive", async () => {
  const { folder, reader } = withReader();
  const journal = journalIn(folder);
  await attemptAt(journal);
  const key = byHand(folder, (database) => database.get("SELECT key FROM holder")?.key);
  byHand(folder, (database) => database.all("SELECT pg_terminate_backend(pid::int, 5000) FROM holder"));
  reader.get("SELECT pg_advisory_lock(?::bigint)", String(key));
  expect(given(await journalIn(folder).begin(intent(), { allowSimilar: false }))).toMatchObject({ is: "begun" });
});

test("a program that still waits for others as before form 4 claims nothing any more, and is told why", () => {
  const { folder } = withReader();
  const old = ownersHand(folder);
  onTestFinished(() => old.close());
  const claim = (): void =>
    old.transaction(() => old.exec("INSERT INTO claim (account, key, owner, attempt) VALUES ('a', 'k', 'o', 't')"));
  expect(claim).toThrow("brought up to date meanwhile; update selfbill");
  const { schema, address } = placeOf(folder);
  expect(unprepared(old, schema, address)).toBeUndefined();
  expect(claim).not.toThrow();
});

/** Removes the parts added by form 4 of the schema. */
function asForm3(database: ServerDatabase): void {
  database.exec("DROP TABLE turn, holder; DROP FUNCTION turn_rule() CASCADE; UPDATE made SET tables = '3'");
}

test("tables of form 3 are gone on with as they are, until their owner brings them up to date", async () => {
  const folder = temporaryFolder();
  journalIn(folder).close();
  const { schema, address } = placeOf(folder);
  const hand = ownersHand(folder);
  onTestFinished(() => hand.close());
  asForm3(hand);
  const [here, there] = [journalIn(folder), journalIn(folder)];
  await sendOne(here);
  const attempt = await attemptAt(here, intent({ content: "two" }));
  expect(given(await there.begin(intent({ content: "two" }), { allowSimilar: true }))).toEqual({ is: "busy" });
  expect(given(initJournal(hand, schema, address))).toMatchObject({ isNew: false });
  // A process that started earlier completes its work but begins nothing new.
  expect(await attempt.armed()).toBeUndefined();
  expect(await attempt.result(createdResult("5ab31c9d"))).toBeUndefined();
  expect(await here.begin(intent({ content: "three" }), { allowSimilar: true })).toMatchObject({
    ok: false,
    problems: [{ message: expect.stringContaining("brought up to date meanwhile") }],
  });
  const next = journalIn(folder);
  await sendOne(next, intent({ content: "three" }), "6bc42d0e");
  expect(given(await next.verify()).damage).toBeUndefined();
});
