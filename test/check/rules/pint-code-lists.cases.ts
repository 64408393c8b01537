import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, inDollars, invoice, line, muscat } from "../../support/documents.ts";
import { add, make, set, setAttribute } from "../../support/edit-tree.ts";
import { type CasesOfRule, type Given, type RuleCases, xml } from "../../support/rule-cases.ts";

const first = "cac:InvoiceLine";
const firstPlace = "/Invoice/cac:InvoiceLine[1]";
const seller = "cac:AccountingSupplierParty/cac:Party";
const buyer = "cac:AccountingCustomerParty/cac:Party";
const plain = { "a document without any": invoice() };
const changed = (document: ReturnType<typeof invoice>, edit: (root: UblElement) => void) => xml(document, edit);
const withLine = (change: Parameters<typeof line>[0]) => invoice({ document_lines: [line(change)] });

/**
 * Cases for a code as an element's text: a listed one, one with spaces around it, an unlisted one, and two codes
 * together.
 */
function code(document: ReturnType<typeof invoice>, path: string, right: string, wrong: string, at: string) {
  const given = (text: string) => changed(document, (root) => set(root, path, text));
  return {
    holds: { "a code of the list": given(right), "blanks around it": given(` ${right}\n`) },
    breaks: {
      "a code of no list": { given: given(wrong), at: [at] },
      "two codes in one": { given: given(`${right} ${right}`), at: [at] },
    },
  } satisfies CasesOfRule;
}

/** Cases for a code as an attribute: a listed one, an unlisted one, and none. */
function attribute(
  document: ReturnType<typeof invoice>,
  [path, name]: readonly [string, string],
  right: string,
  wrong: string,
  ...also: string[]
) {
  const given = (text: string) => changed(document, (root) => setAttribute(root, path, name, text));
  const at = `/Invoice/${path.replace(first, `${first}[1]`)}`;
  return {
    holds: { "a code of the list": given(right) },
    breaks: { "a code of no list": { given: given(wrong), at: [at], also } },
    skips: { "no scheme": changed(document, (root) => setAttribute(root, path, name, undefined)) },
  } satisfies CasesOfRule;
}

const withoutSkips = ({ skips: _, ...rest }: CasesOfRule): CasesOfRule => rest;

const identified = (party: string, scheme?: string): Given =>
  changed(invoice({ payee_party: { party_name: "Lime Factoring" } }), (root) =>
    add(
      root,
      party,
      make("cac:PartyIdentification", [
        make("cbc:ID", "4711", scheme === undefined ? undefined : { schemeID: scheme }),
      ]),
    ),
  );
const gtin = withLine({ standard_item_identification: { id: "6291041500213", scheme_id: "0160" } });
const metered = withLine({ line_object_identifier: "METER-1" });
const objectId = `${first}/cac:DocumentReference/cbc:ID`;
const italian = withLine({ origin_country: { identification_code: "IT" } });
const delivered = invoice({ delivery: { delivery_location: { id: "GATE-4", address: muscat } } });
const attached = invoice({
  attachments: [{ file_name: "delivery note.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" }],
});
const file = "cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject";
const less = invoice({ allowances: [{ reason_code: "95", amount: "1.00", tax_category: { id: "S", percent: "5" } }] });
const more = invoice({ charges: [{ reason_code: "FC", amount: "1.00", tax_category: { id: "S", percent: "5" } }] });
const reason = "cac:AllowanceCharge/cbc:AllowanceChargeReasonCode";
const classification = `${first}/cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode`;
const sellerCountry = `${seller}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`;

