import { expect, test } from "vitest";
import { creditOffice as office } from "../support/credit-office.ts";
import { inDollars } from "../support/documents.ts";

test("a file that names several invoices is counted against all of them together", async () => {
  const { note, credit } = await office();
  const much = await credit(note("42", "INV-2", "INV-1"));
  expect([much.outcome, much.said("over-credited")]).toEqual([
    "invalid",
    ["Ceramic floor tile has 41 boxes (XBX) left to credit of INV-2 and INV-1, not 42. Invoiced: 41."],
  ]);
  const twice = await credit(note("41", "INV-1", "INV-1"));
  expect([twice.outcome, twice.said("over-credited")]).toEqual([
    "invalid",
    ["Ceramic floor tile has 40 boxes (XBX) left to credit of INV-1, not 41. Invoiced: 40."],
  ]);
  const fits = await credit(note("30", "INV-1", "INV-2"));
  expect([fits.outcome, fits.said("over-credited"), fits.said("credits-uncounted")]).toEqual(["done", [], []]);
  const before = await credit(note("12", "INV-1", "INV-2"));
  expect(before.said("over-credited")).toEqual([expect.stringContaining("not 12. Invoiced: 41. Credited before: 30.")]);
});

test("files of one run are counted against each other, each once", async () => {
  const { note, credit } = await office();
  const beyond = await credit(note("30", "INV-1", "INV-2"), note("12", "INV-2", "INV-1"));
  expect([beyond.outcome, beyond.said("over-credited")]).toEqual(["invalid", [expect.stringContaining("not 12.")]]);
  const single = await credit(note("30", "INV-1", "INV-2"), note("11", "INV-1"));
  expect(single.said("over-credited")).toEqual([expect.stringContaining("has 10 boxes (XBX) left to credit of INV-1")]);
  expect((await credit(note("30", "INV-1", "INV-2"), note("11", "INV-2", "INV-1"))).outcome).toBe("done");
});

test("what cannot be counted is said: an invoice that is not in the journal, and amounts in two currencies", async () => {
  const { send, note, credit } = await office();
  const unknown = await credit(note("99", "INV-1", "INV-9"));
  expect([unknown.outcome, unknown.said("credits-uncounted")]).toEqual([
    "done",
    [
      "The credit note names several invoices, and INV-9 is not in this journal, so it is not known whether more is credited than is left.",
    ],
  ]);
  const alone = await credit(note("88", "INV-9"));
  expect([alone.outcome, alone.said("credits-uncounted")]).toEqual([
    "done",
    ["The invoice INV-9 is not in this journal, so it is not known whether more is credited than is left."],
  ]);
  await send("INV-3", inDollars);
  const mixed = await credit(note("1", "INV-2", "INV-3"));
  expect([mixed.outcome, mixed.said("credits-uncounted")]).toEqual([
    "done",
    [
      "The credit note names several invoices, and INV-3 is in another currency, so only quantities are counted, not amounts.",
    ],
  ]);
});
