import { expect, test } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import type { DocumentLine, SelfBilledDocument } from "../../src/document/index.ts";
import { creditOffice } from "../support/credit-office.ts";
import { inDollars, line } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";

const reference = [{ id: "INV-1", issue_date: "2026-06-15" }];
const zeroRated = { id: "Z", percent: "0", tax_scheme: "VAT" };
const one = (change: Partial<DocumentLine>) => ({ document_lines: [line({ quantity: "1", ...change })] });

test("a credit note with another exchange rate than its invoice is refused in scripts, unless told to go", async () => {
  const { send, noteOf, credit, creditWith } = await creditOffice();
  await send("INV-D", inDollars);
  const rate = { ...inDollars.tax_exchange_rate, calculation_rate: "3.9" };
  const of = [{ id: "INV-D", issue_date: "2026-06-15" }];
  const file = noteOf("rate", { ...inDollars, ...one({}), tax_exchange_rate: rate, billing_reference: of });
  const refused = await credit(file);
  expect([refused.outcome, refused.said("invoice-differs")]).toEqual([
    "invalid",
    ["The exchange rate is 3.9, and INV-D has 3.6725: the VAT in AED would not be what was invoiced."],
  ]);
  expect((await creditWith({ sendAnyway: true }, file)).outcome).toBe("done");
  const same = noteOf("same", { ...inDollars, ...one({}), billing_reference: of });
  expect((await credit(same)).said("invoice-differs")).toEqual([]);
});

test.each<[string, Partial<DocumentLine>, string]>([
  ["VAT category", { classified_tax_category: zeroRated }, "the VAT category Z 0 %, and line 1 of INV-1 has S 5 %"],
  ["unit", { unit_code: "H87" }, "the unit pieces (H87), and line 1 of INV-1 has boxes (XBX)"],
  ["price", { price: { base_amount: "250.01" } }, "the price 250.01, and line 1 of INV-1 has 250."],
  [
    "item",
    { commodity_classification: { ...line().commodity_classification, item_classification_code: "84672100" } },
    "the HS code 84672100, and line 1 of INV-1 has 69072100",
  ],
])("a credit note whose line has another %s than the invoice's line is refused", async (_, change, says) => {
  const { noteOf, credit } = await creditOffice();
  const said = await credit(noteOf("other", { billing_reference: reference, ...one(change) }));
  expect(said.outcome).toBe("invalid");
  expect(said.said("invoice-differs").join()).toContain(says);
});

test("a difference is asked about at a terminal, and sent after a yes", async () => {
  const { desk, noteOf } = await creditOffice();
  const file = noteOf("asked", { billing_reference: reference, ...one({ classified_tax_category: zeroRated }) });
  const questions: string[] = [];
  const asking = (answer: boolean) => ({
    ...desk,
    ask: {
      ...desk.ask,
      possible: true,
      confirm: async (question: string) => {
        questions.push(question);
        return { ok: true as const, value: answer };
      },
    },
  });
  expect((await runCommand(createCreditNote, asking(false), [file], {})).outcome).toBe("declined");
  expect(questions).toEqual(["Send it with these differences?"]);
  expect((await runCommand(createCreditNote, asking(true), [file], {})).outcome).toBe("done");
});

test.each<[string, Partial<SelfBilledDocument>]>([
  ["a rebate with a line of its own", one({ name: "Rebate", unit_code: "LS", price: { base_amount: "300" } })],
  ["a changed price", { ...one({ price: { base_amount: "10" } }), discrepancy_response: "DL8.61.1.C" }],
  [
    "a rebate over several invoices",
    {
      ...one({ name: "Volume rebate", price: { base_amount: "300" } }),
      billing_reference: [...reference, { id: "INV-2", issue_date: "2026-06-15" }],
      discrepancy_response: "VD",
    },
  ],
])("%s is not a difference", async (name, change) => {
  const { noteOf, credit } = await creditOffice();
  const said = await credit(noteOf(name.replaceAll(" ", "-"), { billing_reference: reference, ...change }));
  expect([said.outcome, said.said("invoice-differs")]).toEqual(["done", []]);
});

test("a rebate with a VAT category that the invoice does not have is refused", async () => {
  const { noteOf, credit } = await creditOffice();
  const change = one({ name: "Rebate", classified_tax_category: zeroRated, price: { base_amount: "300" } });
  expect((await credit(noteOf("rebate", { billing_reference: reference, ...change }))).said("invoice-differs")).toEqual(
    ["The VAT category is Z 0 %, and INV-1 has only S 5 %."],
  );
});
