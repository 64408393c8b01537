import type { UblElement } from "../../ubl/index.ts";
import { cannotBreak, exists, saying } from "../conditions.ts";
import { aeBuyer, aeDocumentRoot, aeSeller, aeSellerTin, aeTaxSchemeId, aeTrn } from "../contexts/contexts-ae.ts";
import type { RuleFacts } from "../contexts/facts.ts";
import { isOutOfScope, scenarioFlag } from "../contexts/facts-ae.ts";
import { flagSet, typeIs } from "../expression.ts";
import { defineRule, pintAe } from "../rule.ts";
import { attribute, path, spaced, stringOf } from "../xpath.ts";

const endpoint = path("cbc:EndpointID");
const innerEndpoint = path("cac:Party/cbc:EndpointID");
const innerTaxNumber = path("cac:Party/cac:PartyTaxScheme/cbc:CompanyID");
const partyId = path("cac:PartyIdentification/cbc:ID");
const partyTaxScheme = path("cac:PartyTaxScheme");
const taxNumber = path("cac:PartyTaxScheme/cbc:CompanyID");
const companyId = path("cbc:CompanyID");
const schemeId = path("cac:TaxScheme/cbc:ID");
const scheme = path("cac:TaxScheme");
const id = path("cbc:ID");
const sellerTaxScheme = path("cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme");
const sellerNumber = "cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID";
const sellerTaxNumber = path(sellerNumber);
const invoiceType = path("cbc:InvoiceTypeCode");
const creditNoteType = path("cbc:CreditNoteTypeCode");

const trn = /^1[0-9]{12}03$/;
const tin = /^1[0-9]{9}$/;
/** The published condition accepts any Unicode decimal digit here. */
const tinOfAnyDigits = /^1\p{Nd}{9}$/u;

const hasOutOfScopeCode = saying("(cbc:InvoiceTypeCode | cbc:CreditNoteTypeCode) = ('480', '81')", (element) =>
  [invoiceType, creditNoteType].some((code) => code.is(element, "480") || code.is(element, "81")),
);

/** Searches the whole document. Evaluated only if a scheme is not VAT. */
function someSellerNumber(within: UblElement, test: (number: UblElement) => boolean): boolean {
  return sellerTaxNumber.some(within, test) || within.children.some((child) => someSellerNumber(child, test));
}

function sellerHasTaxNumber({ root }: RuleFacts): boolean {
  return someSellerNumber(root, () => true);
}

function isUaeEndpoint(party: UblElement): boolean {
  return endpoint.some(party, (address) => attribute(address, "schemeID") === "0235");
}

export const uaeVatNumberIsTrn = defineRule({
  id: "IBR-132-AE",
  says: "A VAT number of a party in the UAE must be a TRN: 15 digits, starting with 1, ending with 03.",
  hint: "Write the TRN without spaces or hyphens, for example 100123456700003.",
  source: pintAe("IBT-031", "IBT-048"),
  of: aeTrn,
  test: "matches(., '^1[0-9]{12}03$')",
  holds: (number) => trn.test(stringOf(number)),
  before: [
    {
      until: "1.0.2",
      test: "matches(., '^1[a-zA-Z0-9]{12}03$')",
      holds: (number) => /^1[a-zA-Z0-9]{12}03$/.test(stringOf(number)),
    },
  ],
});

export const otherSellerNumberIsTin = defineRule({
  id: "IBR-148-AE",
  says: "A seller's tax number under a scheme other than VAT must be a TIN: 10 digits, starting with 1.",
  hint: "Write the ten-digit TIN, or give the number under tax_scheme VAT if it is the TRN.",
  source: pintAe("IBT-032"),
  of: aeSellerTin,
  test: "matches(., '^1[0-9]{9}$')",
  holds: (number) => tin.test(stringOf(number)),
});

