import { endpoints } from "../../contract/index.ts";
import { resubmitDocument } from "../documents/resubmit-document.ts";
import { endpoint } from "../endpoint.ts";

export const resubmitPurchaseCreditNote = endpoint(endpoints.resubmitPurchaseCreditNote, (call, services) =>
  resubmitDocument("credit-note", call, services),
);
