import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { followPurchase } from "../status/follow-document.ts";
import { statusSnapshot } from "../status/status-snapshot.ts";

export const purchaseCreditNoteStatus = endpoint(endpoints.purchaseCreditNoteStatus, (call, services) =>
  followPurchase("credit-note", statusSnapshot, call, services),
);
