import type { SelfBilledDocument } from "../../../src/document/index.ts";
import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, inDollars, invoice, muscat } from "../../support/documents.ts";
import { add, at, make, remove, set, setAttribute } from "../../support/edit-tree.ts";
import { broken, type EditionCases, held } from "../../support/edition-cases.ts";
import { type Xml, xml } from "../../support/rule-cases.ts";
import { discount, lineOf, margin, reverseCharge, reverseChargeLine, standard } from "../../support/vat-lines.ts";

/** Cases for the changes made in 1.0.4. */

const supplier = "cac:AccountingSupplierParty/cac:Party";
const breakdown = "cac:TaxTotal/cac:TaxSubtotal";

const edited = (edit: (root: UblElement) => void, change: Partial<SelfBilledDocument> = {}): Xml =>
  xml(invoice(change), edit);
const schemed = (path: string, scheme: string): Xml => edited((root) => setAttribute(root, path, "schemeID", scheme));
const flagged = (flags: string): Partial<SelfBilledDocument> => ({ profile_execution_id: flags });
const outOfScope = (root: UblElement): void => set(root, "cbc:InvoiceTypeCode", "480");

export const cases: EditionCases = {
  "IBR-126": { "a line's amounts in AED": broken(invoice(inDollars)) },
  "IBR-SR-45": {
    "two due dates in one payment means": broken(
      edited((root) => {
        add(root, "cac:PaymentMeans", make("cbc:PaymentDueDate", "2026-07-01"));
        add(root, "cac:PaymentMeans", make("cbc:PaymentDueDate", "2026-08-01"));
      }),
    ),
  },
  "IBR-CL-03": {
    "the Bulgarian lev": held(edited((root) => setAttribute(root, "cac:TaxTotal/cbc:TaxAmount", "currencyID", "BGN"))),
    "the Caribbean guilder": broken(
      edited((root) => setAttribute(root, "cac:TaxTotal/cbc:TaxAmount", "currencyID", "XCG")),
    ),
  },
  "IBR-CL-04": {
    "the guilder of the Netherlands Antilles": held(edited((root) => set(root, "cbc:DocumentCurrencyCode", "ANG"))),
    "the Caribbean guilder": broken(edited((root) => set(root, "cbc:DocumentCurrencyCode", "XCG"))),
  },
  "IBR-CL-05": {
    "the Bulgarian lev": held(edited((root) => set(root, "cbc:TaxCurrencyCode", "BGN"), inDollars)),
    "the Caribbean guilder": broken(edited((root) => set(root, "cbc:TaxCurrencyCode", "XCG"), inDollars)),
  },
  "IBR-CL-10": {
    "a scheme that is new": broken(
      edited((root) =>
        add(root, supplier, make("cac:PartyIdentification", [make("cbc:ID", "1", { schemeID: "0245" })])),
      ),
    ),
  },
  "IBR-CL-11": { "a scheme that is new": broken(schemed(`${supplier}/cac:PartyLegalEntity/cbc:CompanyID`, "0246")) },
  "IBR-CL-21": {
    "a scheme that is new": broken(
      edited((root) =>
        add(
          root,
          "cac:InvoiceLine/cac:Item",
          make("cac:StandardItemIdentification", [make("cbc:ID", "1", { schemeID: "0247" })]),
        ),
      ),
    ),
  },
  "IBR-CL-25": { "a scheme that is new": broken(schemed(`${supplier}/cbc:EndpointID`, "0242")) },
  "IBR-CL-26": {
    "a scheme that is new": broken(
      edited((root) =>
        add(
          root,
          "",
          make("cac:Delivery", [make("cac:DeliveryLocation", [make("cbc:ID", "1", { schemeID: "0248" })])]),
        ),
      ),
    ),
  },
  "ALIGNED-IBRP-002-AE": {
    "a process with something in front": held(
      edited((root) => set(root, "cbc:ProfileID", "x-urn:peppol:bis:selfbilling")),
    ),
  },
  "ALIGNED-IBRP-AE-06": {
    "a reverse charge discount at 5": held(
      edited(
        (root) => {
          const category = at(root, "cac:AllowanceCharge/cac:TaxCategory");
          if (category.first("cbc:Percent")) set(root, "cac:AllowanceCharge/cac:TaxCategory/cbc:Percent", "5");
          else add(root, "cac:AllowanceCharge/cac:TaxCategory", make("cbc:Percent", "5"));
        },
        { document_lines: [reverseChargeLine()], allowances: [discount(reverseCharge)] },
      ),
    ),
  },
  "ALIGNED-IBRP-S-08": {
    "a group without a rate": held(edited((root) => remove(root, `${breakdown}/cac:TaxCategory/cbc:Percent`))),
  },
  "IBR-102-AE": {
    "a margin group without a rate": held(
      edited((root) => remove(root, `${breakdown}/cac:TaxCategory/cbc:Percent`), {
        ...flagged("00100000"),
        document_lines: [lineOf(margin)],
      }),
    ),
  },
  "IBR-105-AE": {
    "a margin group beside another": broken(invoice({ document_lines: [lineOf(margin), lineOf(standard)] })),
  },
  "IBR-116-AE": {
    "a line of another category, whose breakdown says N": held(
      edited((root) => set(root, "cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory/cbc:ID", "S"), {
        ...flagged("00100000"),
        document_lines: [lineOf(margin)],
      }),
    ),
  },
  "IBR-122-AE": {
    "a line outside the scope of VAT beside a standard one": held(
      edited(outOfScope, {
        document_lines: [
          lineOf(standard),
          lineOf({
            id: "E",
            tax_exemption_reason_code: "DL8.46.2",
            tax_exemption_reason: "Residential",
            tax_scheme: "VAT",
          }),
        ],
      }),
    ),
  },
  "IBR-127-AE": {
    "nothing to pay, and no due date": broken(
      edited((root) => {
        set(root, "cac:LegalMonetaryTotal/cbc:PayableAmount", "0");
        remove(root, "cbc:DueDate");
      }),
    ),
  },
  "IBR-133-AE": {
    "another scheme, and a seller with a TIN": broken(
      edited((root) => {
        set(root, `${supplier}/cac:PartyTaxScheme/cbc:CompanyID`, "1002345674");
        set(root, `${breakdown}/cac:TaxCategory/cac:TaxScheme/cbc:ID`, "GST");
      }),
    ),
    "another scheme, and a seller with a TIN that stands in a line": broken(
      edited((root) => {
        set(root, `${supplier}/cac:PartyTaxScheme/cbc:CompanyID`, "1002345674");
        set(root, `${breakdown}/cac:TaxCategory/cac:TaxScheme/cbc:ID`, "GST");
        const seller = root.first("cac:AccountingSupplierParty");
        remove(root, "cac:AccountingSupplierParty");
        if (seller) root.first("cac:InvoiceLine")?.append(seller);
      }),
    ),
  },
  "IBR-152-AE": {
    "an export that is delivered inside the UAE, without a street": broken(
      edited(
        (root) => {
          set(root, "cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode", "AE");
          remove(root, "cac:Delivery/cac:DeliveryLocation/cac:Address/cbc:StreetName");
        },
        { ...flagged("00000001"), delivery: { delivery_location: { address: muscat } } },
      ),
    ),
  },
  "IBR-177-AE": {
    "an agent's supplier without tax number": held(
      edited((root) => remove(root, `${supplier}/cac:PartyTaxScheme`), {
        ...flagged("00000100"),
        seller_supplier_party: { id: "100555666500003" },
      }),
    ),
  },
  "IBR-190-AE": {
    "one rate of 5 and one of 4": held(
      edited((root) => set(root, "cac:AllowanceCharge/cac:TaxCategory/cbc:Percent", "4"), {
        allowances: [discount(standard)],
      }),
    ),
  },
  "IBR-191-AE": {
    "a credit note that says how it is paid": broken(
      xml(creditNote(), (root) => add(root, "", make("cac:PaymentMeans", [make("cbc:PaymentMeansCode", "10")]))),
    ),
    "a deemed supply without payment means": broken(
      edited((root) => remove(root, "cac:PaymentMeans"), flagged("01000000")),
    ),
  },
  "IBR-192-AE": {
    "a credit transfer without account": held(
      edited((root) => remove(root, "cac:PaymentMeans/cac:PayeeFinancialAccount")),
    ),
  },
};
