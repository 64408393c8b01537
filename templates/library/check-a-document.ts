// Checks a document in your own program before you hand it to anybody. Amounts are texts: a JavaScript number cannot hold them exactly.
import { calculate, check, type InvoiceDocument } from "selfbill";

const invoice: InvoiceDocument = {
  profile_execution_id: "00000000",
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
      quantity: "40",
      unit_code: "XBX",
      price: { base_amount: "250.00" },
      classified_tax_category: { id: "S", percent: "5", tax_scheme: "VAT" },
      commodity_classification: {
        commodity_code: "G",
        item_classification_code: "69072100",
        item_classification_list_id: "HS",
      },
    },
  ],
};

const verdict = check(invoice);
for (const { code, message, hint, path } of verdict.findings) console.log(`${path} ${code}: ${message} ${hint}`);
console.log(verdict.ok ? "The document is valid." : "The document is not valid.");

const calculation = calculate(invoice);
if (calculation.ok) console.log(`Payable: ${calculation.value.totals.payable_amount} ${calculation.value.currency}`);
