import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { followPurchase } from "../follow-document.ts";
import { statusSnapshot } from "../status-snapshot.ts";

export const purchaseCreditNoteStatus = endpoint(endpoints.purchaseCreditNoteStatus, (call, services) =>
  followPurchase("credit-note", statusSnapshot, call, services),
);
