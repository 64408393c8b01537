import { describe, expect, it } from "vitest";
import { check } from "../../src/check/index.ts";
import { customerPartyOf, type DocumentKind, type SelfBilledDocument } from "../../src/document/index.ts";
import { readXml, type TaxDataOptions, toTaxData, toUbl, toXml, type UblElement } from "../../src/ubl/index.ts";
import { creditNote, inDollars, invoice, line, muscat, palmLedger } from "../support/documents.ts";

const uuid = "0f9b1e4c-6a1d-4a31-9a77-1b2c3d4e5f60";
const given: TaxDataOptions = {
  reporter: "sender",
  transportId: "3c4c1d5e-0b7a-4f7e-9a53-0d4d7a1a2b3c",
  issuedAt: new Date("2026-06-15T08:30:00Z"),
  receiverEndpoint: "0242:000001",
  representative: "0242:000002",
};

function treeOf(document: SelfBilledDocument, kind: DocumentKind = "invoice"): UblElement {
  return toUbl(document, { kind, uuid, customer: customerPartyOf(palmLedger) });
}

function reportOf(document: SelfBilledDocument, change: Partial<TaxDataOptions> = {}): UblElement {
  const kind = document.credit_note_type_code ? "credit-note" : "invoice";
  return toTaxData(treeOf(document, kind), { ...given, ...change });
}

const transactionOf = (report: UblElement) => report.first("pxs:ReportedTransaction") as UblElement;
const reportedOf = (report: UblElement) => transactionOf(report).first("pxs:ReportedDocument") as UblElement;
const sourceOf = (report: UblElement) =>
  transactionOf(report).find("pxs:SourceDocument", "cec:ExtensionContent")?.children[0] as UblElement;
const names = (element: UblElement | undefined) => element?.children.map(({ name }) => name);
const abroad = (endpoint_id: string): Partial<SelfBilledDocument> => ({
  accounting_supplier_party: { ...invoice().accounting_supplier_party, endpoint_id, postal_address: muscat },
});
const pdf = { file_name: "delivery.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" };

describe("the head of a Tax Data Document", () => {
  it("says what it is, in the order of its schema", () => {
    const report = reportOf(invoice());
    expect(names(report)).toEqual([
      "cbc:CustomizationID",
      "cbc:ProfileID",
      "cbc:IssueDate",
      "cbc:IssueTime",
      "pxs:DocumentTypeCode",
      "pxs:DocumentScope",
      "pxs:ReporterRole",
      "pxs:ReportingParty",
      "pxs:ReceivingParty",
      "pxs:ReportersRepresentative",
      "pxs:ReportedTransaction",
    ]);
    expect(report.first("cbc:CustomizationID")?.text).toBe("urn:peppol:taxdata:ae-1");
    expect(report.first("cbc:ProfileID")?.text).toBe("urn:peppol:taxreporting");
  });

  it("is dated in Gulf time, with the zone on the time only", () => {
    const report = reportOf(invoice(), { issuedAt: new Date("2026-12-31T21:05:09.987Z") });
    expect(report.first("cbc:IssueDate")?.text).toBe("2027-01-01");
    expect(report.first("cbc:IssueTime")?.text).toBe("01:05:09+04:00");
  });

  it("names the buyer as the one that reports, because in self-billing the buyer sends", () => {
    const report = reportOf(invoice());
    expect(report.first("pxs:ReporterRole")?.text).toBe("01");
    const endpoint = report.find("pxs:ReportingParty", "cbc:EndpointID");
    expect([endpoint?.text, endpoint?.attributes]).toEqual(["1009876549", { schemeID: "0235" }]);
  });

  it("names the seller as the one that reports what it received", () => {
    const report = reportOf(invoice(), { reporter: "receiver" });
    expect(report.first("pxs:ReporterRole")?.text).toBe("02");
    expect(report.find("pxs:ReportingParty", "cbc:EndpointID")?.text).toBe("1002345674");
  });

  it("goes to the tax authority's address through the provider's", () => {
    const report = reportOf(invoice());
    const receiver = report.find("pxs:ReceivingParty", "cbc:EndpointID");
    expect([receiver?.text, receiver?.attributes]).toEqual(["000001", { schemeID: "0242" }]);
    const provider = report.find("pxs:ReportersRepresentative", "cac:PartyIdentification", "cbc:ID");
    expect([provider?.text, provider?.attributes]).toEqual(["000002", { schemeID: "0242" }]);
    expect(transactionOf(report).first("pxs:TransportHeaderID")?.text).toBe(given.transportId);
  });

  it("tells a first submission from a repeated one", () => {
    expect(reportOf(invoice()).first("pxs:DocumentTypeCode")?.text).toBe("S");
    expect(reportOf(invoice(), { resubmission: true }).first("pxs:DocumentTypeCode")?.text).toBe("R");
  });

  it.each([
    ["D", "both parties are in the UAE", {}],
    ["IP", "a foreign supplier is on the network", abroad("106123456")],
    ["INP", "a foreign supplier has the address that stands for no address", abroad("9900000099")],
  ])("has the scope %s when %s", (scope, _, change) => {
    expect(reportOf(invoice(change)).first("pxs:DocumentScope")?.text).toBe(scope);
  });

  it("is international too where the sender is the one abroad", () => {
    const customer = { ...customerPartyOf(palmLedger), postal_address: muscat };
    const report = toTaxData(toUbl(invoice(), { kind: "invoice", uuid, customer }), given);
    expect(report.first("pxs:DocumentScope")?.text).toBe("IP");
  });
});