export const cases: RuleCases = {
  "IBR-CL-03": {
    holds: { "an invoice": invoice(), "a credit note": creditNote(), "dirhams and dollars": invoice(inDollars) },
    breaks: {
      "a currency of no list": {
        given: changed(invoice(inDollars), (root) =>
          setAttribute(root, `${first}/cac:ItemPriceExtension/cbc:Amount`, "currencyID", "DHS"),
        ),
        at: [`${firstPlace}/cac:ItemPriceExtension/cbc:Amount`],
      },
    },
  },
  "IBR-CL-04": {
    holds: { dirhams: invoice(), dollars: invoice(inDollars) },
    breaks: {
      "a currency of no list": {
        given: changed(invoice(inDollars), (root) => set(root, "cbc:DocumentCurrencyCode", "USDT")),
        at: ["/Invoice/cbc:DocumentCurrencyCode"],
        also: ["IBR-084", "IBR-126", "IBR-153-AE", "IBR-CO-15"],
      },
    },
  },
  "IBR-CL-05": {
    holds: { dirhams: invoice(inDollars) },
    breaks: {
      "a currency of no list": {
        given: changed(invoice(inDollars), (root) => set(root, "cbc:TaxCurrencyCode", "DHS")),
        at: ["/Invoice/cbc:TaxCurrencyCode"],
        also: ["IBR-053", "IBR-084", "IBR-140-AE", "IBR-175-AE"],
      },
    },
    skips: plain,
  },
  "IBR-CL-07": attribute(metered, [objectId, "schemeID"], "ABT", "METER"),
  "IBR-CL-10": {
    holds: {
      "a location number": identified(buyer, "0060"),
      "a creditor identifier of the seller": identified(seller, "SEPA"),
      "a creditor identifier of the payee": identified("cac:PayeeParty", "SEPA"),
    },
    breaks: {
      "a code of no list": {
        given: identified(seller, "GLN"),
        at: [`/Invoice/${seller}/cac:PartyIdentification/cbc:ID`],
      },
      "a creditor identifier of the buyer": {
        given: identified(buyer, "SEPA"),
        at: [`/Invoice/${buyer}/cac:PartyIdentification/cbc:ID`],
      },
    },
    skips: { ...plain, "no scheme": identified(seller) },
  },
  "IBR-CL-11": attribute(invoice(), [`${seller}/cac:PartyLegalEntity/cbc:CompanyID`, "schemeID"], "0235", "TRN"),
  "IBR-CL-13": withoutSkips(attribute(invoice(), [classification, "listID"], "HS", "TARIC", "IBR-188-AE")),
  "IBR-CL-14": code(invoice(), sellerCountry, "AE", "UAE", `/Invoice/${sellerCountry}`),
  "IBR-CL-15": code(
    italian,
    `${first}/cac:Item/cac:OriginCountry/cbc:IdentificationCode`,
    "XI",
    "UK",
    `${firstPlace}/cac:Item/cac:OriginCountry/cbc:IdentificationCode`,
  ),
  "IBR-CL-16": code(
    invoice(),
    "cac:PaymentMeans/cbc:PaymentMeansCode",
    "58",
    "69",
    "/Invoice/cac:PaymentMeans/cbc:PaymentMeansCode",
  ),
  "IBR-CL-19": { ...code(less, reason, "104", "FC", `/Invoice/${reason}`), skips: { ...plain, "a charge": more } },
  "IBR-CL-20": { ...code(more, reason, "ABK", "95", `/Invoice/${reason}`), skips: { ...plain, "an allowance": less } },
  "IBR-CL-21": withoutSkips(
    attribute(gtin, [`${first}/cac:Item/cac:StandardItemIdentification/cbc:ID`, "schemeID"], "0209", "GTIN"),
  ),
  "IBR-CL-23": {
    holds: { boxes: invoice(), hours: withLine({ unit_code: "HUR" }) },
    breaks: {
      "a unit in words": {
        given: withLine({ unit_code: "box" }),
        at: ["document_lines[0].quantity", "document_lines[0].price.base_quantity"],
      },
    },
  },
  "IBR-CL-24": withoutSkips(attribute(attached, [file, "mimeCode"], "text/csv", "text/html")),
  "IBR-CL-25": withoutSkips(attribute(invoice(), [`${buyer}/cbc:EndpointID`, "schemeID"], "0060", "TIN")),
  "IBR-CL-26": attribute(delivered, ["cac:Delivery/cac:DeliveryLocation/cbc:ID", "schemeID"], "0088", "GATE"),
};
