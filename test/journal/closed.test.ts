import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { moveJournal, purgeJournal, restoreJournal } from "../../src/journal/admin.ts";
import { deliveryNote, handedOverNote } from "../../src/life/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const who = { by: "amina", now: Date.parse("2026-06-19T08:00:00Z") };

test("a journal that was moved away stays closed, whoever accepts it, and nothing of it is purged", async () => {
  const [folder, to] = [temporaryFolder(), join(temporaryFolder(), "journal.db")];
  const path = join(folder, "journal.db");
  const journal = journalIn(folder);
  await sendOne(journal);
  journal.close();
  given(moveJournal(path, to, who));
  const moved = journalIn(folder);
  const closed = { ok: false, problems: [{ code: "journal-moved" }] };
  expect(await moved.accept("amina")).toMatchObject(closed);
  expect(await moved.begin(intent({ content: "two" }), { allowSimilar: true })).toMatchObject(closed);
  expect(given(await moved.notes()).map(({ type }) => type)).toEqual(["moved"]);
  moved.close();
  expect(purgeJournal(path, "2027-01-01", { ...who, really: true })).toMatchObject(closed);
});

test("a journal that is open is accepted without a note that it was opened", async () => {
  const journal = journalIn(temporaryFolder());
  await sendOne(journal);
  given(await journal.accept("amina"));
  expect(given(await journal.notes())).toEqual([]);
});

test("a journal is no backup of itself, however its file is named", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "journal.db");
  const journal = journalIn(folder);
  await sendOne(journal);
  journal.close();
  const before = readFileSync(path);
  for (const file of [path, relative(process.cwd(), path), join(folder, "x", "..", "journal.db")])
    expect(restoreJournal(path, file, who)).toMatchObject({
      ok: false,
      problems: [{ code: "bad-usage", message: "This file is the journal itself." }],
    });
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(existsSync(path) && readdirSync(folder).filter((name) => name.endsWith(".db"))).toEqual(["journal.db"]);
});

test("an answer that names the document of another content makes a doubt of this one, and of nothing else", async () => {
  const journal = journalIn(temporaryFolder());
  await sendOne(journal, intent({ content: "one" }), "id-1");
  const second = intent({ content: "two", contentHash: "2".repeat(64) });
  const attempt = await attemptAt(journal, second);
  expect(await attempt.armed()).toBeUndefined();
  const found = await attempt.result(createdResult("id-1"));
  expect([found?.code, found?.message]).toEqual([
    "answer-contradicts",
    expect.stringMatching(
      /ANOTHER DOCUMENT'S ID.*It is not known whether this document exists: do not send it again\./s,
    ),
  ]);
  expect(given(await journal.standing(second.account, second.key))).toMatchObject({ is: "in-doubt" });
  expect(given(await journal.find(second.account, "id-1"))).toMatchObject([{ contentHash: "1".repeat(64) }]);
  // Even if a refusal contains an id, that id does not refer to a document.
  const third = intent({ content: "three", contentHash: "3".repeat(64) });
  const refused = await attemptAt(journal, third);
  expect(await refused.armed()).toBeUndefined();
  expect(await refused.result({ verdict: "refused", status: 400, id: "id-1", said: [] })).toBeUndefined();
  expect(given(await journal.standing(third.account, third.key))).toMatchObject({ is: "fresh", after: "refused" });
});

test("a record that a supplier was given a copy, or that a delivery failed, closes no journal", async () => {
  const journal = journalIn(temporaryFolder());
  await sendOne(journal);
  const document = { account: "sandbox:SBX-1", id: "id-1" };
  const said = { on: "2026-06-19", how: "mail", withdrawn: false, by: "amina", recordedAt: "" };
  for (const { type, data } of [deliveryNote(document, false), handedOverNote(document, said)])
    given(await journal.note(type, data));
  expect(given(await journal.heldBack())).toBeUndefined();
  const second = intent({ content: "two", contentHash: "2".repeat(64) });
  expect(given(await journal.begin(second, { allowSimilar: true }))).toMatchObject({ is: "begun" });
});
