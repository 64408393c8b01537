import { codes } from "../document/index.ts";
import { group, leaf } from "./build.ts";
import { UblElement } from "./element.ts";
import { type Participant, type Participants, participantsOf } from "./participants.ts";

/** The address of a service provider or the tax authority: `0242:` and its identifier. */
type ProviderAddress = `0242:${string}`;

export interface TaxDataOptions {
  /** Whose provider reports: the sender's (role 01) or the receiver's (role 02). */
  readonly reporter: "sender" | "receiver";
  /** Identifier of the envelope that carried the document. */
  readonly transportId: string;
  /** Time of the report; written in Gulf time with its time zone. */
  readonly issuedAt: Date;
  /** The tax authority's address. */
  readonly receiverEndpoint: ProviderAddress;
  /** The provider that reports on behalf of the party. */
  readonly representative: ProviderAddress;
  /** Whether the document was reported before (type R); by default it was not (type S). */
  readonly resubmission?: boolean;
}

/** Identifiers of the Tax Data Document. Source: Peppol code lists 9.7; rules ibr-tdd-01 and -02. */
export const taxDataIdentifiers = {
  docTypeId: "urn:peppol:schema:taxdata:1.0::TaxData##urn:peppol:taxdata:ae-1::1.0",
  customizationId: "urn:peppol:taxdata:ae-1",
  /** Also the process id of the tax reporting leg. */
  profileId: "urn:peppol:taxreporting",
} as const;

const hoursFromUtc = 4;

/**
 * Returns the UAE Tax Data Document (AE TDD 1.0.4) that reports a UBL invoice or credit note, self-billing or billing,
 * to the tax authority. Never fails: values missing from the document are missing from the report, so use a document
 * that passed the rules. `root` is not changed. The report contains the whole document except the bytes of its
 * attachments. `toXml` converts it to XML.
 */
export function toTaxData(root: UblElement, options: TaxDataOptions): UblElement {
  const report = new UblElement("pxs:TaxData", "");
  const between = participantsOf(root);
  const issued = new Date(options.issuedAt.getTime() + hoursFromUtc * 3_600_000).toISOString();
  leaf(report, "cbc:CustomizationID", taxDataIdentifiers.customizationId);
  leaf(report, "cbc:ProfileID", taxDataIdentifiers.profileId);
  leaf(report, "cbc:IssueDate", issued.slice(0, 10));
  leaf(report, "cbc:IssueTime", `${issued.slice(11, 19)}+04:00`);
  leaf(report, "pxs:DocumentTypeCode", options.resubmission ? "R" : "S");
  leaf(report, "pxs:DocumentScope", scopeOf(between));
  leaf(report, "pxs:ReporterRole", options.reporter === "sender" ? "01" : "02");
  writeEndpoint(report, "pxs:ReportingParty", between[options.reporter]);
  writeEndpoint(report, "pxs:ReceivingParty", provider(options.receiverEndpoint));
  group(report, "pxs:ReportersRepresentative", undefined, (representative) => {
    const { scheme, id } = provider(options.representative);
    writeIdentification(representative, id, scheme);
  });
  group(report, "pxs:ReportedTransaction", undefined, (transaction) => {
    leaf(transaction, "pxs:TransportHeaderID", options.transportId);
    group(transaction, "pxs:ReportedDocument", undefined, (reported) => writeReportedDocument(reported, root));
    writeTotalInAed(transaction, root);
    group(transaction, "pxs:SourceDocument", undefined, (source) =>
      group(source, "cec:ExtensionContent", undefined, (content) => content.append(withoutContents(root))),
    );
  });
  return report;
}

/**
 * Returns `D` for domestic, `IP` for international over the network, or `INP` for international outside the network.
 */
function scopeOf({ sender, receiver }: Participants): "D" | "IP" | "INP" {
  if (sender.country === "AE" && receiver.country === "AE") return "D";
  return Object.hasOwn(codes.placeholderEndpoints, receiver.id) ? "INP" : "IP";
}

function provider(address: ProviderAddress): Pick<Participant, "scheme" | "id"> {
  return { scheme: "0242", id: address.slice("0242:".length) };
}

function writeEndpoint(report: UblElement, name: string, { scheme, id }: Pick<Participant, "scheme" | "id">): void {
  group(report, name, undefined, (party) => leaf(party, "cbc:EndpointID", id, undefined, { schemeID: scheme }));
}

function writeIdentification(party: UblElement, id: string, scheme: string): void {
  group(party, "cac:PartyIdentification", undefined, (identification) =>
    leaf(identification, "cbc:ID", id, undefined, { schemeID: scheme }),
  );
}

