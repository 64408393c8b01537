import { expect, onTestFinished, test } from "vitest";
import { openServer } from "../../src/database/postgres/open.ts";
import { initServer } from "../../src/journal/server/init.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, byHand, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { placeOf } from "../support/server-journal.ts";

const aResult = "NEW.type = 'result' AND NEW.data LIKE '%4bf90b8c%'";

/** Makes the server reject these rows, like a database whose encoding lacks a character. */
function lackingLetters(folder: string, table = "record", rows = aResult): { mend(): void } {
  byHand(folder, (database) => {
    database.exec(`CREATE OR REPLACE FUNCTION lacks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE 'character 0xd8 0xa7 has no equivalent in encoding "LATIN1"' USING ERRCODE = '22P05'; END $$`);
    database.exec(
      `CREATE TRIGGER lacks BEFORE INSERT ON ${table} FOR EACH ROW WHEN (${rows}) EXECUTE FUNCTION lacks()`,
    );
  });
  return { mend: () => byHand(folder, (database) => database.exec(`DROP TRIGGER lacks ON ${table}`)) };
}

test("an answer that the server cannot store is set aside with the cause, and stops no other document and no later command", async () => {
  const folder = temporaryFolder();
  const here = journalIn(folder);
  const attempt = await attemptAt(here);
  expect(await attempt.armed()).toBeUndefined();
  const { mend } = lackingLetters(folder);
  expect(await attempt.result(createdResult())).toMatchObject({
    code: "result-set-aside",
    message: expect.stringContaining("has no equivalent in encoding"),
  });
  await sendOne(here, intent({ content: "two" }), "5ab31c9d");
  here.close();
  const next = journalIn(folder);
  expect(await next.readyToSend()).toMatchObject({ ok: true });
  expect(given(await next.doubts())).toMatchObject([{ attempt: attempt.id }]);
  expect(given(await next.begin(intent(), { allowSimilar: false }))).toMatchObject({ is: "in-doubt" });
  await sendOne(next, intent({ content: "three" }), "6bc42d0e");
  mend();
  next.close();
  const last = journalIn(folder);
  expect(given(await last.begin(intent(), { allowSimilar: false }))).toMatchObject({ is: "created", id: "4bf90b8c" });
  expect(given(await last.verify()).damage).toBeUndefined();
});

test("an answer whose text alone cannot be stored is recorded by its hash, and what comes next is sent", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  const attempt = await attemptAt(journal);
  expect(await attempt.armed()).toBeUndefined();
  lackingLetters(folder, "kept", "true");
  expect(await attempt.result(createdResult(), "no letters")).toBeUndefined();
  expect(given(await journal.begin(intent(), { allowSimilar: false }))).toMatchObject({ is: "created" });
  await sendOne(journal, intent({ content: "two" }), "5ab31c9d");
  expect(given(await journal.verify()).damage).toBeUndefined();
});

test("a database that is not encoded in UTF8 is refused at init and at opening, with what to ask for", async () => {
  const folder = temporaryFolder();
  const { server, schema, address } = placeOf(folder);
  const database = `latin_${schema}`;
  byHand(folder, (hand) => hand.exec(`CREATE DATABASE ${database} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`));
  onTestFinished(() => byHand(folder, (hand) => hand.exec(`DROP DATABASE ${database} WITH (FORCE)`)));
  const refused = {
    ok: false,
    problems: [
      {
        code: "journal-unusable",
        message: expect.stringContaining("its encoding is LATIN1"),
        hint: expect.stringContaining("ENCODING 'UTF8'"),
      },
    ],
  };
  const latin = { ...server, database };
  expect(openServer(latin, schema)).toMatchObject(refused);
  expect(await initServer({ server: latin, schema, address })).toMatchObject(refused);
});
