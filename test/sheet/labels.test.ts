import { expect, test } from "vitest";
import { withLabels } from "../../src/sheet/in-words.ts";

test("a field is called by its label, and by its name where it is typed", () => {
  const text =
    "Remove party_tax_scheme.company_id, or: selfbill suppliers edit lime --set party_tax_scheme.company_id=…";
  const said = withLabels(text, { columns: [] });
  expect(said).not.toMatch(/Remove party_tax_scheme/);
  expect(said).toContain("--set party_tax_scheme.company_id=…");
});

test.each([
  [
    "In a currency other than AED the exchange rate (tax_exchange_rate) is required.",
    "In a currency other than AED the exchange rate is required.",
  ],
  ["The reason (discrepancy_response) is missing.", "The reason is missing."],
  ["Add item_classification_code, the HS code, with its list.", "Add HS code, with its list."],
  ["Set percent of the line's classified_tax_category to 5.", "Set percent of the line's VAT category to 5."],
  ["Keep one invoice_period.", "Keep one period."],
  ["Add postal_address to the supplier.", "Add the address to the supplier."],
  ["Complete the business profile: authority_name beside company_id.", undefined],
  ["Add party_name to payee_party; leave payee_party out when the seller is paid.", undefined],
  ["Add country_code, such as AE, to the address in delivery.", undefined],
  ["Write the number (15 digits) of the supplier.", undefined],
])(
  "a sentence with labels says nothing twice, and nothing of the supplier that is another party's: %s",
  (text, said) => {
    expect(withLabels(text, { columns: [] })).toBe(said ?? text);
  },
);
