/** Every call that the sandbox serves; the routes are made from this list. */
import type { ServedEndpoint } from "../endpoint.ts";
import { createPurchaseInvoice } from "./create-purchase-invoice.ts";
import { getBusinessProfile } from "./get-business-profile.ts";
import { getPurchaseInvoice } from "./get-purchase-invoice.ts";
import { listPurchaseInvoices } from "./list-purchase-invoices.ts";

export const served: readonly ServedEndpoint[] = [
  createPurchaseInvoice,
  getPurchaseInvoice,
  listPurchaseInvoices,
  getBusinessProfile,
];
