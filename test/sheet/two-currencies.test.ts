import { describe, expect, test } from "vitest";
import { book, fils, importWith } from "../support/map-import.ts";

const trn = book[0]?.accounting_supplier_party?.party_tax_scheme?.company_id ?? "";
const head = "Bill No,Bill Date,Due Date,Vendor TRN,Item,HS Code,Qty";
const rates = ["USD=3.6725"];

/** What a list with these columns beside a quantity of 2 becomes. */
async function becomes(more: string, ...rows: readonly string[]) {
  const lines = rows.map((cells, at) => `B-${at},2026-06-15,2026-07-31,${trn},Tile,69072100,2,${cells}`);
  const { proposed, errors, sums } = await importWith(
    "bills.csv",
    [`${head},${more}`, ...lines, ""].join("\n"),
    [],
    {},
    rates,
  );
  const asked = [...proposed.matchAll(/^ *(.*: "\? .*")$/gm)].map(([, line]) => line);
  return asked.length > 0
    ? asked
    : errors.length > 0
      ? errors.map(({ message }) => message)
      : sums.map(({ net, vat, currency }) => `${currency} ${fils(net)} ${fils(vat)}`);
}

describe("amounts in two currencies", () => {
  test.each([
    ["Amount (USD),Base amount", "544.59,2000.00", "USD 54459 2723"],
    ["USD,Base amount", "544.59,2000.00", "USD 54459 2723"],
    ["Price (USD),ROE,Base Amount", "272.30,3.6725,2000.04", "USD 54460 2723"],
    ["Price (USD),Base Amount", "272.30,544.60", "USD 54460 2723"],
    ["Base Amount,Total (USD)", "544.60,571.83", "USD 54460 2723"],
    ["Currency,Amount,Base amount", "USD,544.59,2000.00", "USD 54459 2723"],
    [
      "Price,Amount,Currency,Exchange Rate,Base Amount,Base Total",
      "250.00,500.00,USD,3.6725,1836.25,1928.06",
      "USD 50000 2500",
    ],
    ["Price,Value USD", "1000.00,2000.00", "USD 200000 10000"],
    ["Price,Value USD", "1000.00,544.59", "AED 200000 10000"],
    ["Rate,Amount,VAT,Total,Total in USD", "1000.00,2000.00,100.00,2100.00,571.82", "AED 200000 10000"],
    ["Rate,Amount,USD Equiv", "1000.00,2000.00,544.59", "AED 200000 10000"],
  ])("%s: %s", async (more, cells, is) => {
    expect(await becomes(more, cells)).toEqual([is]);
  });

  test.each([
    ["Amount (USD),Base amount", "544.59,1900.00", 'Base amount: "? ignore | net | gross"'],
    ["Currency,Amount,Base amount", "EUR,544.59,2000.00", 'Base amount: "? ignore | net | gross"'],
    ["Rate,Discount (USD)", "1000.00,50.00", 'document_currency_code: "? USD | AED"'],
    ["Rate,Amount,USD Equiv", "1000.00,2000.00,500.00", 'document_currency_code: "? AED | USD"'],
    ["Price (AED),Discount (USD)", "272.30,10", '"Discount (USD)": "? ignore | document_lines.allowances.amount"'],
  ])("asked: %s: %s", async (more, cells, line) => {
    expect(await becomes(more, cells)).toEqual([line]);
  });

  test.each([
    ["Price (USD),VAT (AED)", "272.30,100.00", "272.30,0.00", '"VAT (AED)": "? vat amount | ignore"'],
    ["Price (USD),VAT Amount", "272.30,100.00", "272.30,0.00", 'VAT Amount: "? vat amount | ignore"'],
    [
      "Price (USD),Total incl VAT (AED)",
      "272.30,2100.00",
      "272.30,2000.04",
      '"Total incl VAT (AED)": "? ignore | net | gross"',
    ],
  ])("rows without VAT are not lost with a column in another currency: %s", async (more, first, second, line) => {
    expect(await becomes(more, first, second)).toContain(line);
  });

  test("each row in its own currency", async () => {
    const found = await becomes("Amount,Currency,Base Amount", "500.00,USD,1836.25", "500.00,AED,500.00");
    expect([...found].sort()).toEqual(["AED 50000 2500", "USD 50000 2500"]);
  });
});

test.each(["Qty in kg", "QTY in kg", "Received Qty in boxes", "Qty in thousands"])(
  "%s is a quantity",
  async (heading) => {
    const { proposed } = await importWith(
      "bills.csv",
      `Bill No,Bill Date,Due Date,Vendor TRN,Item,HS Code,${heading},Price\nB-1,2026-06-15,2026-07-31,${trn},Tile,69072100,2,10.00\n`,
      [],
    );
    expect(proposed).toContain(`${heading}: document_lines.quantity`);
  },
);