/** A seller's TIN anywhere in the document exempts all its tax schemes from the rule. */
export const taxSchemeIsVat = defineRule({
  id: "IBR-133-AE",
  says: "Every tax scheme must be VAT, unless the seller is identified by a TIN.",
  hint: "Write tax_scheme: VAT in capital letters.",
  source: pintAe("IBT-031-1", "IBT-048-1", "IBT-063-1", "IBT-095-1", "IBT-102-1", "IBT-118-1", "IBT-167"),
  of: aeTaxSchemeId,
  test: `. = 'VAT' or exists(//${sellerNumber}[matches(normalize-space(), '^1[0-9]{9}$')])`,
  holds: (element, facts) => stringOf(element) === "VAT" || facts.once(sellerHasTin),
  before: [
    {
      until: "1.0.3",
      says: "Every tax scheme must be VAT, unless the seller has no tax number.",
      test: `. = 'VAT' or empty(//${sellerNumber})`,
      holds: (element, facts) => stringOf(element) === "VAT" || !facts.once(sellerHasTaxNumber),
    },
    // 1.0.2 looked for the seller outside the document.
    { until: "1.0.2", holds: cannotBreak },
  ],
});

function sellerHasTin({ root }: RuleFacts): boolean {
  return someSellerNumber(root, (number) => tin.test(spaced(stringOf(number))));
}

export const sellerHasOneVatNumber = defineRule({
  id: "ALIGNED-IBRP-SR-12",
  says: "The seller must have at most one VAT number.",
  hint: "Keep one PartyTaxScheme with scheme VAT for the seller in the XML.",
  source: pintAe("IBT-031"),
  of: aeDocumentRoot,
  test: "count(cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme[cac:TaxScheme/cbc:ID/upper-case(.) = 'VAT']/cbc:CompanyID) <= 1",
  holds: (root) => {
    let count = 0;
    for (const each of sellerTaxScheme.all(root)) {
      const isVat = scheme.some(each, (found) => id.some(found, (code) => stringOf(code).toUpperCase() === "VAT"));
      if (isVat) count += companyId.count(each);
    }
    return count <= 1;
  },
  because: [sellerNumber],
});

export const sellerHasTrn = defineRule({
  id: "IBR-134-AE",
  says: "The seller must have a VAT number, unless the document is outside the scope of VAT (480, 81).",
  hint: "If the supplier is registered for UAE VAT, write its TRN in accounting_supplier_party.party_tax_scheme.company_id, with tax_scheme VAT. If it is not registered, do not send a self-billed tax invoice: keep its own invoice.",
  source: pintAe("IBT-031", "IBT-003"),
  of: aeDocumentRoot,
  when: saying(`not(${typeIs("480", "81")})`, (_, facts) => !isOutOfScope(facts)),
  test: "exists(cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme[cac:TaxScheme/cbc:ID = 'VAT']/cbc:CompanyID)",
  holds: (root) => sellerTaxScheme.some(root, (each) => schemeId.is(each, "VAT") && companyId.in(each)),
  because: ["cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme", "cac:AccountingSupplierParty/cac:Party"],
});

export const oneOfTwoSellerNumbersIsVat = defineRule({
  id: "IBR-178-AE",
  says: "If the seller has two tax numbers, exactly one must be under scheme VAT. More than two are not allowed.",
  hint: "Keep the TRN under scheme VAT and the TIN under another scheme in the XML.",
  source: pintAe("IBT-031-1", "IBT-032"),
  of: aeSeller,
  when: saying("count(cac:PartyTaxScheme) > 1", (party) => partyTaxScheme.count(party) > 1),
  test: "count(cac:PartyTaxScheme) = 2 and count(cac:PartyTaxScheme[cac:TaxScheme/cbc:ID = 'VAT']) = 1",
  holds: (party) => {
    const all = partyTaxScheme.all(party);
    return all.length === 2 && all.filter((each) => schemeId.is(each, "VAT")).length === 1;
  },
  because: ["cac:PartyTaxScheme"],
});

export const buyerHasOneTaxNumber = defineRule({
  id: "IBR-179-AE",
  says: "The buyer must have at most one VAT number.",
  hint: "Keep one PartyTaxScheme for the buyer in the XML.",
  source: pintAe("IBT-048"),
  of: aeBuyer,
  test: "count(cac:PartyTaxScheme/cbc:CompanyID) <= 1",
  holds: (party) => taxNumber.count(party) <= 1,
  because: ["cac:PartyTaxScheme/cbc:CompanyID"],
});

