import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { resubmitDocument } from "../resubmit-document.ts";

export const resubmitPurchaseInvoice = endpoint(endpoints.resubmitPurchaseInvoice, (call, services) =>
  resubmitDocument("invoice", call, services),
);
