import { expect, test } from "vitest";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { type Body, invoiceBody, lineBody, without } from "./bodies.ts";

const category = {
  id: "S",
  percent: 5,
  tax_scheme: "VAT",
  tax_exemption_reason: "x",
  tax_exemption_reason_code: "DL8.46.2",
};
const address = invoiceBody().accounting_supplier_party.postal_address;
const period = { start_date: "2026-05-01", end_date: "2026-05-31", description: "MTH" };
const charge = {
  amount: 5,
  reason: "Freight",
  reason_code: "FC",
  multiplier_factor_numeric: 5,
  base_amount: 100,
  tax_category: category,
};

/** An invoice body that uses every group of fields. */
function fullBody(): Body {
  return invoiceBody({
    document_currency_code: "USD",
    tax_currency_code: "AED",
    tax_exchange_rate: { source_currency_code: "USD", target_currency_code: "AED", calculation_rate: 3.6725 },
    buyer_customer_party: { id: "1" },
    seller_supplier_party: { id: "100555666500003" },
    payee_party: { party_identification: { id: "1" }, party_name: "x", financial_account: { id: "1", address } },
    tax_representative_party: { party_identification: { id: "1" }, party_name: "x", postal_address: address },
    delivery: { actual_delivery_date: "2026-06-14", delivery_location: { id: "1", address }, terms: "CIF" },
    order_reference: { id: "1", issue_date: "2026-06-01", sales_order_id: "2" },
    billing_reference: [{ id: "1", issue_date: "2026-06-01" }],
    contract_document_reference: { id: "1" },
    invoice_period: period,
    charges: [charge],
    allowances: [{ ...charge, reason_code: "95" }],
    attachments: [{ file_name: "a.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" }],
    payment_terms: { note: "x", due_date: "2026-07-01", amount: 5, payment_means_id: "1" },
    prepaid_amount: 1,
    payable_rounding_amount: -0.05,
    document_lines: [
      lineBody({
        charges: [charge],
        allowances: [{ ...charge, reason_code: "95" }],
        invoice_period: period,
        order_line_reference: { line_id: "1", order_reference_id: "1" },
        additional_item_identification: [{ id: "1", scheme_id: "SAC" }],
        additional_item_property: [{ name: "colour", value: "white" }],
        origin_country: { identification_code: "AE" },
        price: { base_amount: 250, base_quantity: 1, allowance: { amount: 1, base_amount: 251 } },
      }),
    ],
  });
}

const oddities: readonly unknown[] = [{}, [null], "x", true, "constructor", { toString: "AE", valueOf: 1 }];

function placesOf(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [at];
  return [
    at,
    ...Object.entries(value).flatMap(([key, member]) =>
      placesOf(member, [...at, Array.isArray(value) ? Number(key) : key]),
    ),
  ].filter((place) => place.length > 0);
}

function replaced(body: Body, place: (string | number)[], value: unknown): Body {
  const copy = structuredClone(body);
  let at: Body = copy;
  for (const step of place.slice(0, -1)) at = at[step];
  at[place.at(-1) as string] = value;
  return copy;
}

test("an odd value anywhere in a body is accepted or refused by its field, never a fault", async () => {
  const sandbox = await startTestSandbox();
  const path = `/api/purchase-invoices/${sandbox.businessProfileId}`;
  const whole = without(fullBody(), "document_number");
  expect((await sandbox.call("POST", path, whole)).status).toBe(201);
  const faulty: string[] = [];
  for (const place of placesOf(whole)) {
    for (const oddity of oddities) {
      const { status } = await sandbox.call("POST", path, replaced(whole, place, oddity));
      if (status !== 201 && status !== 400) faulty.push(`${status}: ${place.join(".")} = ${JSON.stringify(oddity)}`);
    }
  }
  expect(faulty).toEqual([]);
});
