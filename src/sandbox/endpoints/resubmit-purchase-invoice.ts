import { endpoints } from "../../contract/index.ts";
import { resubmitDocument } from "../documents/resubmit-document.ts";
import { endpoint } from "../endpoint.ts";

export const resubmitPurchaseInvoice = endpoint(endpoints.resubmitPurchaseInvoice, (call, services) =>
  resubmitDocument("invoice", call, services),
);
