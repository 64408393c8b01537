import { expect, test } from "vitest";
import { missingCalls, noteMissing, unasked } from "../../src/commands/follow/missing-calls.ts";
import type { Connection, Desk } from "../../src/desk/index.ts";
import { journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const hour = 60 * 60 * 1000;

test("a call that the service lacks is noted for a day, once, and for one account", async () => {
  let now = Date.parse("2026-06-01T08:00:00Z");
  const journal = journalIn(temporaryFolder(), { now: () => now });
  const desk = { now: () => new Date(now) } as Desk;
  const connection = { account: "one", profile: { extras: true } } as Connection;
  const known = async (account = "one") => {
    const found = await missingCalls({ ...connection, account }, journal, desk);
    if (!found.ok) throw new Error(found.problems[0].message);
    return [...found.value];
  };
  expect(await known()).toEqual([]);
  await noteMissing("list", "one", journal, desk);
  await noteMissing("list", "one", journal, desk);
  expect(await known()).toEqual(["list"]);
  expect(await known("two")).toEqual([]);
  expect((await unasked(connection, journal, desk)).profile.extras).toBe(true);
  await noteMissing("document", "one", journal, desk);
  expect((await unasked(connection, journal, desk)).profile.extras).toBe(false);
  const notes = await journal.notes();
  expect(notes.ok && notes.value.map(({ data }) => data.call)).toEqual(["list", "document"]);
  now += 23 * hour;
  expect(await known()).toEqual(["list", "document"]);
  now += hour;
  expect(await known()).toEqual([]);
});
