import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openServer } from "../../src/database/postgres/open.ts";
import { mergeIntoServer, purgeOnServer, repairOnServer } from "../../src/journal/admin.ts";
import { journalOn, openJournal, sha256 } from "../../src/journal/index.ts";
import { openServerDisk } from "../../src/journal/server/disk.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, byHand, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { ownersHand, placeOf } from "../support/server-journal.ts";

const who = { by: "amina", now: Date.parse("2026-06-19T08:00:00Z") };
const account = "sandbox:SBX-1";
const body = '{"note":"a body"}';

async function withBody(folder: string) {
  const journal = journalIn(folder);
  const attempt = await attemptAt(journal, intent({ bodyHash: sha256(body), issueDate: "2020-06-15" }), body);
  await attempt.armed();
  await attempt.result(createdResult("id-1"));
  return journal;
}

test("a purge on a server removes texts of its time, while others use the journal, and verify accepts it", async () => {
  const folder = temporaryFolder();
  const journal = await withBody(folder);
  const place = placeOf(folder);
  expect(given(await purgeOnServer(place, "2021-01-01", { ...who, really: false }))).toMatchObject({
    texts: 1,
    documents: 1,
  });
  expect(given(await journal.kept(sha256(body)))).toBe(body);
  expect(given(await purgeOnServer(place, "2020-01-01", { ...who, really: true }))).toMatchObject({ texts: 0 });
  expect(given(await purgeOnServer(place, "2021-01-01", { ...who, really: true }))).toMatchObject({ texts: 1 });
  expect(given(await journal.kept(sha256(body)))).toBeUndefined();
  expect(given(await journal.notes()).filter(({ type }) => type === "purged")).toMatchObject([
    { data: { before: "2021-01-01", by: "amina", hashes: [sha256(body)] } },
  ]);
  expect(given(await journal.verify()).damage).toBeUndefined();
  await sendOne(journal, intent({ content: "two" }), "id-2");
});

test("a journal of a file is merged into one on a server: its documents are known there, once, and who sends them twice is told", async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  const journal = await withBody(folder);
  mkdirSync(other, { recursive: true });
  const file = given(openJournal(join(other, "journal.db")));
  await sendOne(file, intent({ content: "two", documentNumber: "SB-2" }), "id-9");
  const doubt = await attemptAt(file, intent({ content: "three" }));
  await doubt.armed();
  file.close();
  const merged = given(await mergeIntoServer(placeOf(folder), other, who));
  expect(merged).toMatchObject({ records: 5, doubts: 1, twice: [] });
  expect(given(await journal.find(account, "id-9"))).toHaveLength(1);
  expect(
    given(await journal.begin(intent({ content: "two", documentNumber: "SB-2" }), { allowSimilar: false })),
  ).toMatchObject({ is: "created", id: "id-9" });
  expect(given(await journal.begin(intent({ content: "three" }), { allowSimilar: true }))).toMatchObject({
    is: "in-doubt",
  });
  expect(given(await mergeIntoServer(placeOf(folder), other, who))).toMatchObject({ records: 0, notes: 0 });
  expect(given(await journal.notes()).filter(({ type }) => type === "merged")).toHaveLength(1);
  expect(given(await journal.verify()).damage).toBeUndefined();
});

test("who does not own the tables changes nothing, and is told whom to ask", async () => {
  const folder = temporaryFolder();
  (await withBody(folder)).close();
  const place = placeOf(folder);
  const user = `writer_${place.schema.slice(0, 8)}`;
  const hand = ownersHand(folder);
  hand.exec(`CREATE ROLE ${user} LOGIN; GRANT selfbill_writer TO ${user}`);
  onTestFinished(() => {
    hand.exec(`DROP SCHEMA ${place.schema} CASCADE; DROP OWNED BY ${user} CASCADE; DROP ROLE ${user}`);
    hand.close();
  });
  const as = { ...place, server: { ...place.server, user } };
  const refused = {
    ok: false,
    problems: [{ code: "bad-usage", message: expect.stringContaining(`${user} does not own`) }],
  };
  expect(await repairOnServer(as, who)).toMatchObject(refused);
  expect(await purgeOnServer(as, "2021-01-01", { ...who, really: true })).toMatchObject(refused);
  const other = temporaryFolder();
  mkdirSync(other, { recursive: true });
  const file = given(openJournal(join(other, "journal.db")));
  await sendOne(file, intent({ content: "two" }), "id-9");
  file.close();
  expect(await mergeIntoServer(as, other, who)).toMatchObject(refused);
  const writer = journalOn(given(openServerDisk(as, { openServer })));
  onTestFinished(() => writer.close());
  await sendOne(
    writer,
    intent({ content: "three", by: { machine: "desk", user: "writer", databaseUser: user } }),
    "id-3",
  );
  expect(
    byHand(folder, (database) => database.all("SELECT type FROM note WHERE type IN ('purged', 'merged')")),
  ).toEqual([]);
});
