import type { DocumentLine, SelfBilledDocument } from "../../../src/document/index.ts";
import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, inDollars, invoice } from "../../support/documents.ts";
import { add, category, make, remove, set, setAttribute } from "../../support/edit-tree.ts";
import { broken, type EditionCases, held } from "../../support/edition-cases.ts";
import { type Xml, xml } from "../../support/rule-cases.ts";
import { exempt, freight, lineOf, margin, outOfScope, reverseChargeLine, zeroRated } from "../../support/vat-lines.ts";

/** Cases for the changes made in 1.0.3. */

const supplier = "cac:AccountingSupplierParty/cac:Party";
const buyer = "cac:AccountingCustomerParty/cac:Party";
const breakdown = "cac:TaxTotal/cac:TaxSubtotal";
const group = `${breakdown}/cac:TaxCategory`;
const line = "cac:InvoiceLine";

const edited = (edit: (root: UblElement) => void, change: Partial<SelfBilledDocument> = {}): Xml =>
  xml(invoice(change), edit);
const credited = (edit: (root: UblElement) => void): Xml => xml(creditNote(), edit);
const flagged = (flags: string): Partial<SelfBilledDocument> => ({ profile_execution_id: flags });
const lines = (...all: DocumentLine[]): Partial<SelfBilledDocument> => ({ document_lines: all });
const typed = (root: UblElement, code: string): void => set(root, `cbc:${root.name}TypeCode`, code);

/** The invoice with an allowance inside an element of a price, where the schema does not allow it. */
const insidePrice = (...members: UblElement[]): Xml =>
  edited((root) =>
    add(
      root,
      `${line}/cac:Price`,
      make("cac:Inner", [make("cac:AllowanceCharge", [make("cbc:ChargeIndicator", "false"), ...members])]),
    ),
  );
const percentage = (amount: string) => [
  make("cbc:MultiplierFactorNumeric", "10"),
  make("cbc:Amount", amount),
  make("cbc:BaseAmount", "100"),
];
const buyerWith = (endpoint: string, edit: (root: UblElement) => void = () => undefined): Xml =>
  edited((root) => {
    set(root, `${buyer}/cbc:EndpointID`, endpoint);
    edit(root);
  });