describe("the reported document", () => {
  it("repeats the head of an invoice, both tax numbers and the totals, and nothing else", () => {
    const reported = reportedOf(reportOf(invoice()));
    expect(reported.children.map(({ name, text }) => (text ? `${name} ${text}` : name))).toEqual([
      "cbc:CustomizationID urn:peppol:pint:selfbilling-1@ae-1",
      "cbc:ProfileID urn:peppol:bis:selfbilling",
      "cbc:ID SB-2026-0001",
      `cbc:UUID ${uuid}`,
      "cbc:IssueDate 2026-06-15",
      "cbc:IssueTime 10:30:00",
      "pxs:DocumentTypeCode 389",
      "cbc:DocumentCurrencyCode AED",
      "cac:AccountingSupplierParty",
      "cac:AccountingCustomerParty",
      "cac:TaxTotal",
      "pxs:MonetaryTotal",
    ]);
    const number = (role: string) => reported.find(role, "cac:Party", "cac:PartyTaxScheme", "cbc:CompanyID")?.text;
    expect(number("cac:AccountingSupplierParty")).toBe("100234567400003");
    expect(number("cac:AccountingCustomerParty")).toBe("100987654900003");
    expect(names(reported.find("cac:AccountingSupplierParty", "cac:Party"))).toEqual(["cac:PartyTaxScheme"]);
    expect(names(reported.find("cac:AccountingCustomerParty", "cac:Party"))).toEqual(["cac:PartyTaxScheme"]);
    expect(names(reported.first("cac:TaxTotal"))).toEqual(["cbc:TaxAmount"]);
    expect(reported.find("cac:TaxTotal", "cbc:TaxAmount")?.text).toBe("500.00");
    const total = reported.find("pxs:MonetaryTotal", "cbc:TaxExclusiveAmount");
    expect([total?.text, total?.attributes]).toEqual(["10000.00", { currencyID: "AED" }]);
  });

  it("has the type code of a credit note", () => {
    expect(reportedOf(reportOf(creditNote())).first("pxs:DocumentTypeCode")?.text).toBe("261");
  });

  it("has one tax total in each currency, and the total in AED beside it", () => {
    const report = reportOf(creditNote({ ...inDollars, document_lines: [line({ quantity: "1" })] }));
    const totals = reportedOf(report)
      .all("cac:TaxTotal")
      .map((total) => total.first("cbc:TaxAmount"));
    expect(totals.map((amount) => [amount?.text, amount?.attributes?.currencyID])).toEqual([
      ["12.50", "USD"],
      ["45.91", "AED"],
    ]);
    expect(reportedOf(report).first("cbc:TaxCurrencyCode")?.text).toBe("AED");
    const custom = transactionOf(report).first("pxs:CustomContent");
    expect(custom?.children.map(({ name, text }) => [name, text])).toEqual([
      ["cbc:ID", "BTAE-20"],
      ["cbc:Value", "964.03"],
    ]);
  });

  it("has no total in AED beside a document in AED", () => {
    expect(transactionOf(reportOf(invoice())).first("pxs:CustomContent")).toBeUndefined();
  });

  it("states one tax number of the seller, the one for VAT, where the document states two", () => {
    const tree = treeOf(invoice());
    const seller = tree.find("cac:AccountingSupplierParty", "cac:Party") as UblElement;
    const other = treeOf(invoice()).find(
      "cac:AccountingCustomerParty",
      "cac:Party",
      "cac:PartyTaxScheme",
    ) as UblElement;
    (other.find("cac:TaxScheme", "cbc:ID") as UblElement).text = "!VAT";
    seller.children.unshift(other);
    const party = reportedOf(toTaxData(tree, given)).find("cac:AccountingSupplierParty", "cac:Party");
    expect(party?.all("cac:PartyTaxScheme").map((scheme) => scheme.first("cbc:CompanyID")?.text)).toEqual([
      "100234567400003",
    ]);
  });

  it("states the seller's tax number also where it is one of another kind", () => {
    const tree = treeOf(invoice());
    const scheme = tree.find(
      "cac:AccountingSupplierParty",
      "cac:Party",
      "cac:PartyTaxScheme",
      "cac:TaxScheme",
      "cbc:ID",
    );
    (scheme as UblElement).text = "!VAT";
    const stated = reportedOf(toTaxData(tree, given)).find(
      "cac:AccountingSupplierParty",
      "cac:Party",
      "cac:PartyTaxScheme",
    );
    expect(stated?.first("cbc:CompanyID")?.text).toBe("100234567400003");
    expect(stated?.find("cac:TaxScheme", "cbc:ID")?.text).toBe("!VAT");
  });

  it("repeats no tax total, should a document written elsewhere have two in one currency", () => {
    const tree = treeOf(invoice());
    tree.append(treeOf(invoice()).first("cac:TaxTotal") as UblElement);
    expect(reportedOf(toTaxData(tree, given)).all("cac:TaxTotal")).toHaveLength(1);
  });

  it("names a buyer without a tax number by its address, but needs no buyer in an export", () => {
    const buyer = { ...customerPartyOf(palmLedger), party_tax_scheme: undefined };
    const report = (flags: string) =>
      toTaxData(toUbl(invoice({ profile_execution_id: flags }), { kind: "invoice", uuid, customer: buyer }), given);
    const id = reportedOf(report("00000000")).find(
      "cac:AccountingCustomerParty",
      "cac:Party",
      "cac:PartyIdentification",
      "cbc:ID",
    );
    expect([id?.text, id?.attributes]).toEqual(["1009876549", { schemeID: "0235" }]);
    expect(reportedOf(report("00000001")).first("cac:AccountingCustomerParty")).toBeUndefined();
  });
});

