import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { resubmitDocument } from "../resubmit-document.ts";

export const resubmitPurchaseCreditNote = endpoint(endpoints.resubmitPurchaseCreditNote, (call, services) =>
  resubmitDocument("credit-note", call, services),
);
