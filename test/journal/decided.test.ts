import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Intent, Journal } from "../../src/journal/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, byHand, given, journalIn, sendOne } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { onServer } from "../support/server-journal.ts";

const account = intent().account;
const word = { how: "word", by: "amina" } as const;
const found = async (journal: Journal, id: string): Promise<unknown[]> =>
  given(await journal.find(account, id)).map(({ documentNumber, file }) => `${documentNumber} ${file}`);
const lastOf = async (journal: Journal): Promise<number> => given(await journal.records(0, 50)).at(-1)?.sequence ?? 0;

describe("a document of the same supplier, amounts and reference", () => {
  const order = ["order PO-1"];
  const rows: readonly [what: string, second: Partial<Intent>, is: string][] = [
    ["within 31 days is like the first", { issueDate: "2026-07-16", references: order }, "similar"],
    ["31 days before it, too", { issueDate: "2026-05-15", references: order }, "similar"],
    ["later than that is another supply", { issueDate: "2026-07-17", references: order }, "begun"],
    ["of another reference is another supply", { issueDate: "2026-06-16", references: ["order PO-2"] }, "begun"],
    ["without one is another supply", { issueDate: "2026-06-16" }, "begun"],
    [
      "of another amount is another supply",
      { issueDate: "2026-06-16", references: order, totals: { payable_amount: "1" } },
      "begun",
    ],
  ];

  test.each(rows)("%s", async (_, second, is) => {
    const journal = journalIn(temporaryFolder());
    await sendOne(journal, intent({ documentNumber: "SB-1", references: order }));
    const another = intent({ content: "another", documentNumber: "SB-2", ...second });
    expect(given(await journal.begin(another, { allowSimilar: false })).is).toBe(is);
  });

  const crossed: readonly [what: string, first: readonly string[], second: readonly string[], is: string][] = [
    ["written as your reference first, as an order now", ["your reference PO-1"], order, "similar"],
    ["written as an order first, as your reference now", order, ["your reference PO-1"], "similar"],
    [
      "beside a delivery note",
      ["delivery note D-1", "your reference PO-1"],
      ["delivery note D-1", ...order],
      "similar",
    ],
    [
      "of another delivery note",
      ["delivery note D-1", "your reference PO-1"],
      ["delivery note D-2", ...order],
      "begun",
    ],
    ["of another order", ["your reference PO-2"], order, "begun"],
  ];
  test.each(crossed)("an order number %s", async (_, first, second, is) => {
    const journal = journalIn(temporaryFolder());
    await sendOne(journal, intent({ documentNumber: "SB-1", references: first }));
    const changed = { content: "another", documentNumber: "SB-2", issueDate: "2026-06-30", references: second };
    expect(given(await journal.begin(intent(changed), { allowSimilar: false })).is).toBe(is);
  });
});

test("a content counts as sent from its first byte on, until somebody knows that nothing came of it", async () => {
  const journal = journalIn(temporaryFolder());
  const { key } = intent();
  const isSent = async (): Promise<boolean> => given(await journal.isSent(account, key));
  const attempt = await attemptAt(journal);
  expect(await isSent()).toBe(false);
  await attempt.armed();
  expect(await isSent()).toBe(true);
  await attempt.result({ verdict: "refused", said: [] });
  expect(await isSent()).toBe(false);
});

test("an answer of success with the id of another content is a doubt, and the id stays with the document that has it", async () => {
  const journal = journalIn(temporaryFolder());
  await sendOne(journal, intent({ documentNumber: "SB-1" }), "id-1");
  const second = intent({ content: "second", contentHash: "2".repeat(64), issueDate: "2026-06-16", file: "/two.yaml" });
  const attempt = await attemptAt(journal, second);
  await attempt.armed();
  expect(await attempt.result(createdResult("id-1", { documentNumber: "SB-2" }))).toMatchObject({
    code: "answer-contradicts",
  });
  expect(given(await journal.standing(account, second.key)).is).toBe("in-doubt");
  expect(await found(journal, "id-1")).toEqual(["SB-1 /documents/one.yaml"]);
});

test("a word that is corrected takes the id back, and gives it to nobody else", async () => {
  const journal = journalIn(temporaryFolder());
  const attempt = await attemptAt(journal);
  await attempt.armed();
  await attempt.result({ verdict: "in-doubt", said: [] });
  const [doubt] = given(await journal.doubts());
  if (!doubt) throw new Error("no doubt");
  given(await journal.resolve(doubt, { ...word, verdict: "created", id: "id-1", documentNumber: "SB-1" }));
  const corrected = { ...word, verdict: "created", id: "id-2", documentNumber: "SB-2" } as const;
  given(await journal.resolve({ ...doubt, last: await lastOf(journal) }, corrected));
  expect(await found(journal, "id-1")).toEqual([]);
  expect(await found(journal, "id-2")).toEqual(["SB-2 /documents/one.yaml"]);
});

test.each([
  ["that the service told", "SB-1", "SB-1"],
  ["that it was sent with", undefined, "OWN-1"],
])("an id that a replacement never had goes back to its document, with the number %s", async (_, told, number) => {
  const journal = journalIn(temporaryFolder());
  const first = await attemptAt(journal, intent({ documentNumber: "OWN-1" }));
  await first.armed();
  await first.result(createdResult("id-1", { documentNumber: told }));
  const corrected = intent({ content: "corrected", replaces: "id-1", contentHash: "2".repeat(64), file: "/two.yaml" });
  const attempt = await attemptAt(journal, corrected);
  await attempt.armed();
  await attempt.result({ verdict: "in-doubt", said: [] });
  const [doubt] = given(await journal.doubts());
  if (!doubt) throw new Error("no doubt");
  given(await journal.resolve(doubt, { ...word, verdict: "created", id: "id-1", documentNumber: "SB-9" }));
  expect(await found(journal, "id-1")).toEqual(["SB-9 /two.yaml"]);
  given(await journal.resolve({ ...doubt, last: await lastOf(journal) }, { ...word, verdict: "not-created" }));
  expect(await found(journal, "id-1")).toEqual([`${number} /documents/one.yaml`]);
});

test.skipIf(onServer)("a result that was set aside and recorded all the same is recorded once", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  const attempt = await sendOne(journal);
  const before = given(await journal.records(0, 10));
  const left = { at: "2026-06-15T08:00:00.000Z", account, key: intent().key, attempt, result: createdResult() };
  const owner = join(folder, "journal.owners", "0000000000000000");
  writeFileSync(`${owner}.lock`, "", { mode: 0o600 });
  writeFileSync(`${owner}.aside`, `${JSON.stringify(left)}\n\0`, { mode: 0o600 });
  const next = journalIn(folder);
  expect(await next.readyToSend()).toEqual({ ok: true });
  expect(given(await next.records(0, 10))).toEqual(before);
});

test.skipIf(onServer)("a record that is gone stops what it is about, and says which it is", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  await sendOne(journal);
  byHand(folder, (file) => file.exec("DELETE FROM record WHERE sequence = 1"));
  const begun = await journal.begin(intent(), { allowSimilar: true });
  expect(begun).toMatchObject({ ok: false, problems: [{ code: "journal-unusable" }] });
  expect(!begun.ok && begun.problems[0].message).toContain("record 1 is missing");
});