export const cases: EditionCases = {
  "ALIGNED-IBRP-032": {
    "an allowance of a document inside of a price": broken(
      edited((root) => {
        const inner = make("Invoice", [make("cac:AllowanceCharge", [make("cbc:ChargeIndicator", "false")])]);
        add(root, `${line}/cac:Price`, inner);
      }),
    ),
  },
  "ALIGNED-IBRP-057": {
    "a percentage without base amount inside of a price": broken(
      insidePrice(make("cbc:MultiplierFactorNumeric", "10"), make("cbc:Amount", "10")),
    ),
  },
  "IBR-115-AE": {
    "a category code that UBL does not have": broken(insidePrice(make("cac:CategoryCode", [make("cbc:ID", "N")]))),
    "an allowance of category N": held(
      edited((root) =>
        add(
          root,
          "",
          make("cac:AllowanceCharge", [
            make("cbc:ChargeIndicator", "false"),
            make("cbc:Amount", "10", { currencyID: "AED" }),
            category("cac:TaxCategory", "N", "5"),
          ]),
        ),
      ),
    ),
  },
  "IBR-114-AE": {
    "a charge of category N": held(
      edited((root) => set(root, "cac:AllowanceCharge/cac:TaxCategory/cbc:ID", "N"), { charges: [freight(margin)] }),
    ),
  },
  "IBR-131-AE": {
    "an amount that is off inside of a price": broken(insidePrice(...percentage("11"))),
  },
  "IBR-146-AE": {
    "a charge rounded to two decimals": broken(
      edited(
        (root) => {
          const place = "cac:AllowanceCharge";
          for (const each of [make("cbc:MultiplierFactorNumeric", "3.333"), make("cbc:BaseAmount", "100.10")]) {
            add(root, place, each);
          }
          set(root, `${place}/cbc:Amount`, "3.34");
        },
        { charges: [freight({ id: "S", percent: "5", tax_scheme: "VAT" })] },
      ),
    ),
  },
  "IBR-168-AE": {
    "an exempt allowance without reason code inside of a price": broken(
      insidePrice(category("cac:TaxCategory", "E", "0")),
    ),
  },
  "ALIGNED-IBRP-048": { "an exempt group without a rate": broken(invoice(lines(lineOf(exempt)))) },
  "IBR-119-AE": { "an exempt group without a rate": broken(invoice(lines(lineOf(exempt)))) },
  "IBR-121-AE": {
    "an exempt group with a rate": held(
      edited((root) => add(root, group, make("cbc:Percent", "0")), lines(lineOf(exempt))),
    ),
  },
  "ALIGNED-IBRP-E-05": { "an exempt line without a rate": broken(invoice(lines(lineOf(exempt)))) },
  "ALIGNED-IBRP-O-11-AE": {
    "a group outside the scope of VAT with a rate": held(
      edited((root) => add(root, group, make("cbc:Percent", "0")), lines(lineOf(outOfScope))),
    ),
  },
  "ALIGNED-IBRP-AE-05-AE": {
    "a reverse charge line at 0": broken(
      edited(
        (root) => set(root, `${line}/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent`, "0"),
        lines(reverseChargeLine()),
      ),
    ),
  },
  "ALIGNED-IBRP-AE-06": {
    "a reverse charge allowance at 5": broken(
      edited((root) =>
        add(
          root,
          "",
          make("cac:AllowanceCharge", [
            make("cbc:ChargeIndicator", "false"),
            make("cbc:Amount", "10", { currencyID: "AED" }),
            category("cac:TaxCategory", "AE", "5"),
          ]),
        ),
      ),
    ),
  },
  "IBR-120-AE": {
    "a zero rated group at 5, without VAT": held(
      edited((root) => set(root, `${group}/cbc:Percent`, "5"), lines(lineOf(zeroRated))),
    ),
  },
  "IBR-002-AE": {
    "eight decimals": held(
      edited((root) => set(root, "cac:TaxExchangeRate/cbc:CalculationRate", "3.67250001"), inDollars),
    ),
    "a whole number": broken(edited((root) => set(root, "cac:TaxExchangeRate/cbc:CalculationRate", "4"), inDollars)),
  },
  "IBR-159-AE": {
    "a rate in another place": held(
      edited((root) => {
        remove(root, "cac:TaxExchangeRate");
        add(root, "", make("cac:PaymentExchangeRate", [make("cbc:CalculationRate", "3.6725")]));
      }, inDollars),
    ),
  },
  "IBR-055-AE": {
    "a credit note of type 381 without reference": held(
      credited((root) => {
        typed(root, "381");
        remove(root, "cac:BillingReference");
      }),
    ),
  },
  "IBR-158-AE": {
    "a credit note of type 381 without reason": held(
      credited((root) => {
        typed(root, "381");
        remove(root, "cac:DiscrepancyResponse");
      }),
    ),
  },
  "IBR-124-AE": {
    "a credit note of type 381 with a VAT point date": held(
      credited((root) => {
        typed(root, "381");
        add(root, "", make("cbc:TaxPointDate", "2026-06-15"));
      }),
    ),
  },
  "IBR-122-AE": { "a credit note of type 81 at the standard rate": held(credited((root) => typed(root, "81"))) },
  "IBR-123-AE": {
    "a line of a credit note of type 81 with two categories": held(
      credited((root) => {
        typed(root, "81");
        add(root, "cac:CreditNoteLine/cac:Item", category("cac:ClassifiedTaxCategory", "O"));
      }),
    ),
  },
  "IBR-157-AE": {
    "a credit note of type 81 with flag 4": held(
      credited((root) => {
        typed(root, "81");
        set(root, "cbc:ProfileExecutionID", "00010000");
      }),
    ),
  },
  "IBR-151-AE": {
    "an exempt and an out-of-scope line in a document of type 380": held(
      edited((root) => typed(root, "380"), lines(lineOf(exempt), lineOf(outOfScope))),
    ),
  },
  "IBR-136-AE": {
    "a document outside the scope of VAT whose buyer has no registration": held(
      edited((root) => {
        typed(root, "480");
        remove(root, `${buyer}/cac:PartyLegalEntity/cbc:CompanyID`);
      }),
    ),
  },
  "IBR-104-AE": {
    "an exempt line without VAT in AED": broken(invoice(lines(lineOf(exempt)))),
  },
  "IBR-163-AE": {
    "an exempt line with a VAT amount": held(
      edited(
        (root) =>
          add(
            root,
            `${line}/cac:ItemPriceExtension`,
            make("cac:TaxTotal", [make("cbc:TaxAmount", "0", { currencyID: "AED" })]),
          ),
        lines(lineOf(exempt)),
      ),
    ),
  },
  "IBR-166-AE": {
    "a reverse charge item without kind of goods": held(
      edited(
        (root) => remove(root, `${line}/cac:Item/cac:CommodityClassification/cbc:NatureCode`),
        lines(reverseChargeLine()),
      ),
    ),
  },
  "IBR-186-AE": {
    "goods and services with one code of the two": held(
      edited((root) => set(root, `${line}/cac:Item/cac:CommodityClassification/cbc:CommodityCode`, "B")),
    ),
  },
  "IBR-132-AE": {
    "letters in a TRN": held(
      edited((root) => set(root, `${supplier}/cac:PartyTaxScheme/cbc:CompanyID`, "1A0234567400003")),
    ),
  },
  "IBR-133-AE": {
    "another scheme than VAT": held(edited((root) => set(root, `${group}/cac:TaxScheme/cbc:ID`, "GST"))),
  },
  "IBR-143-AE": {
    "a seller without a street": held(edited((root) => remove(root, `${supplier}/cac:PostalAddress/cbc:StreetName`))),
  },
  "IBR-149-AE": {
    "a buyer whose address is no TIN, without VAT number": held(
      buyerWith("2345678901", (root) => remove(root, `${buyer}/cac:PartyTaxScheme`)),
    ),
  },
  "IBR-150-AE": {
    "a seller without registration number": held(
      edited((root) => remove(root, `${supplier}/cac:PartyLegalEntity/cbc:CompanyID`)),
    ),
  },
  "IBR-183-AE": {
    "a buyer with another kind of registration": held(
      buyerWith("2345678901", (root) =>
        setAttribute(root, `${buyer}/cac:PartyLegalEntity/cbc:CompanyID`, "schemeAgencyID", "OTH"),
      ),
    ),
  },
  "IBR-116-AE": {
    "a margin scheme with a standard group": held(invoice(flagged("00100000"))),
  },
  "IBR-177-AE": {
    "a party that names flags itself": broken(
      edited((root) => {
        remove(root, `${supplier}/cac:PartyTaxScheme`);
        add(root, supplier, make("cbc:ProfileExecutionID", "00000100"));
      }),
    ),
  },
};
