/** Every call that the sandbox serves, in the order of the contract; the routes are made from this list. */
import type { ServedEndpoint } from "../endpoint.ts";
import { createPurchaseCreditNote } from "./create-purchase-credit-note.ts";
import { createPurchaseInvoice } from "./create-purchase-invoice.ts";
import { getBusinessProfile } from "./get-business-profile.ts";
import { getCodeList } from "./get-code-list.ts";
import { getPurchaseCreditNote } from "./get-purchase-credit-note.ts";
import { getPurchaseInvoice } from "./get-purchase-invoice.ts";
import { getToken } from "./get-token.ts";
import { listPurchaseCreditNotes } from "./list-purchase-credit-notes.ts";
import { listPurchaseInvoices } from "./list-purchase-invoices.ts";
import { purchaseCreditNoteAttachment } from "./purchase-credit-note-attachment.ts";
import { purchaseCreditNoteLogs } from "./purchase-credit-note-logs.ts";
import { purchaseCreditNoteStatus } from "./purchase-credit-note-status.ts";
import { purchaseCreditNoteUuids } from "./purchase-credit-note-uuids.ts";
import { purchaseCreditNoteXml } from "./purchase-credit-note-xml.ts";
import { purchaseInvoiceAttachment } from "./purchase-invoice-attachment.ts";
import { purchaseInvoiceLogs } from "./purchase-invoice-logs.ts";
import { purchaseInvoiceStatus } from "./purchase-invoice-status.ts";
import { purchaseInvoiceUuids } from "./purchase-invoice-uuids.ts";
import { purchaseInvoiceXml } from "./purchase-invoice-xml.ts";
import { resubmitPurchaseCreditNote } from "./resubmit-purchase-credit-note.ts";
import { resubmitPurchaseInvoice } from "./resubmit-purchase-invoice.ts";
import { salesCreditNoteLogs } from "./sales-credit-note-logs.ts";
import { salesCreditNoteStatus } from "./sales-credit-note-status.ts";

export const served: readonly ServedEndpoint[] = [
  createPurchaseInvoice,
  createPurchaseCreditNote,
  purchaseCreditNoteStatus,
  salesCreditNoteStatus,
  purchaseCreditNoteLogs,
  salesCreditNoteLogs,
  getPurchaseInvoice,
  getPurchaseCreditNote,
  listPurchaseInvoices,
  listPurchaseCreditNotes,
  purchaseInvoiceUuids,
  purchaseCreditNoteUuids,
  resubmitPurchaseInvoice,
  resubmitPurchaseCreditNote,
  purchaseInvoiceAttachment,
  purchaseCreditNoteAttachment,
  purchaseInvoiceXml,
  purchaseCreditNoteXml,
  purchaseInvoiceStatus,
  purchaseInvoiceLogs,
  getBusinessProfile,
  getCodeList,
  getToken,
];
