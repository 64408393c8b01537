import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { againstMark, type Journal, type Mark, openJournal } from "../../src/journal/index.ts";
import { intent } from "../support/intents.ts";
import { given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

/** The mark for the journal's current state. */
async function markOf(journal: Journal): Promise<Mark> {
  const { id, sequence, head } = given(await journal.identity());
  return { journal: id, sequence, head, at: "2026-06-15T08:00:00.000Z" };
}

const against = async (mark: Mark, journal: Journal) => given(await againstMark(mark, journal));

test("a journal fits its own marks, the last and each before it, and no other head", async () => {
  const journal = journalIn(temporaryFolder());
  await sendOne(journal, intent({ content: "one" }), "id-1");
  const before = await markOf(journal);
  await sendOne(journal, intent({ content: "two" }), "id-2");
  const last = await markOf(journal);
  for (const mark of [before, last]) expect(await against(mark, journal)).toEqual({ is: "whole" });
  expect(await against({ ...before, head: last.head }, journal)).toEqual({ is: "forked" });
  expect(await against({ ...last, sequence: last.sequence + 1 }, journal)).toEqual({
    is: "older",
    sequence: last.sequence,
  });
});

test("another journal is told from one that is gone, whatever it has", async () => {
  const [one, other] = [journalIn(temporaryFolder()), journalIn(temporaryFolder())];
  await sendOne(one, intent({ content: "one" }), "id-1");
  const mark = await markOf(one);
  expect(await against(mark, other)).toEqual({ is: "gone" });
  await sendOne(other, intent({ content: "two" }), "id-2");
  expect(await against(mark, other)).toEqual({ is: "other" });
  // The other journal is now longer than the mark, but it is still a different journal.
  await sendOne(other, intent({ content: "three" }), "id-3");
  expect(await against(mark, other)).toEqual({ is: "other" });
  expect(await against({ ...(await markOf(other)), journal: mark.journal }, other)).toEqual({ is: "other" });
});

test("a journal that only counted requests was never sent with; what is under way in a live process counts as sent", async () => {
  const opened = given(openJournal(join(temporaryFolder(), "journal.db")));
  onTestFinished(() => opened.close());
  expect(given(await opened.everSent())).toBe(false);
  const begun = given(await opened.begin(intent(), { allowSimilar: false }));
  if (begun.is !== "begun") throw new Error(begun.is);
  const { account, key } = intent();
  expect([given(await opened.isSent(account, key)), given(await opened.everSent())]).toEqual([false, true]);
  expect(await begun.attempt.armed()).toBeUndefined();
  expect(given(await opened.isSent(account, key))).toBe(true);
});
