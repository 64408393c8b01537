import { existsSync, mkdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openJournal } from "../../src/journal/index.ts";
import { moveFromServer } from "../../src/journal/server/move-away.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, byHand, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { placeOf } from "../support/server-journal.ts";

const who = { by: "amina", now: Date.now() };
const closed = { code: "journal-moved", message: expect.stringContaining(`journal.db on the computer ${hostname()}`) };

test("a journal that was moved off its server sends nothing there any more, from whatever computer had it open", async () => {
  const [folder, to] = [temporaryFolder(), join(temporaryFolder(), "new", "journal.db")];
  const [here, there] = [journalIn(folder), journalIn(folder)];
  await sendOne(here);
  await sendOne(there, intent({ content: "two" }), "5ab31c9d");
  // One computer has passed every check except the last, the one directly before sending.
  const claimed = await attemptAt(there, intent({ content: "three" }));
  const moved = given(await moveFromServer(placeOf(folder), to, who));
  expect(await claimed.armed()).toMatchObject(closed);
  expect(await claimed.result({ verdict: "not-sent", said: [] })).toBeUndefined();
  expect(await here.begin(intent({ content: "four" }), { allowSimilar: true })).toMatchObject({ problems: [closed] });
  expect(await journalIn(folder).readyToSend()).toMatchObject({ problems: [closed] });
  expect(given(await journalIn(folder).doubts())).toEqual([]);
  const file = given(openJournal(to));
  onTestFinished(() => file.close());
  expect(given(await file.identity())).toEqual(moved);
  expect(given(await file.begin(intent(), { allowSimilar: false }))).toMatchObject({ is: "created", id: "4bf90b8c" });
  await sendOne(file, intent({ content: "three" }), "6bc42d0e");
  expect(given(await file.verify()).damage).toBeUndefined();
  // Repeats a run that was killed after the copy was complete: the journal that arrived is kept, with everything sent
  // since.
  expect(given(await moveFromServer(placeOf(folder), to, who))).toEqual(given(await file.identity()));
  const again = await moveFromServer(placeOf(folder), join(temporaryFolder(), "journal.db"), who);
  expect(again).toMatchObject({ ok: false, problems: [closed] });
});

test("a document that is being sent or in doubt keeps the journal on its server, and open", async () => {
  const [folder, to] = [temporaryFolder(), join(temporaryFolder(), "journal.db")];
  const journal = journalIn(folder);
  const attempt = await attemptAt(journal);
  expect(await attempt.armed()).toBeUndefined();
  expect(await moveFromServer(placeOf(folder), to, who)).toMatchObject({
    ok: false,
    problems: [{ code: "still-in-doubt" }],
  });
  expect(existsSync(to)).toBe(false);
  expect(await attempt.result(createdResult())).toBeUndefined();
  await sendOne(journal, intent({ content: "two" }), "5ab31c9d");
});

test("a move that finds no place leaves the journal open, and one that was cut off goes on", async () => {
  const [folder, to] = [temporaryFolder(), join(temporaryFolder(), "journal.db")];
  const journal = journalIn(folder);
  await sendOne(journal);
  mkdirSync(join(`${to}.coming`, "in the way"), { recursive: true });
  expect(await moveFromServer(placeOf(folder), to, who)).toMatchObject({ ok: false });
  rmSync(`${to}.coming`, { recursive: true });
  await sendOne(journal, intent({ content: "two" }), "5ab31c9d");
  given(await journal.note("moved", { to, by: "amina", machine: hostname() }));
  expect(given(await moveFromServer(placeOf(folder), to, who))).toMatchObject({ id: expect.any(String) });
  expect(
    byHand(folder, (database) => database.all("SELECT type FROM note WHERE type IN ('moved', 'stays-open')")),
  ).toHaveLength(3);
});