function writeReportedDocument(reported: UblElement, root: UblElement): void {
  const text = (name: string): string | undefined => root.first(name)?.text;
  const same = (name: string): void => leaf(reported, name, text(name));
  for (const name of ["CustomizationID", "ProfileID", "ID", "UUID", "IssueDate", "IssueTime"]) same(`cbc:${name}`);
  leaf(reported, "pxs:DocumentTypeCode", text("cbc:InvoiceTypeCode") ?? text("cbc:CreditNoteTypeCode"));
  same("cbc:DocumentCurrencyCode");
  same("cbc:TaxCurrencyCode");
  group(reported, "cac:AccountingSupplierParty", undefined, (supplier) =>
    group(supplier, "cac:Party", undefined, (party) => writeTaxScheme(party, root.find(supplier.name, "cac:Party"))),
  );
  group(reported, "cac:AccountingCustomerParty", undefined, (customer) =>
    group(customer, "cac:Party", undefined, (party) => writeCustomer(party, root)),
  );
  writeTaxTotals(reported, root);
  group(reported, "pxs:MonetaryTotal", undefined, (total) => {
    const amount = root.find("cac:LegalMonetaryTotal", "cbc:TaxExclusiveAmount");
    leaf(total, "cbc:TaxExclusiveAmount", amount?.text, undefined, amount?.attributes);
  });
}

/** Writes only one tax number, even if the document has several: preferably the one for VAT (ibr-tdd-42). */
function writeTaxScheme(party: UblElement, stated: UblElement | undefined): void {
  const schemes = stated?.all("cac:PartyTaxScheme") ?? [];
  const kindOf = (scheme: UblElement): string | undefined => scheme.find("cac:TaxScheme", "cbc:ID")?.text;
  const chosen = schemes.find((scheme) => kindOf(scheme) === "VAT") ?? schemes[0];
  if (!chosen) return;
  group(party, "cac:PartyTaxScheme", undefined, (scheme) => {
    leaf(scheme, "cbc:CompanyID", chosen.first("cbc:CompanyID")?.text);
    group(scheme, "cac:TaxScheme", undefined, (kind) => leaf(kind, "cbc:ID", kindOf(chosen)));
  });
}

/**
 * Writes the buyer: without a tax number, it is identified by its address or, for an export, not at all (ibr-tdd-33).
 */
function writeCustomer(party: UblElement, root: UblElement): void {
  const stated = root.find("cac:AccountingCustomerParty", "cac:Party");
  writeTaxScheme(party, stated);
  const isExport = root.first("cbc:ProfileExecutionID")?.text.endsWith("1") ?? false;
  const endpoint = stated?.first("cbc:EndpointID");
  if (party.children.length > 0 || isExport || !endpoint) return;
  writeIdentification(party, endpoint.text, endpoint.attributes?.schemeID ?? "");
}

/** Writes totals without their breakdown, once per currency (ibr-tdd-34 to -36, -51). */
function writeTaxTotals(reported: UblElement, root: UblElement): void {
  const written = new Set<string>();
  for (const total of root.all("cac:TaxTotal")) {
    const amount = total.first("cbc:TaxAmount");
    const currency = amount?.attributes?.currencyID ?? "";
    if (!amount || written.has(currency)) continue;
    written.add(currency);
    group(reported, "cac:TaxTotal", undefined, (own) =>
      leaf(own, "cbc:TaxAmount", amount.text, undefined, amount.attributes),
    );
  }
}

/**
 * Writes the total in AED (BTAE-20): a document in another currency has it as "AED 12.50", and the report only as the
 * amount.
 */
function writeTotalInAed(transaction: UblElement, root: UblElement): void {
  const stated = root
    .all("cac:AdditionalDocumentReference")
    .find((reference) => reference.first("cbc:DocumentTypeCode")?.text === "aedtotal-incl-vat");
  const value = stated?.first("cbc:DocumentDescription")?.text.replace(/^\s*AED\s*/, "");
  if (!value) return;
  group(transaction, "pxs:CustomContent", undefined, (content) => {
    leaf(content, "cbc:ID", "BTAE-20");
    leaf(content, "cbc:Value", value);
  });
}

/**
 * Returns a copy without the bytes of attachments. Elements that become empty are left out, because UBL does not allow
 * them.
 */
function withoutContents(element: UblElement): UblElement {
  const copy = new UblElement(element.name, element.text, element.attributes, element.origin);
  for (const child of element.children) {
    if (child.name === "cbc:EmbeddedDocumentBinaryObject") continue;
    const kept = withoutContents(child);
    if (kept.children.length > 0 || child.children.length === 0) copy.append(kept);
  }
  return copy;
}
