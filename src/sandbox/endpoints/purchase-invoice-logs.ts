import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { followPurchase } from "../status/follow-document.ts";
import { statusLog } from "../status/status-log.ts";

export const purchaseInvoiceLogs = endpoint(endpoints.purchaseInvoiceLogs, (call, services) =>
  followPurchase("invoice", statusLog, call, services),
);
