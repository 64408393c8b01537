import {
  type Attachment,
  type CalculatedEntry,
  type Calculation,
  type CustomerParty,
  calculate,
  type Delivery,
  type DocumentKind,
  type DocumentReference,
  documentKinds,
  formatAmount,
  money,
  type PaymentMeans,
  type SelfBilledDocument,
  type TaxCategory,
  type TaxGroup,
} from "../document/index.ts";
import { arrange, attributes, group, leaf } from "./build.ts";
import { type BusinessProcess, processes } from "./business-process.ts";
import { UblElement } from "./element.ts";
import {
  amountText,
  type Currencies,
  writeAllowanceCharge,
  writeLine,
  writePeriod,
  writeTaxCategory,
} from "./write-line.ts";
import { writeAccount, writeAddress, writeIdentification, writeOtherParties, writeParty } from "./write-party.ts";

/** What a tree needs beside the document. */
export interface UblOptions {
  readonly kind: DocumentKind;
  /** The business profile's party; left out, the tree has no buyer and rules about it cannot be asked. */
  readonly customer?: CustomerParty | undefined;
  /** BTAE-07; the service's id, or one derived from the content before creation (Decision 26). */
  readonly uuid: string;
  /** Used where the document has no number of its own; `DRAFT` before creation. */
  readonly number?: string;
  /** When already worked out; must belong to this document. */
  readonly calculation?: Calculation;
  /**
   * Left out: self-billing, where the business profile is the customer. `billing` writes the identifiers and type codes of ordinary
   * billing; the document's supplier is then the business profile, and `customer` is whom it sold to.
   */
  readonly process?: BusinessProcess;
}

/**
 * The UBL 2.1 tree of a document (PINT AE Self-Billing 1.0.4, or Billing 1.0.4 when asked for). Never fails: what is missing is missing
 * in the tree and found by the rules. Amounts are in the document currency unless the rules want AED. Source: contract §3–§7 (UBL ·
 * term), Decisions 20, 22–27.
 */
export function toUbl(document: SelfBilledDocument, options: UblOptions): UblElement {
  const calculation = options.calculation ?? calculate(document);
  const root = new UblElement(documentKinds[options.kind].root, "");
  const currencies: Currencies = { own: { currencyID: calculation.currency }, aed: { currencyID: "AED" } };
  writeHeader(root, document, options, calculation);
  writeReferences(root, document, options.kind, calculation);
  writeParty(root, "cac:AccountingSupplierParty", document.accounting_supplier_party, "accounting_supplier_party");
  writeParty(root, "cac:AccountingCustomerParty", options.customer, undefined);
  writeOtherParties(root, document);
  if (document.delivery) writeDelivery(root, document.delivery);
  for (const [at, means] of (document.payment_means ?? []).entries())
    writePaymentMeans(root, means, `payment_means[${at}]`);
  writePaymentTerms(root, document, currencies);
  writeDocumentCharges(root, calculation, currencies);
  writeTaxTotals(root, document, calculation, currencies);
  writeTotals(root, calculation, currencies);
  for (const [index, line] of calculation.lines.entries()) writeLine(root, line, index, currencies);
  arrange(root);
  return root;
}

function writeHeader(
  root: UblElement,
  document: SelfBilledDocument,
  options: UblOptions,
  { currency }: Calculation,
): void {
  const isInvoice = options.kind === "invoice";
  const process = processes[options.process ?? "selfbilling"];
  const number = document.document_number?.trim() ? document.document_number : (options.number ?? "DRAFT");
  leaf(root, "cbc:CustomizationID", process.customization);
  leaf(root, "cbc:ProfileID", process.profile);
  leaf(root, "cbc:ProfileExecutionID", document.profile_execution_id, "profile_execution_id");
  leaf(root, "cbc:ID", number, "document_number");
  leaf(root, "cbc:UUID", options.uuid);
  leaf(root, "cbc:IssueDate", document.issue_date, "issue_date");
  leaf(root, "cbc:IssueTime", document.issue_time?.trim() ? document.issue_time : "00:00:00", "issue_time");
  if (isInvoice) leaf(root, "cbc:DueDate", document.due_date, "due_date");
  leaf(
    root,
    isInvoice ? "cbc:InvoiceTypeCode" : "cbc:CreditNoteTypeCode",
    process.typeCodes[options.kind],
    documentKinds[options.kind].typeCodeField,
  );
  leaf(root, "cbc:Note", document.note, "note");
  leaf(root, "cbc:DocumentCurrencyCode", currency, "document_currency_code");
  leaf(root, "cbc:AccountingCost", document.accounting_cost, "accounting_cost");
  leaf(root, "cbc:BuyerReference", document.buyer_reference, "buyer_reference");
  writePeriod(root, document.invoice_period, "invoice_period");
  if (!isInvoice) {
    group(root, "cac:DiscrepancyResponse", undefined, (response) => {
      leaf(response, "cbc:ResponseCode", document.discrepancy_response, "discrepancy_response");
      leaf(response, "cbc:Description", document.reason, "reason");
    });
  }
  if (currency === "AED") return; // IBR-077: no tax currency, and so no rate, where it would equal the document's
  leaf(root, "cbc:TaxCurrencyCode", document.tax_currency_code, "tax_currency_code");
  const rate = document.tax_exchange_rate;
  if (!rate) return;
  group(root, "cac:TaxExchangeRate", "tax_exchange_rate", (holder) => {
    leaf(holder, "cbc:SourceCurrencyCode", rate.source_currency_code, "source_currency_code");
    leaf(holder, "cbc:TargetCurrencyCode", rate.target_currency_code, "target_currency_code");
    leaf(holder, "cbc:CalculationRate", rate.calculation_rate, "calculation_rate");
  });
}

