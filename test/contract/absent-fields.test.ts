import { expect, test } from "vitest";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { type Body, invoiceBody, lineBody, without } from "./bodies.ts";

const usd = {
  document_currency_code: "USD",
  tax_currency_code: "AED",
  tax_exchange_rate: { source_currency_code: "USD", target_currency_code: "AED", calculation_rate: 3.6725 },
};
const standard = { id: "S", percent: 5 };
const withLine = (change: Body): Body => invoiceBody({ document_lines: [lineBody(change)] });

test.each<[string, Body]>([
  ["document_lines[0].name", without(invoiceBody(), "document_lines", 0, "name")],
  ["document_lines[0].quantity", without(invoiceBody(), "document_lines", 0, "quantity")],
  ["document_lines[0].price.base_amount", without(invoiceBody(), "document_lines", 0, "price", "base_amount")],
  [
    "document_lines[0].classified_tax_category.id",
    without(invoiceBody(), "document_lines", 0, "classified_tax_category", "id"),
  ],
  [
    "document_lines[0].classified_tax_category.percent",
    without(invoiceBody(), "document_lines", 0, "classified_tax_category", "percent"),
  ],
  ["tax_exchange_rate.calculation_rate", without(invoiceBody(usd), "tax_exchange_rate", "calculation_rate")],
  ["charges[0].amount", invoiceBody({ charges: [{ reason: "Freight", tax_category: standard }] })],
  [
    "allowances[0].amount",
    invoiceBody({ allowances: [{ reason: "Discount", base_amount: 100, tax_category: standard }] }),
  ],
  ["document_lines[0].charges[0].amount", withLine({ charges: [{ reason: "Packing", multiplier_factor_numeric: 5 }] })],
  ["accounting_supplier_party.postal_address", without(invoiceBody(), "accounting_supplier_party", "postal_address")],
  ["order_reference.id", invoiceBody({ order_reference: { sales_order_id: "7" } })],
  ["contract_document_reference.id", invoiceBody({ contract_document_reference: { issue_date: "2026-01-01" } })],
  ["project_reference.id", invoiceBody({ project_reference: { name: "Tower" } })],
  ["billing_reference[0].id", invoiceBody({ billing_reference: [{ issue_date: "2026-01-01" }] })],
  ["document_lines[0].order_line_reference.line_id", withLine({ order_line_reference: { order_reference_id: "7" } })],
])("refused in every mode when it is absent: %s", async (key, body) => {
  for (const strict of [false, true]) {
    const sandbox = await startTestSandbox({ strict });
    const answer = await sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [key]]);
  }
});

test.each<[string, Body]>([
  ["due_date", without(invoiceBody(), "due_date")],
  ["document_currency_code", without(invoiceBody(), "document_currency_code")],
  ["document_number", without(invoiceBody(), "document_number")],
  ["invoice_type_code", without(invoiceBody(), "invoice_type_code")],
  ["accounting_supplier_party.name", without(invoiceBody(), "accounting_supplier_party", "name")],
  ["accounting_supplier_party.party_name", without(invoiceBody(), "accounting_supplier_party", "party_name")],
  ["accounting_supplier_party.email", without(invoiceBody(), "accounting_supplier_party", "email")],
  ["accounting_supplier_party.telephone", without(invoiceBody(), "accounting_supplier_party", "telephone")],
  ["accounting_supplier_party.tin", without(invoiceBody(), "accounting_supplier_party", "tin")],
  ["accounting_supplier_party.endpoint_id", without(invoiceBody(), "accounting_supplier_party", "endpoint_id")],
  ["accounting_supplier_party.company_id", without(invoiceBody(), "accounting_supplier_party", "company_id")],
  ["accounting_supplier_party.authority_name", without(invoiceBody(), "accounting_supplier_party", "authority_name")],
  [
    "accounting_supplier_party.party_tax_scheme.tax_scheme",
    without(invoiceBody(), "accounting_supplier_party", "party_tax_scheme", "tax_scheme"),
  ],
  [
    "accounting_supplier_party.postal_address.street_name",
    without(invoiceBody(), "accounting_supplier_party", "postal_address", "street_name"),
  ],
  [
    "accounting_supplier_party.postal_address.country",
    without(invoiceBody(), "accounting_supplier_party", "postal_address", "country"),
  ],
  ["document_lines[0].description", without(invoiceBody(), "document_lines", 0, "description")],
  ["document_lines[0].unit_code", without(invoiceBody(), "document_lines", 0, "unit_code")],
  ["payment_means[0].payee_financial_account", without(invoiceBody(), "payment_means", 0, "payee_financial_account")],
])("tolerated when it is absent, and refused by a strict sandbox: %s", async (key, body) => {
  const lenient = await startTestSandbox();
  const accepted = await lenient.call("POST", `/api/purchase-invoices/${lenient.businessProfileId}`, body);
  expect([accepted.status, accepted.status === 201 ? "" : accepted.text]).toEqual([201, ""]);
  const strict = await startTestSandbox({ strict: true });
  const refused = await strict.call("POST", `/api/purchase-invoices/${strict.businessProfileId}`, body);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [key]]);
});
