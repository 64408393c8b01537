// A test of your own client against the whole service, inside the test's process. vitest and jest look the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startSandbox } from "selfbill/sandbox";

test("my client sends an invoice once, although the first answer is lost", async () => {
  const sandbox = await startSandbox();
  try {
    sandbox.faults.add({ fault: "created-but-lost", method: "POST" });
    const send = () =>
      fetch(`${sandbox.baseUrl}/api/purchase-invoices/${sandbox.businessProfileId}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${sandbox.token}`,
          "x-service-version": "20260101",
          "content-type": "application/json",
        },
        body: JSON.stringify(invoice),
      });
    await assert.rejects(send());

    // What a client does before it sends again: it looks whether the document exists.
    const look = await fetch(`${sandbox.baseUrl}/api/purchase-invoices?document_number=SB-2026-0001`, {
      headers: { authorization: `Bearer ${sandbox.token}`, "x-service-version": "20260101" },
    });
    const page = (await look.json()) as { content: { id: string }[] };
    assert.equal(page.content.length, 1);

    sandbox.clock.advance(3);
    const read = await fetch(`${sandbox.baseUrl}/api/purchase-invoices/${page.content[0]?.id}`, {
      headers: { authorization: `Bearer ${sandbox.token}`, "x-service-version": "20260101" },
    });
    const document = (await read.json()) as { meta_info: { peppol_status: { overall_status: string } } };
    assert.equal(document.meta_info.peppol_status.overall_status, "APPROVED");

    assert.deepEqual(sandbox.requests().map(({ method, status }) => `${method} ${status}`), [
      "POST null",
      "GET 200",
      "GET 200",
    ]);
    // Looked before it sent again? One version? A 429 waited for? A sentence for each thing that the client did not do.
    assert.deepEqual(sandbox.verify().problems, []);
  } finally {
    await sandbox.close();
  }
});

const invoice = {
  profile_execution_id: "00000000",
  document_number: "SB-2026-0001",
  issue_date: "2026-06-15",
  due_date: "2026-07-15",
  document_currency_code: "AED",
  accounting_supplier_party: {
    name: "Desert Lime Trading",
    party_name: "Desert Lime Trading LLC",
    email: "billing@desertlime.example",
    telephone: "+97142000111",
    tin: "1002345674",
    endpoint_id: "1002345674",
    endpoint_scheme_id: "0235",
    scheme_agency_id: "TL",
    company_id: "CN-1029384",
    authority_name: "Dubai Department of Economy and Tourism",
    party_tax_scheme: { company_id: "100234567400003", tax_scheme: "VAT" },
    postal_address: {
      street_name: "Al Quoz Street 14",
      city_name: "Dubai",
      country_subentity: "DXB",
      country: "United Arab Emirates",
      country_code: "AE",
    },
  },
  payment_means: [
    {
      payment_means_code: "30",
      payee_financial_account: { id: "AE560990000001234567890", name: "Desert Lime Trading LLC" },
    },
  ],
  document_lines: [
    {
      name: "Ceramic floor tile",
      description: "Ceramic floor tile 60x60 cm, box of 4",
      quantity: 40,
      unit_code: "XBX",
      price: { base_amount: 250 },
      classified_tax_category: { id: "S", percent: 5, tax_scheme: "VAT" },
      commodity_classification: {
        commodity_code: "G",
        item_classification_code: "69072100",
        item_classification_list_id: "HS",
      },
    },
  ],
};