function writeReferences(
  root: UblElement,
  document: SelfBilledDocument,
  kind: DocumentKind,
  calculation: Calculation,
): void {
  const { order_reference: order, project_reference: project } = document;
  if (order) {
    group(root, "cac:OrderReference", "order_reference", (holder) => {
      leaf(holder, "cbc:ID", order.id, "id");
      leaf(holder, "cbc:SalesOrderID", order.sales_order_id, "sales_order_id");
      leaf(holder, "cbc:IssueDate", order.issue_date, "issue_date");
    });
  }
  for (const [at, reference] of (document.billing_reference ?? []).entries()) {
    group(root, "cac:BillingReference", `billing_reference[${at}]`, (holder) =>
      group(holder, "cac:InvoiceDocumentReference", undefined, (inner) => writeReference(inner, reference)),
    );
  }
  const named = {
    "cac:DespatchDocumentReference": "despatch_document_reference",
    "cac:ReceiptDocumentReference": "receipt_document_reference",
    "cac:StatementDocumentReference": "statement_document_reference",
    "cac:OriginatorDocumentReference": "originator_document_reference",
    "cac:ContractDocumentReference": "contract_document_reference",
  } as const;
  for (const [name, field] of Object.entries(named)) {
    const reference = document[field];
    if (reference) group(root, name, field, (holder) => writeReference(holder, reference));
  }
  if (project) {
    if (kind === "invoice")
      group(root, "cac:ProjectReference", "project_reference", (holder) => leaf(holder, "cbc:ID", project.id, "id"));
    else writeAdditional(root, "project_reference", { id: project.id, idField: "id", type: "50" });
  }
  if (calculation.currency !== "AED") {
    // BTAE-20 travels as a typed reference, because UBL has one currency only for the monetary totals.
    writeAdditional(root, undefined, {
      id: "AED",
      type: "aedtotal-incl-vat",
      description: `AED ${amountText(calculation.taxInclusiveAmountInAed)}`,
    });
  }
  for (const [at, attachment] of (document.attachments ?? []).entries())
    writeAttachment(root, attachment, `attachments[${at}]`);
}

function writeReference(holder: UblElement, reference: DocumentReference): void {
  leaf(holder, "cbc:ID", reference.id, "id");
  leaf(holder, "cbc:IssueDate", reference.issue_date, "issue_date");
  leaf(holder, "cbc:DocumentDescription", reference.document_description, "document_description");
}

