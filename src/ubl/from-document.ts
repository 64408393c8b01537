import {
  type Attachment,
  type CalculatedEntry,
  type Calculation,
  type CustomerParty,
  calculate,
  type DocumentKind,
  documentKinds,
  formatAmount,
  money,
  type SelfBilledDocument,
  type TaxCategory,
  type TaxGroup,
} from "../document/index.ts";
import { arrange, attributes, group, leaf } from "./build.ts";
import { type BusinessProcess, processes } from "./business-process.ts";
import { type Attributes, UblElement } from "./element.ts";
import { plansOf } from "./field-plans.ts";
import { type Writing, writeFields } from "./write-fields.ts";
import { amountText, writeEntries, writeLine } from "./write-line.ts";

/** What a tree needs in addition to the document. */
export interface UblOptions {
  readonly kind: DocumentKind;
  /** The business profile's party; without it the tree has no buyer, and rules about the buyer cannot be applied. */
  readonly customer?: CustomerParty | undefined;
  /** The UUID (BTAE-07): the service's id, or one derived from the content before creation (Decision 26). */
  readonly uuid: string;
  /** The number to write for a document without one; `DRAFT` before creation. */
  readonly number?: string;
  /** The amounts of this document, if they have already been calculated. */
  readonly calculation?: Calculation;
  /**
   * Default: self-billing, with the business profile as customer. `billing` writes the identifiers and type codes of
   * ordinary billing; in that case, the document's supplier is the business profile, and `customer` is its customer.
   */
  readonly process?: BusinessProcess;
}

/**
 * Returns the UBL 2.1 tree of a document (PINT AE Self-Billing 1.0.4, or Billing 1.0.4 on request): its fields in the
 * elements given by their definitions, and the calculated values. Never fails: values missing from the document are
 * missing from the tree too, and the rules report them. Amounts are in the document currency unless the rules require
 * AED. Source: contract §3–§7 (UBL · term), Decisions 20, 22–27.
 */
export function toUbl(document: SelfBilledDocument, options: UblOptions): UblElement {
  const { kind, customer } = options;
  const calculation = options.calculation ?? calculate(document);
  const { currency } = calculation;
  const process = processes[options.process ?? "selfbilling"];
  const root = new UblElement(documentKinds[kind].root, "");
  const writing: Writing = { plans: plansOf(kind), currency: { currencyID: currency }, traced: true };
  leaf(root, "cbc:CustomizationID", process.customization);
  leaf(root, "cbc:ProfileID", process.profile);
  leaf(root, "cbc:UUID", options.uuid);
  writeFields(root, writing.plans.document, settled(document, options, currency), writing);
  if (customer !== undefined) writeCustomer(root, customer, { ...writing, traced: false });
  if (currency !== "AED") writeTotalInAed(root, calculation);
  for (const [at, attachment] of (document.attachments ?? []).entries())
    writeAttachment(root, attachment, `attachments[${at}]`);
  const entry = ({ entry, amount }: CalculatedEntry) => ({
    ...entry,
    amount: amountText(amount),
    tax_category: entry.tax_category && { ...entry.tax_category, percent: documentPercent(entry.tax_category) },
  });
  writeEntries(root, calculation.allowances.map(entry), "allowances", writing);
  writeEntries(root, calculation.charges.map(entry), "charges", writing);
  writeTaxTotals(root, document, calculation, { ...writing, traced: false });
  writeTotals(root, calculation, writing.currency);
  for (const [index, line] of calculation.lines.entries()) writeLine(root, line, index, writing);
  arrange(root);
  return root;
}

/** Returns the document with the defaults of optional fields filled in. */
function settled(document: SelfBilledDocument, options: UblOptions, currency: string): SelfBilledDocument {
  const process = processes[options.process ?? "selfbilling"];
  const own: SelfBilledDocument = { ...document };
  if (!own.document_number?.trim()) own.document_number = options.number ?? "DRAFT";
  if (!own.issue_time?.trim()) own.issue_time = "00:00:00";
  own.document_currency_code = currency;
  own[documentKinds[options.kind].typeCodeField] = process.typeCodes[options.kind];
  if (currency !== "AED") return own;
  // IBR-077: a tax currency equal to the document currency is left out, and so is the rate.
  own.tax_currency_code = undefined;
  own.tax_exchange_rate = undefined;
  return own;
}

function writeCustomer(root: UblElement, customer: CustomerParty, writing: Writing): void {
  group(root, "cac:AccountingCustomerParty", undefined, (holder) =>
    group(holder, "cac:Party", undefined, (party) => writeFields(party, writing.plans.party, customer, writing)),
  );
}

/**
 * Writes the total in AED (BTAE-20) as a typed reference, because UBL has only one currency for the monetary totals.
 */
