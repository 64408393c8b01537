import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../../src/database/index.ts";
import { pairKey, supplierKeys } from "../../src/document/index.ts";
import { type AttemptResult, type Journal, lookAlikeKeys, openJournal } from "../../src/journal/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { onServer } from "../support/server-journal.ts";

const account = "sandbox:SBX-1";
const lime = { name: "Desert Lime Trading LLC", trn: "100234567400003", tin: "1002345674" };

/** Sends a document whose content and amount no other document has; the attempt ends with the given result. */
async function send(
  journal: Journal,
  number: string,
  change: object = {},
  result: AttemptResult = createdResult(number),
) {
  const made = intent({ content: number, documentNumber: number, totals: { payable_amount: number }, ...change });
  const begun = given(await journal.begin(made, { allowSimilar: true }));
  if (begun.is !== "begun") throw new Error(begun.is);
  await begun.attempt.armed();
  await begun.attempt.result({ ...result, documentNumber: number }, "{}");
  return made;
}

const numbers = async (journal: Journal, key: string, most = 20): Promise<unknown[]> =>
  given(await journal.sentTo(account, key, most)).map(
    ({ documentNumber, intent: { documentNumber: own } }) => documentNumber ?? own,
  );

describe("documents to a supplier", () => {
  test.each([
    ["its TRN", "number 100234567400003"],
    ["its name, whatever its capitals", "name desert lime trading llc"],
    ["both together", pairKey({ name: " DESERT lime Trading  LLC", trn: lime.trn })],
  ])("are found by %s, the newest first", async (_, key) => {
    const journal = journalIn(temporaryFolder());
    await send(journal, "1");
    await send(journal, "2", { supplier: { id: "x", name: "Oasis LLC", trn: "" } });
    await send(journal, "3");
    expect(await numbers(journal, key)).toEqual(["3", "1"]);
    expect(await numbers(journal, "number x")).toEqual(["2"]);
  });

  test("are found by their entry in the supplier book", async () => {
    const journal = journalIn(temporaryFolder());
    await send(journal, "1", { supplier: { id: lime.trn, ...lime, entry: "Desert-Lime" } });
    expect(await numbers(journal, supplierKeys({ ...lime, entry: "desert-lime" })[0] ?? "")).toEqual(["1"]);
  });

  test("are those that may exist: created and in doubt, not refused, not sent, nor of another account", async () => {
    const journal = journalIn(temporaryFolder());
    await send(journal, "1", {}, { verdict: "refused", said: [] });
    await send(journal, "2", {}, { verdict: "not-sent", said: [] });
    await send(journal, "3", {}, { verdict: "in-doubt", said: [] });
    await send(journal, "4", { account: "sandbox:SBX-2" });
    expect(await numbers(journal, `number ${lime.trn}`)).toEqual(["3"]);
  });

  test("are as many as are wanted, past any number of those that never came to be", async () => {
    const journal = journalIn(temporaryFolder());
    for (const number of ["1", "2", "3"]) await send(journal, number);
    for (const number of ["4", "5", "6", "7"]) await send(journal, number, {}, { verdict: "refused", said: [] });
    expect(await numbers(journal, `number ${lime.trn}`, 2)).toEqual(["3", "2"]);
  });

  test.skipIf(onServer)(
    "are not those that the index names wrongly, since it holds only a part of a hash",
    async () => {
      const folder = temporaryFolder();
      const journal = journalIn(folder);
      await send(journal, "1");
      await send(journal, "2", { supplier: { id: "x", name: "Oasis LLC", trn: "" } });
      await send(journal, "3", { account: "sandbox:SBX-2" });
      const database = given(openDatabase(join(folder, "journal.db"), ""));
      database.exec("INSERT OR IGNORE INTO supplied SELECT name, sequence FROM supplied, record WHERE type = 'intent'");
      database.close();
      expect(await numbers(journal, `number ${lime.trn}`)).toEqual(["1"]);
    },
  );

  test.skipIf(onServer).each([
    ["supplied", `number ${lime.trn}`],
    ["alike", lookAlikeKeys("DESERT L1ME TRADING", "near")[0] ?? ""],
  ])("are found in a journal that was written before there was the index %s", async (table, key) => {
    const folder = temporaryFolder();
    const before = given(openJournal(join(folder, "journal.db")));
    await send(before, "1");
    before.close();
    const database = given(openDatabase(join(folder, "journal.db"), ""));
    const earlier = [table, "link", "identity", "note"].map((each) => `DROP TABLE ${each}`);
    database.exec(`${earlier.join("; ")}; PRAGMA user_version = 0`);
    database.close();
    expect(await numbers(journalIn(folder), key)).toEqual(["1"]);
  });
});

test("a content is sent once it may exist, and only then", async () => {
  const journal = journalIn(temporaryFolder());
  const { key } = await send(journal, "1", {}, { verdict: "refused", said: [] });
  expect(given(await journal.isSent(account, key))).toBe(false);
  await send(journal, "1");
  expect(given(await journal.isSent(account, key))).toBe(true);
  expect(given(await journal.isSent("sandbox:SBX-2", key))).toBe(false);
});
