import { creditNote, invoice, line, muscat } from "../../support/documents.ts";
import { remove, set } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const flagged = (flags: string, change: Parameters<typeof invoice>[0] = {}) =>
  invoice({ profile_execution_id: flags, ...change });
const plain = { "a standard invoice": invoice(), "a standard credit note": creditNote() };
const marginLine = line({ classified_tax_category: { id: "N", percent: "5", tax_scheme: "VAT" } });
const { street_name: _, ...withoutStreet } = muscat;
const deliveredTo = (address: Partial<typeof muscat>) => ({ delivery: { delivery_location: { address } } });

export const cases: RuleCases = {
  "IBR-154-AE": {
    holds: { "no flag set": invoice(), "flags that need nothing more": flagged("01001000") },
    breaks: {
      "seven flags": { given: flagged("0000000"), at: ["profile_execution_id"] },
      "nine flags": { given: flagged("000000000"), at: ["profile_execution_id"] },
      "a blank after the flags": { given: flagged("00000000 "), at: ["profile_execution_id"] },
      "a flag of 2": { given: flagged("00000002"), at: ["profile_execution_id"] },
      "no flags at all": { given: xml(invoice(), (root) => remove(root, "cbc:ProfileExecutionID")), at: ["/Invoice"] },
    },
  },
  "IBR-007-AE": {
    holds: { "a beneficiary": flagged("10000000", { buyer_customer_party: { id: "1004445556" } }) },
    breaks: { "no beneficiary": { given: flagged("10000000"), at: ["profile_execution_id"] } },
    skips: plain,
  },
  "IBR-116-AE": {
    holds: { "lines of category N only": flagged("00100000", { document_lines: [marginLine, marginLine] }) },
    breaks: {
      "a line of category S": { given: flagged("00100000"), at: ["profile_execution_id"] },
      "one line of category S among others": {
        given: flagged("00100000", { document_lines: [marginLine, line()] }),
        at: ["profile_execution_id"],
      },
    },
    skips: { ...plain, "a line of category N without the flag": invoice({ document_lines: [marginLine] }) },
  },
  "IBR-138-AE": {
    holds: {
      "only a start date": flagged("00010000", { invoice_period: { start_date: "2026-05-01" } }),
      "only an end date": flagged("00010000", { invoice_period: { end_date: "2026-05-31" } }),
    },
    breaks: { "no period": { given: flagged("00010000"), at: ["profile_execution_id"] } },
    skips: plain,
  },
  "IBR-137-AE": {
    holds: { "a principal": flagged("00000100", { seller_supplier_party: { id: "100555666500003" } }) },
    breaks: { "no principal": { given: flagged("00000100"), at: ["profile_execution_id"], also: ["IBR-176-AE"] } },
    skips: plain,
  },
  "IBR-176-AE": {
    holds: { "another principal": flagged("00000100", { seller_supplier_party: { id: "100555666600003" } }) },
    breaks: {
      "the supplier's own TRN": {
        given: flagged("00000100", { seller_supplier_party: { id: "100234567400003" } }),
        at: ["seller_supplier_party.id"],
      },
    },
    skips: plain,
  },
  "IBR-177-AE": {
    holds: { "a supplier with a TRN": flagged("00000100", { seller_supplier_party: { id: "100555666700003" } }) },
    breaks: {
      "a supplier without tax number": {
        given: xml(flagged("00000100", { seller_supplier_party: { id: "100555666500003" } }), (root) =>
          remove(root, "cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme"),
        ),
        at: ["/Invoice/cac:AccountingSupplierParty/cac:Party"],
        also: ["IBR-134-AE", "IBR-176-AE"],
      },
    },
    skips: plain,
  },
  "IBR-142-AE": {
    holds: { "a full address": flagged("00000010", deliveredTo(muscat)) },
    breaks: {
      "no delivery": { given: flagged("00000010"), at: ["profile_execution_id"] },
      "an address without street": {
        given: flagged("00000010", deliveredTo(withoutStreet)),
        at: ["delivery.delivery_location.address"],
      },
    },
    skips: plain,
  },
  "IBR-152-AE": {
    holds: {
      "a full address abroad": flagged("00000001", deliveredTo(muscat)),
      "a delivery inside the UAE without street": flagged(
        "00000001",
        deliveredTo({ ...withoutStreet, country_code: "AE" }),
      ),
    },
    breaks: {
      "no delivery": { given: flagged("00000001"), at: ["profile_execution_id"] },
      "an address abroad without street": {
        given: flagged("00000001", deliveredTo(withoutStreet)),
        at: ["delivery.delivery_location.address"],
      },
    },
    skips: plain,
  },
  "IBR-157-AE": {
    holds: { "a continuous supply outside the scope of VAT": outOfScope("00001000") },
    breaks: {
      "a deemed supply": { given: outOfScope("01000000"), at: ["/Invoice"] },
      "a margin scheme": { given: outOfScope("00100000"), at: ["/Invoice"], also: ["IBR-116-AE"] },
      "a summary": {
        given: outOfScope("00010000"),
        at: ["/Invoice"],
        also: ["IBR-138-AE"],
      },
    },
    skips: plain,
  },
};

function outOfScope(flags: string) {
  const free = line({ classified_tax_category: { id: "O", tax_scheme: "VAT" } });
  return xml(flagged(flags, { document_lines: [free] }), (root) => set(root, "cbc:InvoiceTypeCode", "480"));
}
