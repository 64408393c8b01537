import { expect, onTestFinished, test } from "vitest";
import { openServer } from "../../src/database/postgres/open.ts";
import { repairOnServer } from "../../src/journal/admin.ts";
import { type Journal, journalOn } from "../../src/journal/index.ts";
import { openServerDisk } from "../../src/journal/server/disk.ts";
import { intent } from "../support/intents.ts";
import { byHand, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { ownersHand, placeOf } from "../support/server-journal.ts";

const hour = 3_600_000;
const who = { by: "amina", now: Date.parse("2026-06-19T08:00:00Z") };
const damaged = { ok: false, problems: [{ code: "journal-damaged", outcome: "local_state" }] };

/** Creates a journal with three documents; also returns a function that opens it a given number of hours later. */
async function threeDocuments() {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  for (const number of [1, 2, 3]) await sendOne(journal, intent({ content: `${number}` }), `id-${number}`);
  journal.close();
  const later = (hours: number): Journal => journalIn(folder, { now: () => Date.now() + hours * hour });
  return { folder, later };
}

const checks = (folder: string) =>
  byHand(folder, (database) => database.all("SELECT data FROM note WHERE type = 'checked' ORDER BY sequence")).map(
    ({ data }) => JSON.parse(String(data)),
  );

const change = (folder: string, sql: string): void => byHand(folder, (database) => database.exec(sql));
const spoil = (record: number): string =>
  `UPDATE record SET data = replace(data, 'sandbox', 'sandbux') WHERE sequence = ${record}`;

test("once a day the first who sends reads what was added since the last check, and notes how far it is sound", async () => {
  const { folder, later } = await threeDocuments();
  expect(await later(23).readyToSend()).toMatchObject({ ok: true });
  expect(checks(folder)).toEqual([]);
  const journal = later(25);
  expect(await journal.readyToSend()).toMatchObject({ ok: true });
  const { sequence } = given(await journal.identity());
  expect(checks(folder)).toEqual([{ through: String(sequence - 1), hash: expect.any(String), whole: "yes" }]);
  expect(await later(48).readyToSend()).toMatchObject({ ok: true });
  expect(checks(folder)).toHaveLength(1);
  // Records that an earlier check found intact are only counted, not read again.
  change(folder, spoil(1));
  expect(await later(50).readyToSend()).toMatchObject({ ok: true });
  expect(checks(folder)).toHaveLength(2);
  expect(given(await later(50).verify()).damage).toContain("record 1 is not as it was recorded");
});

test.each([
  ["a record changed", spoil(4), "record 4 is not as it was recorded"],
  ["a record removed", "DELETE FROM record WHERE sequence = 2", "record 2 was removed"],
  ["a link removed", "DELETE FROM link WHERE sequence = 3", "entry 3 of its chain was removed"],
])("with %s nobody sends any more, until its owner decides to go on", async (_, sql, words) => {
  const { folder, later } = await threeDocuments();
  const [first, other] = [later(25), journalIn(folder)];
  change(folder, sql);
  expect(await first.readyToSend()).toMatchObject(damaged);
  expect(given(await first.heldBack())?.message).toContain(words);
  expect(await other.begin(intent({ content: "four" }), { allowSimilar: true })).toMatchObject(damaged);
  expect(await repairOnServer(placeOf(folder), who)).toMatchObject({
    ok: false,
    problems: [{ message: expect.stringContaining("records themselves are damaged") }],
  });
  expect(await later(26).readyToSend()).toMatchObject(damaged);
  given(await journalIn(folder).accept("amina"));
  const next = later(26);
  expect(await next.readyToSend()).toMatchObject({ ok: true });
  expect(given(await next.heldBack())).toBeUndefined();
  expect(await later(60).readyToSend()).toMatchObject({ ok: true });
});

test("a record that was removed from what was found sound is noticed by its count", async () => {
  const { folder, later } = await threeDocuments();
  expect(await later(25).readyToSend()).toMatchObject({ ok: true });
  change(folder, "DELETE FROM record WHERE sequence = 2");
  expect(await later(50).readyToSend()).toMatchObject(damaged);
});

test("tables that verify found wrong stop everybody until they are repaired; a writer cannot accept them", async () => {
  const { folder } = await threeDocuments();
  const place = placeOf(folder);
  const user = `writer_${place.schema.slice(0, 8)}`;
  const hand = ownersHand(folder);
  hand.exec(`CREATE ROLE ${user} LOGIN; GRANT selfbill_writer TO ${user}; DELETE FROM created`);
  onTestFinished(() => {
    hand.exec(`DROP SCHEMA ${place.schema} CASCADE; DROP OWNED BY ${user} CASCADE; DROP ROLE ${user}`);
    hand.close();
  });
  const as = { ...place, server: { ...place.server, user } };
  const writer = journalOn(given(openServerDisk(as, { openServer })));
  onTestFinished(() => writer.close());
  given(await writer.holdDamaged('its table "created" lacks something that the records say'));
  given(await writer.holdDamaged("the same once more"));
  expect(byHand(folder, (database) => database.all("SELECT 1 FROM note WHERE type = 'damaged'"))).toHaveLength(1);
  expect(await writer.readyToSend()).toMatchObject(damaged);
  expect(await writer.accept("omar")).toMatchObject(damaged);
  const owner = journalIn(folder);
  expect(await owner.readyToSend()).toMatchObject(damaged);
  expect(given(await repairOnServer(place, who))).toMatchObject({ tables: ["created"] });
  expect(await journalIn(folder).readyToSend()).toMatchObject({ ok: true });
  const next = journalOn(given(openServerDisk(as, { openServer })));
  onTestFinished(() => next.close());
  await sendOne(next, intent({ content: "five", by: { machine: "desk", user: "omar", databaseUser: user } }), "id-5");
});
