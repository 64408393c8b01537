import type { Party } from "../../../src/document/index.ts";
import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, invoice } from "../../support/documents.ts";
import { add, double, make, remove, set, setAttribute } from "../../support/edit-tree.ts";
import { boughtBy, type CasesOfRule, type RuleCases, xml } from "../../support/rule-cases.ts";

const seller = "cac:AccountingSupplierParty/cac:Party";
const buyer = "cac:AccountingCustomerParty/cac:Party";
const plain = { "an invoice": invoice(), "a credit note": creditNote() };
const changed = (edit: (root: UblElement) => void) => xml(invoice(), edit);
const soldBy = (change: Partial<Party>) =>
  invoice({ accounting_supplier_party: { ...invoice().accounting_supplier_party, ...change } });

/** Cases for a part that may appear only once: with one, and with two. */
function once(what: string, path: string, prepare: (root: UblElement) => void, ...also: string[]): CasesOfRule {
  const name = `one ${what}`;
  return {
    holds: { ...plain, [name]: changed(prepare) },
    breaks: {
      "two of them": {
        given: changed((root) => {
          prepare(root);
          double(root, path);
        }),
        at: ["/Invoice"],
        also,
      },
    },
  };
}

const asTheyAre = (root: UblElement) => set(root, "cbc:ID", "SB-2026-0002");

function extraLine(party: string): CasesOfRule {
  const address = `${party}/cac:PostalAddress`;
  const oneLine = (root: UblElement) => add(root, address, make("cac:AddressLine", [make("cbc:Line", "Warehouse 4")]));
  return {
    holds: { ...plain, "one extra line": changed(oneLine) },
    breaks: {
      "two extra lines": {
        given: changed((root) => {
          oneLine(root);
          oneLine(root);
        }),
        at: [`/Invoice/${address}`],
      },
      "two texts in one extra line": {
        given: changed((root) => {
          oneLine(root);
          double(root, `${address}/cac:AddressLine/cbc:Line`);
        }),
        at: [`/Invoice/${address}`],
      },
    },
  };
}