function writeAdditional(
  root: UblElement,
  origin: string | undefined,
  { id, idField, type, description }: { id: string | undefined; idField?: string; type: string; description?: string },
): void {
  if (!id?.trim()) return;
  group(root, "cac:AdditionalDocumentReference", origin, (holder) => {
    leaf(holder, "cbc:ID", id, idField);
    leaf(holder, "cbc:DocumentTypeCode", type);
    leaf(holder, "cbc:DocumentDescription", description);
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

function writeDelivery(root: UblElement, delivery: Delivery): void {
  group(root, "cac:Delivery", "delivery", (holder) => {
    leaf(holder, "cbc:ActualDeliveryDate", delivery.actual_delivery_date, "actual_delivery_date");
    group(holder, "cac:DeliveryLocation", "delivery_location", (location) => {
      leaf(location, "cbc:ID", delivery.delivery_location?.id, "id");
      writeAddress(location, "cac:Address", delivery.delivery_location?.address, "address");
    });
    group(holder, "cac:DeliveryParty", undefined, (party) => {
      writeIdentification(party, delivery.party_id, "party_id");
      group(party, "cac:PartyName", undefined, (named) => leaf(named, "cbc:Name", delivery.party_name, "party_name"));
    });
    group(holder, "cac:DeliveryTerms", undefined, (terms) =>
      leaf(terms, "cbc:ID", delivery.terms, "terms", { schemeID: "Incoterms" }),
    );
  });
}

function writePaymentMeans(root: UblElement, means: PaymentMeans, origin: string): void {
  const { card_account: card, payment_mandate: mandate } = means;
  group(root, "cac:PaymentMeans", origin, (holder) => {
    leaf(holder, "cbc:ID", means.id, "id");
    leaf(holder, "cbc:PaymentMeansCode", means.payment_means_code, "payment_means_code");
    for (const [at, id] of (means.payment_id ?? []).entries()) leaf(holder, "cbc:PaymentID", id, `payment_id[${at}]`);
    if (card) {
      group(holder, "cac:CardAccount", "card_account", (account) => {
        leaf(account, "cbc:PrimaryAccountNumberID", card.primary_account_number_id, "primary_account_number_id");
        leaf(account, "cbc:NetworkID", card.network_id, "network_id");
        leaf(account, "cbc:HolderName", card.holder_name, "holder_name");
      });
    }
    writeAccount(holder, "cac:PayeeFinancialAccount", means.payee_financial_account, "payee_financial_account");
    if (mandate) {
      group(holder, "cac:PaymentMandate", "payment_mandate", (inner) => {
        leaf(inner, "cbc:ID", mandate.id, "id");
        group(inner, "cac:PayerFinancialAccount", undefined, (account) =>
          leaf(account, "cbc:ID", mandate.payer_financial_account_id, "payer_financial_account_id"),
        );
      });
    }
  });
}

function writePaymentTerms(root: UblElement, document: SelfBilledDocument, { own }: Currencies): void {
  const terms = document.payment_terms;
  if (!terms) return;
  group(root, "cac:PaymentTerms", "payment_terms", (holder) => {
    leaf(holder, "cbc:PaymentMeansID", terms.payment_means_id, "payment_means_id");
    leaf(holder, "cbc:Note", terms.note, "note");
    leaf(holder, "cbc:Amount", terms.amount, "amount", own);
    leaf(holder, "cbc:PaymentDueDate", terms.due_date, "due_date");
    leaf(holder, "cbc:InstallmentDueDate", terms.installment_due_date, "installment_due_date");
  });
}

function writeDocumentCharges(root: UblElement, calculation: Calculation, { own }: Currencies): void {
  const write = (entries: readonly CalculatedEntry[], isCharge: boolean, list: string): void => {
    for (const [at, entry] of entries.entries()) {
      const category = entry.entry.tax_category;
      const given = category && { category, percent: documentPercent(category) };
      writeAllowanceCharge(root, entry, isCharge, `${list}[${at}]`, own, given);
    }
  };
  write(calculation.allowances, false, "allowances");
  write(calculation.charges, true, "charges");
}

/** Document-level AE and E carry 0 whatever was sent, O carries none (Decision 23). */
function documentPercent(category: TaxCategory): string | undefined {
  if (category.id === "AE" || category.id === "E") return "0";
  return category.id === "O" ? undefined : category.percent;
}

function writeTaxTotals(
  root: UblElement,
  document: SelfBilledDocument,
  calculation: Calculation,
  currencies: Currencies,
): void {
  const { totals, breakdown, currency } = calculation;
  group(root, "cac:TaxTotal", undefined, (tax) => {
    leaf(tax, "cbc:TaxAmount", amountText(totals.tax_amount), undefined, currencies.own);
    for (const part of breakdown) {
      group(tax, "cac:TaxSubtotal", undefined, (subtotal) => {
        leaf(subtotal, "cbc:TaxableAmount", amountText(part.taxableAmount), undefined, currencies.own);
        leaf(subtotal, "cbc:TaxAmount", amountText(part.taxAmount), undefined, currencies.own);
        const percent = part.percent && formatAmount(part.percent);
        writeTaxCategory(
          subtotal,
          "cac:TaxCategory",
          { id: part.category, ...exemptionOf(document, part) },
          percent,
          undefined,
        );
      });
    }
  });
  if (currency === "AED") return;
  group(root, "cac:TaxTotal", undefined, (tax) =>
    leaf(tax, "cbc:TaxAmount", amountText(totals.tax_amount_in_aed), undefined, currencies.aed),
  );
}

/** The breakdown of exempt supplies repeats the first reason that a line gives (IBT-120, IBT-121). */
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

function writeTotals(root: UblElement, calculation: Calculation, { own }: Currencies): void {
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
