import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SentSuppliers } from "../../src/commands/create/sent-suppliers.ts";
import { pairKey } from "../../src/document/index.ts";
import { type Journal, openJournal } from "../../src/journal/index.ts";
import { bigAccount, nthIntent, writeBigJournal } from "../support/big-journal.ts";

/** Records in `asked` each key that is looked up. */
function watched(journal: Journal, asked: string[]): Journal {
  return new Proxy(journal, {
    get(target, name) {
      if (name !== "sentTo") return Reflect.get(target, name);
      return (account: string, key: string, most: number) => {
        asked.push(key);
        return target.sentTo(account, key, most);
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
  const identity = { name, trn, tin: trn.slice(0, 10), accounts: [] };

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
  const identity = { name, trn, tin: trn.slice(0, 10), accounts: [] };

  const known = new SentSuppliers(journal, bigAccount.account);
  expect(await known.knowsPair(identity)).toBe(true);
  expect(await known.besides(["id-3"]).knowsPair(identity)).toBe(false);
  expect(await known.besides(["id-3"]).anew().knowsPair(identity)).toBe(false);
});
