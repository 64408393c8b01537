import { expect, test } from "vitest";
import { intent } from "../support/intents.ts";
import { byHand, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const noted = (folder: string) =>
  byHand(folder, (database) => database.all("SELECT data FROM note WHERE type = 'server'"));

test("which server it is, is noted at the first opening by somebody who may write, without a question", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  expect(noted(folder)).toEqual([]);
  await sendOne(journal);
  expect(noted(folder)).toHaveLength(1);
  journal.close();
  // Makes the journal look as if an earlier version of selfbill had created it.
  byHand(folder, (database) =>
    database.exec(
      "DELETE FROM link WHERE source = 'note' AND row = (SELECT max(sequence) FROM note); DELETE FROM note",
    ),
  );
  const next = journalIn(folder);
  expect(noted(folder)).toEqual([
    { data: expect.stringMatching(/^\{"system":"\d{10,}","timeline":"[0-9A-F]{8}","database":".+","oid":"\d+"\}$/) },
  ]);
  expect(await next.readyToSend()).toMatchObject({ ok: true });
});

test.each([
  ["system", "it is another server, or a copy of its data"],
  ["timeline", "a standby took its place, or it was put back"],
  ["database", "is another database than before"],
  ["oid", "is another database than before"],
])("another %s stops everybody until it is accepted, and then nobody", async (what, words) => {
  const folder = temporaryFolder();
  await sendOne(journalIn(folder));
  byHand(folder, (database) =>
    database.run(`UPDATE note SET data = jsonb_set(data::jsonb, '{${what}}', '"1"')::text WHERE type = 'server'`),
  );
  const [here, there] = [journalIn(folder), journalIn(folder)];
  const stopped = {
    ok: false,
    problems: [{ code: "journal-server-changed", message: expect.stringContaining(words) }],
  };
  expect(await here.readyToSend()).toMatchObject(stopped);
  expect(await there.begin(intent({ content: "two" }), { allowSimilar: true })).toMatchObject(stopped);
  const judge = journalIn(folder);
  expect(given(await judge.heldBack())).toMatchObject({ code: "journal-server-changed" });
  given(await judge.accept("amina"));
  expect(given(await judge.heldBack())).toBeUndefined();
  for (const each of [judge, journalIn(folder)]) expect(await each.readyToSend()).toMatchObject({ ok: true });
});

test("who is past the first look obeys what is noted since, before the next document", async () => {
  const folder = temporaryFolder();
  const [here, there] = [journalIn(folder), journalIn(folder)];
  await sendOne(here);
  await sendOne(there, intent({ content: "two" }), "5ab31c9d");
  given(await there.note("moved", { to: "/elsewhere/journal.db", by: "amina" }));
  expect(await here.begin(intent({ content: "three" }), { allowSimilar: true })).toMatchObject({
    ok: false,
    problems: [{ code: "journal-moved" }],
  });
});
