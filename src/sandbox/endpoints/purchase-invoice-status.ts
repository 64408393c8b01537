import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { followPurchase } from "../status/follow-document.ts";
import { statusSnapshot } from "../status/status-snapshot.ts";

export const purchaseInvoiceStatus = endpoint(endpoints.purchaseInvoiceStatus, (call, services) =>
  followPurchase("invoice", statusSnapshot, call, services),
);