export const cases: RuleCases = {
  "IBR-006": {
    holds: plain,
    breaks: {
      "neither a registered nor a display name": {
        given: soldBy({ name: "", party_name: "" }),
        at: ["accounting_supplier_party"],
      },
      "a blank name": {
        given: changed((root) => set(root, `${seller}/cac:PartyLegalEntity/cbc:RegistrationName`, " ")),
        at: ["/Invoice"],
        also: ["IBR-079"],
      },
    },
  },
  "IBR-007": {
    holds: plain,
    breaks: { "no name of the buyer": { given: boughtBy({ name: "", party_name: "" }, invoice()), at: ["/Invoice"] } },
  },
  "IBR-008": {
    holds: plain,
    breaks: {
      "no address": {
        given: changed((root) => remove(root, `${seller}/cac:PostalAddress`)),
        at: ["/Invoice"],
      },
    },
  },
  "IBR-010": {
    holds: plain,
    breaks: {
      "no address": { given: changed((root) => remove(root, `${buyer}/cac:PostalAddress`)), at: ["/Invoice"] },
    },
  },
  "IBR-CO-26": {
    holds: {
      "a TRN and a registration number": invoice(),
      "a registration number only": {
        given: soldBy({ party_tax_scheme: { company_id: "" } }),
        also: ["IBR-134-AE"],
      },
      "an identifier only": {
        given: changed((root) => {
          remove(root, `${seller}/cac:PartyTaxScheme`);
          remove(root, `${seller}/cac:PartyLegalEntity/cbc:CompanyID`);
          add(root, seller, make("cac:PartyIdentification", [make("cbc:ID", "4711")]));
        }),
        also: ["IBR-134-AE", "IBR-150-AE"],
      },
    },
    breaks: {
      "no number at all": {
        given: soldBy({ party_tax_scheme: { company_id: "" }, company_id: "" }),
        at: ["accounting_supplier_party"],
        also: ["IBR-134-AE", "IBR-150-AE"],
      },
    },
  },
  "IBR-080": {
    holds: { ...plain, "an empty element": changed((root) => set(root, `${buyer}/cbc:EndpointID`, "")) },
    breaks: {
      "no endpoint": {
        given: changed((root) => remove(root, `${buyer}/cbc:EndpointID`)),
        at: [`/Invoice/${buyer}`],
      },
    },
  },
  "IBR-081": {
    holds: { ...plain, "an empty element": changed((root) => set(root, `${seller}/cbc:EndpointID`, "")) },
    breaks: { "no endpoint": { given: soldBy({ endpoint_id: "" }), at: ["accounting_supplier_party"] } },
  },
  "IBR-062": {
    holds: plain,
    breaks: {
      "no scheme": { given: soldBy({ endpoint_scheme_id: "" }), at: ["accounting_supplier_party.endpoint_id"] },
    },
  },
  "IBR-063": {
    holds: plain,
    breaks: {
      "no scheme": {
        given: changed((root) => setAttribute(root, `${buyer}/cbc:EndpointID`, "schemeID", undefined)),
        at: [`/Invoice/${buyer}/cbc:EndpointID`],
      },
    },
  },
  "IBR-009": {
    holds: plain,
    breaks: {
      "no country": {
        given: changed((root) => remove(root, `${seller}/cac:PostalAddress/cac:Country`)),
        at: [`/Invoice/${seller}/cac:PostalAddress`],
      },
    },
  },
  "IBR-011": {
    holds: plain,
    breaks: {
      "no country": {
        given: changed((root) => remove(root, `${buyer}/cac:PostalAddress/cac:Country`)),
        at: [`/Invoice/${buyer}/cac:PostalAddress`],
      },
    },
  },
  "IBR-SR-53": extraLine(seller),
  "IBR-SR-54": extraLine(buyer),
  "IBR-SR-42": {
    holds: {
      ...plain,
      "a TRN and a TIN": changed((root) =>
        add(
          root,
          seller,
          make("cac:PartyTaxScheme", [
            make("cbc:CompanyID", "1002345674"),
            make("cac:TaxScheme", [make("cbc:ID", "TIN")]),
          ]),
        ),
      ),
    },
    breaks: {
      "three numbers": {
        given: changed((root) => {
          for (const _ of [2, 3]) double(root, `${seller}/cac:PartyTaxScheme`);
        }),
        at: [`/Invoice/${seller}`],
        also: ["ALIGNED-IBRP-SR-12", "IBR-178-AE"],
      },
    },
  },
  "IBR-098": once("registered name", `${seller}/cac:PartyLegalEntity/cbc:RegistrationName`, asTheyAre),
  "IBR-099": once("trade name", `${seller}/cac:PartyName`, asTheyAre),
  "IBR-100": once("registration number", `${seller}/cac:PartyLegalEntity/cbc:CompanyID`, asTheyAre),
  "IBR-101": once("legal form", `${seller}/cac:PartyLegalEntity/cbc:CompanyLegalForm`, (root) =>
    add(root, `${seller}/cac:PartyLegalEntity`, make("cbc:CompanyLegalForm", "LLC")),
  ),
  "IBR-102": once("registered name", `${buyer}/cac:PartyLegalEntity/cbc:RegistrationName`, asTheyAre),
  "IBR-112": once("trade name", `${buyer}/cac:PartyName`, asTheyAre),
  "IBR-SR-16": once("identifier", `${buyer}/cac:PartyIdentification`, (root) =>
    add(root, buyer, make("cac:PartyIdentification", [make("cbc:ID", "C-9")])),
  ),
  "IBR-103": once("registration number", `${buyer}/cac:PartyLegalEntity/cbc:CompanyID`, asTheyAre),
  "IBR-104": once("tax number", `${buyer}/cac:PartyTaxScheme`, asTheyAre, "IBR-179-AE"),
};
