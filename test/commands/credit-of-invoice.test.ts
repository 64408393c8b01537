import { expect, test } from "vitest";
import { show } from "../../src/commands/show.ts";
import { status } from "../../src/commands/status.ts";
import { creditOffice } from "../support/credit-office.ts";
import { creditNote, inDollars, line } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { screen } from "../support/shop.ts";

const supplier = creditNote().accounting_supplier_party;
const reference = [{ id: "INV-1", issue_date: "2026-06-15" }];
const zeroRated = { id: "Z", percent: "0", tax_scheme: "VAT" };

test("a credit note for another supplier's invoice is refused, unless it is to be sent anyway", async () => {
  const { noteOf, credit, creditWith } = await creditOffice();
  const other = {
    ...supplier,
    ...{ name: "Oasis Trading", party_name: "Oasis Trading LLC", tin: "1005556665", endpoint_id: "1005556665" },
    party_tax_scheme: { company_id: "100555666500003", tax_scheme: "VAT" },
  };
  const file = noteOf("other", { accounting_supplier_party: other, billing_reference: reference });
  const refused = await credit(file);
  expect([refused.outcome, refused.said("invoice-differs")]).toEqual([
    "invalid",
    [
      "INV-1 is an invoice of Desert Lime Trading LLC (100234567400003), and this credit note is for Oasis Trading LLC (100555666500003).",
    ],
  ]);
  expect((await creditWith({ sendAnyway: true }, file)).outcome).toBe("done");
});

test("a supplier with a new TRN, or with a new name, is the same supplier", async () => {
  const { noteOf, credit } = await creditOffice();
  const lines = [line({ quantity: "1" })];
  const renamed = { ...supplier, party_name: "Lime Group LLC", name: "Lime Group" };
  const registered = { ...supplier, party_tax_scheme: { company_id: "100555666500003", tax_scheme: "VAT" } };
  for (const [name, party] of Object.entries({ renamed, registered })) {
    const change = { accounting_supplier_party: party, document_lines: lines, billing_reference: reference };
    expect((await credit(noteOf(name, change))).said("invoice-differs"), name).toEqual([]);
  }
});

test("another date than the invoice's is told, and sent", async () => {
  const { noteOf, credit } = await creditOffice();
  const said = await credit(noteOf("dated", { billing_reference: [{ id: "INV-1", issue_date: "2025-01-01" }] }));
  expect([said.outcome, said.said("invoice-differs")]).toEqual([
    "done",
    ["INV-1 was issued on 2026-06-15, not on 2025-01-01."],
  ]);
});

test("a credit note that names a credit note is refused", async () => {
  const { noteOf, credit } = await creditOffice();
  const few = { document_lines: [line({ quantity: "1" })] };
  await credit(noteOf("first", { document_number: "CN-1", billing_reference: reference, ...few }));
  const named = [{ id: "CN-1", issue_date: "2026-06-20" }];
  const second = await credit(noteOf("second", { billing_reference: named, ...few }));
  expect([second.outcome, second.said("invoice-differs"), second.said("credits-uncounted")]).toEqual([
    "invalid",
    ["CN-1 is a credit note, and a credit note names the invoice that it corrects."],
    [],
  ]);
});

test("VAT that the invoice did not have is more than can be credited", async () => {
  const { send, noteOf, credit } = await creditOffice();
  await send("INV-Z", { document_lines: [line({ quantity: "3", classified_tax_category: zeroRated })] });
  const of = [{ id: "INV-Z", issue_date: "2026-06-15" }];
  const all = await credit(noteOf("all", { document_lines: [line({ quantity: "3" })], billing_reference: of }));
  expect([all.outcome, all.said("over-credited")]).toEqual([
    "invalid",
    ["With VAT, the credit note comes to 787.50 AED; INV-Z came to 750.00."],
  ]);
  const zero = line({ quantity: "1", classified_tax_category: zeroRated });
  const part = noteOf("part", { document_lines: [zero], billing_reference: of });
  const rest = noteOf("rest", { document_lines: [line({ quantity: "2" })], billing_reference: of });
  const both = await credit(part, rest);
  expect(both.said("over-credited")).toEqual([
    "With VAT, the credit note comes to 525.00 AED, after 250.00 credited before; INV-Z came to 750.00.",
  ]);
  expect((await credit(part)).outcome).toBe("done");
  expect((await credit(rest)).said("over-credited")).toEqual([expect.stringContaining("after 250.00 credited before")]);
});

test("a credit note in another currency is shown in it, and takes no amount from what is left", async () => {
  const { send, noteOf, credit, desk, clock } = await creditOffice();
  await send("INV-D", inDollars);
  const of = [{ id: "INV-D", issue_date: "2026-06-15" }];
  const some = noteOf("some", { document_lines: [line({ quantity: "30" })], billing_reference: of });
  expect((await credit(some)).outcome).toBe("done");
  // Until it is approved, it takes nothing off.
  expect(screen(await runCommand(show, desk, ["INV-D"]))).toContain("10,500.00 USD of 10,500.00 USD");
  clock.advance(60);
  await runCommand(status, desk, []);
  const shown = screen(await runCommand(show, desk, ["INV-D"]));
  expect(shown).toMatch(/Credited by .* 7,875\.00 AED/);
  expect(shown).toContain("not known: credited in another currency");
  const rest = noteOf("rest", {
    ...inDollars,
    document_lines: [line({ quantity: "10" })],
    billing_reference: of,
  });
  expect((await credit(rest)).said("over-credited")).toEqual([]);
});
