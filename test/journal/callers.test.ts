import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Caller, Journal } from "../../src/journal/index.ts";
import { sha256 } from "../../src/journal/index.ts";
import { intent } from "../support/intents.ts";
import { byHand, given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { onServer } from "../support/server-journal.ts";

const minute = 60_000;
const service = "https://api.service.example";
const six = [1, 2, 3, 4, 5, 6].map((number) => `${service} BP-${number}`);
const [first = "", second = ""] = six;
const token = (value: string, at = service): Caller => ({ service: at, by: "token", value });
const client = (value: string): Caller => ({ service, by: "client", value });

function journalAt(clock: { now: number }, folder = temporaryFolder()): Journal {
  return journalIn(folder, { now: () => clock.now, window: minute });
}

const turn = async (journal: Journal, account: string, caller?: Caller): Promise<number> =>
  given(await journal.turn(account, "normal", caller));

/** Starts requests until one has to wait, and returns how many started. */
async function free(journal: Journal, account: string, caller?: Caller): Promise<number> {
  let count = 0;
  while ((await turn(journal, account, caller)) === 0) count += 1;
  return count;
}

test("business profiles with one token share one minute, at one service", async () => {
  const journal = journalAt({ now: 1_000_000 });
  for (let count = 0; count < 60; count++)
    expect(await turn(journal, six[count % 6] as string, token("of all"))).toBe(0);
  for (const account of six) expect(await turn(journal, account, token("of all"))).toBe(minute);
  const begun = given(
    await journal.begin(intent({ account: second }), { allowSimilar: false, caller: token("of all") }),
  );
  expect(begun).toEqual({ is: "wait", milliseconds: minute });
  expect(await free(journal, `${service} BP-7`, token("of another"))).toBe(60);
  expect(
    await free(journal, "https://test.service.example BP-1", token("of all", "https://test.service.example")),
  ).toBe(60);
});

test("a renewed token goes on with the count of the one before, over all business profiles, however often it is renewed", async () => {
  const clock = { now: 1_000_000 };
  const journal = journalAt(clock);
  for (const account of six) expect(await turn(journal, account, token("hour 0"))).toBe(0);
  for (let hour = 1; hour <= 9; hour++)
    for (const account of hour % 2 ? six : six.toReversed())
      expect(await turn(journal, account, token(`hour ${hour}`))).toBe(0);
  for (const account of six) expect(await turn(journal, account, token("hour 9"))).toBe(minute);
  // One caller still has the previous token, and one already has the next.
  expect(await turn(journal, first, token("hour 8"))).toBe(minute);
  expect(await turn(journal, second, token("hour 10"))).toBe(minute);
  clock.now += minute;
  expect(await free(journal, first, token("hour 10"))).toBe(60);
});

test("another client, another subject and another name have a minute of their own, also at the same business profile", async () => {
  const journal = journalAt({ now: 1_000_000 });
  const others: Caller[] = [
    client("one"),
    client("two"),
    { service, by: "subject", value: "one" },
    { service, by: "name", value: "one" },
    { service, by: "name", value: "two" },
  ];
  for (const caller of others) expect(await free(journal, first, caller)).toBe(60);
  for (const caller of others) expect(await free(journal, second, caller)).toBe(0);
});

test("what was counted by the business profile goes on under its first caller", async () => {
  const journal = journalAt({ now: 1_000_000 });
  expect(await free(journal, first)).toBe(60);
  expect(await turn(journal, first, client("one"))).toBe(minute);
  expect(await turn(journal, second, client("one"))).toBe(minute);
});

test("what the service asks for holds back all business profiles of the caller, and no others", async () => {
  const journal = journalAt({ now: 1_000_000 });
  given(await journal.told(first, { holdOff: 20_000 }, token("of all")));
  expect(await turn(journal, second, token("of all"))).toBe(20_000);
  expect(await turn(journal, `${service} BP-7`, token("of another"))).toBe(0);
});

test("a caller that was not for long is forgotten, and neither token nor client can be read in the journal", async () => {
  const clock = { now: 1_000_000 };
  const folder = temporaryFolder();
  const journal = journalAt(clock, folder);
  await turn(journal, first, token("a secret token"));
  const inFile = () => JSON.stringify(byHand(folder, (database) => database.all("SELECT * FROM caller")));
  const plain = createHash("sha256").update("a secret token").digest();
  for (const text of ["a secret token", plain.toString("hex"), plain.toString("base64")])
    expect(inFile()).not.toContain(text);
  const names = inFile();
  clock.now += 101 * 86_400_000;
  await turn(journal, second, client("a client"));
  expect(inFile()).not.toContain("a client");
  for (const name of names.match(/[0-9a-f]{64}/g) ?? []) expect(inFile()).not.toContain(name);
});

test("a journal that was made before this was counted is taken over as it opens", async () => {
  const folder = temporaryFolder();
  const clock = { now: 1_000_000 };
  const before = journalAt(clock, folder);
  expect(await free(before, first)).toBe(60);
  before.close();
  byHand(folder, (database) => {
    database.exec("DROP TABLE caller");
    if (onServer) return;
    const sql = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type <> 'trigger' ORDER BY type, name";
    const tables = database.all(sql).map((row) => [row.type, row.name, row.tbl_name, row.sql]);
    database.run("UPDATE made SET text = 'as before', tables = ?", sha256(JSON.stringify(tables)));
  });
  const journal = journalAt(clock, folder);
  expect(await turn(journal, first, token("of all"))).toBe(minute);
  expect(await turn(journal, second, token("of all"))).toBe(minute);
  expect(byHand(folder, (database) => database.all("SELECT * FROM caller"))).toHaveLength(3);
});