/** The published message requires the registration number, but the condition requires the tax number. */
export const buyerOutsideTinHasTaxNumber = defineRule({
  id: "IBR-149-AE",
  says: "A buyer whose network address in the UAE (endpoint_id) starts with neither 1 nor 9 must have a VAT number.",
  hint: "Complete the business profile: the TIN as endpoint_id with scheme 0235, or party_tax_scheme with the TRN.",
  source: pintAe("IBT-048", "IBT-049", "IBT-049-1"),
  of: aeBuyer,
  test: "cbc:EndpointID/@schemeID != '0235' or matches(normalize-space(cbc:EndpointID), '^[19]') or exists(cac:PartyTaxScheme/cbc:CompanyID)",
  holds: (party) =>
    endpoint.some(party, (address) => (attribute(address, "schemeID") ?? "0235") !== "0235") ||
    /^[19]/.test(endpoint.text(party)) ||
    taxNumber.in(party),
  because: ["cbc:EndpointID"],
  // 1.0.2 looked for a party inside the party.
  before: [
    {
      until: "1.0.2",
      test: [
        "not(cac:Party/cbc:EndpointID/@schemeID = '0235') or not(cac:Party/cbc:EndpointID != '1XXXXXXXXX')",
        "or exists(cac:Party/cac:PartyTaxScheme/cbc:CompanyID)",
      ].join(" "),
      holds: (party) =>
        !innerEndpoint.some(party, (address) => attribute(address, "schemeID") === "0235") ||
        !innerEndpoint.some(party, (address) => stringOf(address) !== "1XXXXXXXXX") ||
        innerTaxNumber.in(party),
    },
  ],
});

/** Exports (flag 8) are exempt, because a foreign buyer may have neither a party identifier nor a VAT number. */
export const buyerWithoutTinIsIdentified = defineRule({
  id: "IBR-135-AE",
  says: "A buyer in the UAE whose network address (endpoint_id) is not a TIN must have a party identifier or a VAT number, except in exports.",
  hint: "Complete the business profile: the TIN as endpoint_id, or party_tax_scheme with the TRN.",
  source: pintAe("IBT-046", "IBT-048", "IBT-049", "BTAE-02"),
  of: aeBuyer,
  when: saying(
    `cbc:EndpointID/@schemeID = '0235' and empty(cbc:EndpointID[matches(., '^1\\p{Nd}{9}$')]) and not(${flagSet(8)})`,
    (party, facts) => isUaeEndpoint(party) && !hasTinEndpoint(party) && !isExport(party, facts),
  ),
  test: "exists(cac:PartyIdentification/cbc:ID | cac:PartyTaxScheme/cbc:CompanyID)",
  holds: (party) => partyId.in(party) || taxNumber.in(party),
  because: ["cbc:EndpointID"],
});

function hasTinEndpoint(party: UblElement): boolean {
  return endpoint.some(party, (address) => tinOfAnyDigits.test(stringOf(address)));
}

function isExport(party: UblElement, facts: RuleFacts): boolean {
  return party.parent?.parent === facts.root && scenarioFlag(facts, 8);
}

export const outOfScopeBuyerHasRegistration = defineRule({
  id: "IBR-136-AE",
  says: "In a document outside the scope of VAT (480, 81) the buyer must have a registration number.",
  hint: "Complete the business profile: company_id with its scheme_agency_id.",
  source: pintAe("IBT-047", "IBT-003"),
  of: aeDocumentRoot,
  when: saying(
    "cbc:InvoiceTypeCode = '480' or cbc:CreditNoteTypeCode = '81'",
    (root) => invoiceType.is(root, "480") || creditNoteType.is(root, "81"),
  ),
  holds: exists("cac:AccountingCustomerParty/cac:Party/cac:PartyLegalEntity/cbc:CompanyID"),
  because: ["cac:AccountingCustomerParty/cac:Party/cac:PartyLegalEntity", "cac:AccountingCustomerParty/cac:Party"],
  // 1.0.2 looked for the type code inside the buyer.
  before: [{ until: "1.0.2", of: aeBuyer, when: hasOutOfScopeCode }],
});
