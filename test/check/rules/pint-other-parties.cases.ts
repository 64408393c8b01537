import type { UblElement } from "../../../src/ubl/index.ts";
import { invoice, muscat } from "../../support/documents.ts";
import { add, double, make, remove, set } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const plain = { "a document without such a party": invoice() };
const paid = (name: string, id = "P-55") =>
  invoice({ payee_party: { party_name: name, party_identification: { id } } });
const factored = paid("Lime Factoring");
const payee = "/Invoice/cac:PayeeParty";
const sellerName = "Desert Lime Trading LLC";
/** The payee has the seller's registered name, so the rules that limit the parts of other payees do not apply. */
const paidItself = paid(sellerName);

const represented = invoice({
  tax_representative_party: {
    party_identification: { id: "100888777600003" },
    party_name: "Gulf Tax Agents",
    postal_address: muscat,
  },
});
const representative = "cac:TaxRepresentativeParty";
const changedAgent = (edit: (root: UblElement) => void) => xml(represented, edit);

const delivered = invoice({
  delivery: { actual_delivery_date: "2026-06-14", delivery_location: { address: muscat }, party_name: "Warehouse" },
});
const deliverTo = "cac:Delivery/cac:DeliveryLocation/cac:Address";
const changedDelivery = (edit: (root: UblElement) => void) => xml(delivered, edit);

const addLine = (address: string) => (root: UblElement) =>
  add(root, address, make("cac:AddressLine", [make("cbc:Line", "Gate 4")]));
const twice = (edit: (root: UblElement) => void) => (root: UblElement) => {
  edit(root);
  edit(root);
};
const addId = (root: UblElement, scheme?: string) =>
  add(
    root,
    "cac:PayeeParty",
    make("cac:PartyIdentification", [
      make("cbc:ID", "AE98ZZZ09999999999", scheme === undefined ? undefined : { schemeID: scheme }),
    ]),
  );
const addLegalId = (root: UblElement) =>
  add(root, "cac:PayeeParty", make("cac:PartyLegalEntity", [make("cbc:CompanyID", "CN-77")]));
const twoLegalIds = twice(addLegalId);
const addName = (root: UblElement) => double(root, "cac:PayeeParty/cac:PartyName");
/** The payee has the seller's registered name; the trade name differs, so that IBR-017 passes. */
const ofItself = (edit: (root: UblElement) => void) => xml(paidItself, edit);

export const cases: RuleCases = {
  "IBR-017": {
    holds: { "a factor": factored, "a payee with the seller's registered name": paidItself },
    breaks: {
      "no name": {
        given: xml(factored, (root) => remove(root, "cac:PayeeParty/cac:PartyName")),
        at: [payee],
      },
      "the seller's trade name": { given: paid("Desert Lime Trading"), at: ["payee_party.party_name"] },
      "the seller's identifier": {
        given: xml(factored, (root) =>
          add(root, "cac:AccountingSupplierParty/cac:Party", make("cac:PartyIdentification", [make("cbc:ID", "P-55")])),
        ),
        at: [payee],
      },
    },
  },
  "IBR-105": {
    holds: {
      "a creditor identifier beside another": xml(factored, (root) => addId(root, "SEPA")),
      "two identifiers of the seller itself": ofItself((root) => addId(root)),
    },
    breaks: { "two identifiers": { given: xml(factored, (root) => addId(root)), at: [payee] } },
    skips: { ...plain, "one identifier": factored },
  },
  "IBR-106": {
    holds: { "two numbers of the seller itself": ofItself(twoLegalIds) },
    breaks: { "two numbers": { given: xml(factored, twoLegalIds), at: [payee] } },
    skips: { ...plain, "one number": xml(factored, addLegalId) },
  },
  "IBR-SR-19": {
    holds: { "two names, one of them the seller's": ofItself(addName) },
    breaks: { "two names": { given: xml(factored, addName), at: [payee] } },
    skips: { ...plain, "one name": factored },
  },
  "IBR-018": {
    holds: { "a name": represented },
    breaks: {
      "no name": {
        given: changedAgent((root) => remove(root, `${representative}/cac:PartyName`)),
        at: [`/Invoice/${representative}`],
      },
    },
  },
  "IBR-019": {
    holds: { "an address": represented },
    breaks: {
      "no address": {
        given: changedAgent((root) => remove(root, `${representative}/cac:PostalAddress`)),
        at: [`/Invoice/${representative}`],
      },
    },
  },
  "IBR-020": {
    holds: { "a country": represented },
    breaks: {
      "no country": {
        given: changedAgent((root) => remove(root, `${representative}/cac:PostalAddress/cac:Country`)),
        at: [`/Invoice/${representative}/cac:PostalAddress`],
      },
    },
  },
  "IBR-056": {
    holds: { "a TRN": represented },
    breaks: {
      "no tax number": {
        given: changedAgent((root) => remove(root, `${representative}/cac:PartyTaxScheme`)),
        at: [`/Invoice/${representative}`],
      },
    },
  },
  "IBR-SR-22": {
    holds: { "one name": represented },
    breaks: {
      "two names": {
        given: changedAgent((root) => double(root, `${representative}/cac:PartyName`)),
        at: [`/Invoice/${representative}`],
      },
    },
  },
  "IBR-SR-23": {
    holds: { "a tax number where UBL puts it": represented },
    breaks: {
      "two tax numbers in a Party": {
        given: changedAgent((root) => {
          const scheme = () =>
            make("cac:PartyTaxScheme", [
              make("cbc:CompanyID", "100888777600003"),
              make("cac:TaxScheme", [make("cbc:ID", "VAT")]),
            ]);
          add(root, representative, make("cac:Party", [scheme(), scheme()]));
        }),
        at: [`/Invoice/${representative}`],
      },
    },
  },
  "IBR-SR-55": {
    holds: { "one extra line": changedAgent(addLine(`${representative}/cac:PostalAddress`)) },
    breaks: {
      "two extra lines": {
        given: changedAgent(twice(addLine(`${representative}/cac:PostalAddress`))),
        at: [`/Invoice/${representative}/cac:PostalAddress`],
      },
    },
  },
  "IBR-107": {
    holds: { "no delivery": invoice(), "one delivery": delivered },
    breaks: {
      "two deliveries": { given: changedDelivery((root) => double(root, "cac:Delivery")), at: ["/Invoice"] },
    },
  },
  "IBR-108": {
    holds: { "one name": delivered },
    breaks: {
      "two names": {
        given: changedDelivery((root) => double(root, "cac:Delivery/cac:DeliveryParty/cac:PartyName")),
        at: ["/Invoice/cac:Delivery"],
      },
    },
  },
  "IBR-057": {
    holds: {
      "a country": delivered,
      "an empty country code, which another rule reports": {
        given: changedDelivery((root) => set(root, `${deliverTo}/cac:Country/cbc:IdentificationCode`, "")),
        also: ["IBR-079", "IBR-CL-14"],
      },
    },
    breaks: {
      "no country": {
        given: changedDelivery((root) => remove(root, `${deliverTo}/cac:Country`)),
        at: [`/Invoice/${deliverTo}`],
      },
    },
  },
  "IBR-SR-56": {
    holds: { "one extra line": changedDelivery(addLine(deliverTo)) },
    breaks: {
      "two extra lines": { given: changedDelivery(twice(addLine(deliverTo))), at: [`/Invoice/${deliverTo}`] },
    },
  },
};