function writeTotalInAed(root: UblElement, { taxInclusiveAmountInAed }: Calculation): void {
  group(root, "cac:AdditionalDocumentReference", undefined, (holder) => {
    leaf(holder, "cbc:ID", "AED");
    leaf(holder, "cbc:DocumentTypeCode", "aedtotal-incl-vat");
    leaf(holder, "cbc:DocumentDescription", `AED ${amountText(taxInclusiveAmountInAed)}`);
  });
}

function writeAttachment(root: UblElement, attachment: Attachment, origin: string): void {
  group(root, "cac:AdditionalDocumentReference", origin, (holder) => {
    leaf(holder, "cbc:ID", attachment.file_name, "file_name");
    group(holder, "cac:Attachment", undefined, (inner) =>
      leaf(
        inner,
        "cbc:EmbeddedDocumentBinaryObject",
        attachment.file_content,
        "file_content",
        attributes({ mimeCode: attachment.file_type, filename: attachment.file_name }),
      ),
    );
  });
}

/**
 * Returns the VAT rate of a document-level allowance or charge: 0 for AE and E, whatever the document says, and none
 * for O (Decision 23).
 */
function documentPercent(category: TaxCategory): string | undefined {
  if (category.id === "AE" || category.id === "E") return "0";
  return category.id === "O" ? undefined : category.percent;
}

function writeTaxTotals(
  root: UblElement,
  document: SelfBilledDocument,
  calculation: Calculation,
  writing: Writing,
): void {
  const { currency: own } = writing;
  const { totals, breakdown, currency } = calculation;
  group(root, "cac:TaxTotal", undefined, (tax) => {
    leaf(tax, "cbc:TaxAmount", amountText(totals.tax_amount), undefined, own);
    for (const part of breakdown) {
      group(tax, "cac:TaxSubtotal", undefined, (subtotal) => {
        leaf(subtotal, "cbc:TaxableAmount", amountText(part.taxableAmount), undefined, own);
        leaf(subtotal, "cbc:TaxAmount", amountText(part.taxAmount), undefined, own);
        const percent = part.percent && formatAmount(part.percent);
        const category = { id: part.category, percent, ...exemptionOf(document, part) };
        group(subtotal, "cac:TaxCategory", undefined, (holder) =>
          writeFields(holder, writing.plans.category, category, writing),
        );
      });
    }
  });
  if (currency === "AED") return;
  group(root, "cac:TaxTotal", undefined, (tax) =>
    leaf(tax, "cbc:TaxAmount", amountText(totals.tax_amount_in_aed), undefined, { currencyID: "AED" }),
  );
}

/**
 * Returns the first exemption reason of a line, allowance or charge of category E (IBT-120, IBT-121); other categories
 * have none.
 */
function exemptionOf(document: SelfBilledDocument, part: TaxGroup): Partial<TaxCategory> {
  if (part.category !== "E") return {};
  const stated = [
    ...(document.document_lines ?? []).map((line) => line.classified_tax_category),
    ...[...(document.allowances ?? []), ...(document.charges ?? [])].map((entry) => entry.tax_category),
  ].find((category) => category?.id === "E" && category.tax_exemption_reason_code);
  return {
    tax_exemption_reason_code: stated?.tax_exemption_reason_code,
    tax_exemption_reason: stated?.tax_exemption_reason,
  };
}

function writeTotals(root: UblElement, calculation: Calculation, own: Attributes): void {
  const { totals } = calculation;
  group(root, "cac:LegalMonetaryTotal", undefined, (holder) => {
    leaf(holder, "cbc:LineExtensionAmount", amountText(totals.line_extension_amount), "/document_lines", own);
    leaf(holder, "cbc:TaxExclusiveAmount", amountText(totals.tax_exclusive_amount), undefined, own);
    leaf(holder, "cbc:TaxInclusiveAmount", amountText(totals.tax_inclusive_amount), undefined, own);
    if (calculation.allowances.length > 0) {
      leaf(holder, "cbc:AllowanceTotalAmount", amountText(totals.allowance_total_amount), "/allowances", own);
    }
    if (calculation.charges.length > 0)
      leaf(holder, "cbc:ChargeTotalAmount", amountText(totals.charge_total_amount), "/charges", own);
    if (!money.isZero(totals.prepaid_amount))
      leaf(holder, "cbc:PrepaidAmount", amountText(totals.prepaid_amount), "prepaid_amount", own);
    if (!money.isZero(totals.payable_rounding_amount)) {
      leaf(
        holder,
        "cbc:PayableRoundingAmount",
        amountText(totals.payable_rounding_amount),
        "payable_rounding_amount",
        own,
      );
    }
    leaf(holder, "cbc:PayableAmount", amountText(totals.payable_amount), undefined, own);
  });
}
