import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { followPurchase } from "../status/follow-document.ts";
import { statusLog } from "../status/status-log.ts";

export const purchaseCreditNoteLogs = endpoint(endpoints.purchaseCreditNoteLogs, (call, services) =>
  followPurchase("credit-note", statusLog, call, services),
);
