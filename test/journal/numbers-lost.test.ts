import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Database } from "../../src/database/index.ts";
import { type Intent, type Journal, openJournal } from "../../src/journal/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { byHand, given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { onServer } from "../support/server-journal.ts";

const account = "sandbox:SBX-1";
const numbering = { series: "SB-2026-{0000}", bodyWith: (number: string) => `{"document_number":"${number}"}` };
const other = { id: "100999999900003", name: "Al Noor Stationery LLC", trn: "100999999900003" };

const bill = (content: string, more: Partial<Intent> = {}): Intent =>
  intent({
    content,
    totals: { payable_amount: content },
    ...(/[bd]/.test(content) ? { supplier: other } : {}),
    ...more,
  });

type Verdict = "created" | "refused" | "in-doubt";

async function sent(journal: Journal, what: Intent, verdict: Verdict, more: object = { numbering }): Promise<string> {
  const begun = given(await journal.begin(what, { allowSimilar: false, ...more }));
  if (begun.is !== "begun") throw new Error(JSON.stringify(begun));
  const number = begun.intent.documentNumber ?? "";
  expect(await begun.attempt.armed()).toBeUndefined();
  const created = createdResult(`id-${number}`, { documentNumber: number });
  expect(await begun.attempt.result(verdict === "created" ? created : { verdict, said: [] })).toBeUndefined();
  return number;
}

/**
 * Assigns five numbers: 1 is created, 2 refused and abandoned, 3 in doubt, 4 refused, and 5 belongs to the document
 * that had 2.
 */
async function five(): Promise<string> {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  await sent(journal, bill("a"), "created");
  await sent(journal, bill("b"), "refused");
  await sent(journal, bill("c"), "in-doubt");
  await sent(journal, bill("d"), "refused");
  given(await journal.giveUpNumber(account, "SB-2026-0002", "amina"));
  expect(await sent(journal, bill("b"), "refused")).toBe("SB-2026-0005");
  expect(given(await journal.verify()).damage).toBeUndefined();
  journal.close();
  return folder;
}

const uses = async (journal: Journal) =>
  given(await journal.numbers(account)).map(({ number, state }) => [number.slice(-1), state]);
const right = [
  ["1", "created"],
  ["2", "used-elsewhere"],
  ["3", "in-doubt"],
  ["4", "not-created"],
  ["5", "not-created"],
];

/** Changes that damage the table, by the state in which they leave it. */
const hands: [string, (database: Database) => unknown][] = [
  ["emptied", (database) => database.exec("DELETE FROM numbered")],
  ["without its last number", (database) => database.exec("DELETE FROM numbered WHERE counter = 5")],
  ["without a number in the middle", (database) => database.exec("DELETE FROM numbered WHERE counter = 4")],
  [
    "with a number that no record has",
    (database) => database.exec("UPDATE numbered SET counter = 900 WHERE counter = 5"),
  ],
  ["with a number of nobody", (database) => database.exec("UPDATE numbered SET key = NULL WHERE counter = 4")],
  ["with another account", (database) => database.exec("UPDATE numbered SET account = 'x'")],
];

describe.each(hands)("a table of numbers that was left %s", (_, hand) => {
  test("is found by verify", async () => {
    const folder = await five();
    byHand(folder, hand);
    expect(given(await journalIn(folder).verify()).damage).toContain('its table "numbered"');
  });

  test("never hands a number out twice, and each document keeps its own", async () => {
    const folder = await five();
    byHand(folder, hand);
    const journal = journalIn(folder);
    expect(await sent(journal, bill("d"), "refused")).toBe("SB-2026-0004");
    expect(await sent(journal, bill("e"), "created")).toBe("SB-2026-0006");
    expect(await sent(journal, bill("b"), "created")).toBe("SB-2026-0005");
    expect(given(await journal.verify()).damage).toBeUndefined();
  });
});

test.each(hands.filter(([name]) => !name.includes("nobody") && !name.includes("no record")))(
  "what is listed out of a table that was left %s is what the records say",
  async (_, hand) => {
    const folder = await five();
    byHand(folder, hand);
    const journal = journalIn(folder);
    expect(await uses(journal)).toEqual(right);
    const notes = given(await journal.notes()).map(({ type }) => type);
    expect(notes.filter((type) => type !== "server")).toEqual(["number-given-up", "numbers-rebuilt"]);
    expect(await uses(journal)).toEqual(right);
    expect(given(await journal.verify()).damage).toBeUndefined();
  },
);

test.skipIf(onServer)("a table of numbers that is gone is no empty one", async () => {
  const folder = await five();
  byHand(folder, (database) => database.exec("DROP TABLE numbered"));
  const opened = openJournal(join(folder, "journal.db"));
  expect(opened.ok || opened.problems[0].code).toBe("journal-unusable");
});

test("numbers that no index knows yet are taken into it", async () => {
  const folder = await five();
  const before = byHand(folder, (database) => {
    const rows = "SELECT known.name AS name FROM known GROUP BY name HAVING count(*) = 5";
    const names = database.all(rows).map(({ name }) => Number(name));
    for (const name of names) database.run("DELETE FROM known WHERE name = ?", name);
    return names.length;
  });
  expect(before).toBe(2);
  const journal = journalIn(folder);
  expect(given(await journal.verify()).damage).toContain('its table "known" lacks');
  expect(await sent(journal, bill("e"), "created")).toBe("SB-2026-0006");
  expect(given(await journal.verify()).damage).toBeUndefined();
});

test("a record of a number that was changed by hand stops the series", async () => {
  const folder = await five();
  byHand(folder, (database) => {
    database.exec("DELETE FROM numbered");
    database.exec(`UPDATE record SET data = replace(data, '"counter":5', '"counter":7') WHERE type = 'intent'`);
  });
  const begun = await journalIn(folder).begin(bill("e"), { allowSimilar: false, numbering });
  expect(begun.ok || begun.problems[0].code).toBe("journal-unusable");
});

test.each(["created", "refused", "in-doubt"] as const)(
  "a number that was typed for another supplier's document (%s) is passed over",
  async (verdict) => {
    const journal = journalIn(temporaryFolder());
    await sent(journal, bill("b", { documentNumber: "SB-2026-0001" }), verdict, {});
    expect(await sent(journal, bill("a"), "created")).toBe("SB-2026-0002");
  },
);