describe("the source document inside", () => {
  it("is the whole document: reading it back finds the same lines and no fault", () => {
    const document = invoice({ ...inDollars, document_lines: [line(), line({ quantity: "2.5" })] });
    const inside = readXml(Buffer.from(toXml(reportOf(document))), "report.xml");
    const alone = readXml(Buffer.from(toXml(treeOf(document))), "invoice.xml");
    if (!inside.ok || !alone.ok) throw new Error("neither can be read");
    expect(toXml(inside.value)).toBe(toXml(alone.value));
    expect(check(inside.value)).toEqual([]);
  });

  it("names the attachments and leaves their bytes out, without an empty element in their place", () => {
    const report = reportOf(creditNote({ attachments: [pdf] }));
    const reference = sourceOf(report).first("cac:AdditionalDocumentReference");
    expect(reference?.children.map(({ name, text }) => [name, text])).toEqual([["cbc:ID", "delivery.pdf"]]);
    expect(toXml(report)).not.toContain(pdf.file_content);
    expect(check(sourceOf(report))).toEqual([]);
  });

  it("is a copy: the document itself keeps its attachments and its place", () => {
    const tree = treeOf(invoice({ attachments: [pdf] }));
    const before = toXml(tree);
    toTaxData(tree, given);
    expect(toXml(tree)).toBe(before);
    expect(tree.parent).toBeUndefined();
    expect(tree.children.every(({ parent }) => parent === tree)).toBe(true);
  });
});

describe("its XML", () => {
  it("declares every namespace once, the inner document's with that document", () => {
    const xml = toXml(reportOf(creditNote()));
    const declared = [...xml.matchAll(/ (xmlns(?::\w+)?)="([^"]+)"/g)].map(([, name, uri]) => `${name} ${uri}`);
    expect(declared).toEqual([
      "xmlns:pxs urn:peppol:schema:taxdata:1.0",
      "xmlns:cac urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
      "xmlns:cbc urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
      "xmlns:cec urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2",
      "xmlns urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2",
    ]);
  });

  it("leaves the XML of a document alone as it was", () => {
    const [, root] = toXml(treeOf(invoice())).split("\n");
    const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";
    expect(root).toBe(
      `<Invoice xmlns="${ubl}Invoice-2" xmlns:cac="${ubl}CommonAggregateComponents-2" xmlns:cbc="${ubl}CommonBasicComponents-2">`,
    );
  });
});
