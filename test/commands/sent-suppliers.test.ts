import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type SentBody, SentSuppliers } from "../../src/commands/create/warnings/sent-suppliers.ts";
import { pairKey } from "../../src/document/index.ts";
import { type Journal, openJournal } from "../../src/journal/index.ts";
import { nobodyPaid } from "../../src/suppliers/index.ts";
import { bigAccount, nthIntent, writeBigJournal } from "../support/big-journal.ts";
import { createdResult, intent } from "../support/intents.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

/** Records in `asked` each key that is looked up, and in `most` how many documents at most. */
function watched(journal: Journal, asked: string[], most: number[] = []): Journal {
  return new Proxy(journal, {
    get(target, name) {
      if (name !== "sentTo") return Reflect.get(target, name);
      return (account: string, key: string, atMost: number) => {
        asked.push(key);
        most.push(atMost);
        return target.sentTo(account, key, atMost);
      };
    },
  });
}

function tenDocuments(): Journal {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-sent-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeBigJournal(join(folder, "journal.db"), 10);
  const opened = openJournal(join(folder, "journal.db"));
  if (!opened.ok) throw new Error(opened.problems[0].message);
  onTestFinished(() => opened.value.close());
  return opened.value;
}

test("questions about one document ask the journal once for each key, and those about the next one anew", async () => {
  const journal = tenDocuments();
  const asked: string[] = [];
  const { name, trn } = nthIntent(3).supplier;
  const identity = { name, trn, tin: trn.slice(0, 10), accounts: [], paid: nobodyPaid };

  const first = new SentSuppliers(watched(journal, asked), bigAccount.account);
  expect(await first.knowsPair(identity)).toBe(true);
  expect(await first.knowsPair(identity)).toBe(true);
  expect((await first.last([pairKey(identity)]))?.called).toBe("SB-2026-3");
  expect(asked).toEqual([pairKey(identity)]);

  expect(await first.anew().knowsPair(identity)).toBe(true);
  expect(asked).toEqual([pairKey(identity), pairKey(identity)]);
});

test("a document that another one stands in for is left out of what was found for both", async () => {
  const journal = tenDocuments();
  const { name, trn } = nthIntent(3).supplier;
  const identity = { name, trn, tin: trn.slice(0, 10), accounts: [], paid: nobodyPaid };

  const known = new SentSuppliers(journal, bigAccount.account);
  expect(await known.knowsPair(identity)).toBe(true);
  expect(await known.besides(["id-3"]).knowsPair(identity)).toBe(false);
  expect(await known.besides(["id-3"]).anew().knowsPair(identity)).toBe(false);
});

/** Documents 1, 2 and so on of one supplier, in these currencies. */
async function fromOneSupplier(...currencies: string[]): Promise<Journal> {
  const journal = journalIn(temporaryFolder());
  for (const [at, currency] of currencies.entries()) {
    const number = `${at + 1}`;
    const own = { content: number, documentNumber: number, currency, totals: { payable_amount: number } };
    const begun = given(await journal.begin(intent({ ...own, bodyHash: number }), { allowSimilar: true }));
    if (begun.is !== "begun") throw new Error(begun.is);
    await begun.attempt.armed();
    await begun.attempt.result(createdResult(`id-${number}`, { documentNumber: number }), "{}");
  }
  return journal;
}

const limeKey = pairKey({ name: "Desert Lime Trading LLC", trn: "100234567400003" });

test("the latest document that counts is found behind any number that do not; few are read if it is the last", async () => {
  const journal = await fromOneSupplier(...Array<string>(6).fill("AED"));
  const most: number[] = [];
  const known = new SentSuppliers(watched(journal, [], most), "sandbox:SBX-1");
  expect((await known.last([limeKey]))?.called).toBe("6");
  expect(most).toEqual([2]);
  expect((await known.besides(["id-6", "id-5", "id-4"]).last([limeKey]))?.called).toBe("3");
  const all = ["id-6", "id-5", "id-4", "id-3", "id-2", "id-1"];
  expect(await known.besides(all).last([limeKey])).toBeUndefined();
});

test("accounts are those of the latest document in the currency that has any, else of the latest in another", async () => {
  const journal = await fromOneSupplier("USD", "AED", "AED", "EUR", "EUR", "EUR");
  const none = { name: "", trn: "", tin: "", accounts: [], paid: nobodyPaid };
  const paidTo = (number: string) => ({
    isKept: true,
    texts: [],
    identity: {
      ...none,
      accounts: [`AE${number}`],
      paid: { ...nobodyPaid, accounts: [{ number: `AE${number}`, bank: "", holder: "", path: "" }] },
    },
  });
  const bodies = new Map<string, SentBody>(["1", "2", "4", "5"].map((number) => [number, paidTo(number)]));
  for (const number of ["3", "6"]) bodies.set(number, { isKept: true, texts: [], identity: none });
  const known = new SentSuppliers(journal, "sandbox:SBX-1", [], { bodies });
  const called = async (currency: string) => (await known.lastPaid([limeKey], currency))?.called;
  expect(await Promise.all(["EUR", "AED", "USD", "GBP"].map(called))).toEqual(["5", "2", "1", "5"]);
});
