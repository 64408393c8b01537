import { expect, test } from "vitest";
import { helpOf } from "../../src/commands/help.ts";
import { commands } from "../../src/commands/index.ts";
import { offlineDesk } from "../support/offline-desk.ts";

const ask = (words: string) =>
  helpOf(commands).run({ words: words.split(" "), options: { man: false } }, offlineDesk());

async function found(words: string): Promise<readonly (readonly string[])[]> {
  const { outcome, view } = await ask(words);
  expect(outcome, words).toBe("done");
  return view.view === "table" ? view.rows : [];
}

test.each([
  ["which suppliers did not accept", /^selfbill list --all --answer none/],
  ["credited against invoice", /^selfbill show NUMBER/],
  ["new laptop", /^selfbill handover --out/],
  ["colleague takes over", /^selfbill handover --out/],
  ["supplier never got the invoice", /^selfbill logs NUMBER/],
  ["the amount is wrong", /^selfbill correct NUMBER --what amount/],
  ["cancel an invoice", /^selfbill cancel NUMBER/],
  ["delete invoice", /^selfbill cancel NUMBER/],
  ["returned goods", /^selfbill create-credit-note --from NUMBER/],
  ["reprint for an auditor", /^selfbill archive/],
  ["VAT return", /^selfbill report/],
  ["print", /^selfbill preview/],
  ["pdf of an invoice", /^selfbill preview/],
  ["bank account changed", /^selfbill suppliers/],
  ["US dollars", /^selfbill create-invoice dollars/],
  ["does it exist? in doubt", /^selfbill resolve/],
  ["practice without sending", /--sandbox$/],
  ["send an excel sheet", /^selfbill import/],
  ["token expired", /^selfbill login/],
  ["missing numbers", /^selfbill numbers/],
  ["who sent this", /^selfbill history --who/],
])("help %s: the first hit says what to type", async (words, first) => {
  expect((await found(words))[0]?.[1]).toMatch(first);
});

test("a code and a command are found by their names, with few hits of other things before them", async () => {
  expect((await found("looks-sent")).map(([, type]) => type)).toContain("selfbill explain looks-sent");
  expect((await found("completion of words")).map(([, type]) => type)).toContain("selfbill completion --help");
});

test("never more hits than a screen has, and each says something to type", async () => {
  for (const words of ["invoice", "the supplier document number of a month", "selfbill help"]) {
    const { view, problems } = await ask(words);
    const rows = view.view === "table" ? view.rows : [];
    expect(rows.length + problems.length, words).toBeGreaterThan(0);
    expect(rows.length, words).toBeLessThanOrEqual(8);
    for (const [, type] of rows) expect(type).toMatch(/^selfbill /);
  }
});

test("words that nothing speaks of end with 2", async () => {
  for (const words of ["xyzzy plugh", "the of and", "()"]) expect((await ask(words)).outcome, words).toBe("usage");
});
