import { endpoints } from "../../contract/index.ts";
import { retrieveDocument } from "../documents/retrieve-document.ts";
import { endpoint } from "../endpoint.ts";

export const getPurchaseInvoice = endpoint(endpoints.getPurchaseInvoice, (call, services) =>
  retrieveDocument("invoice", call, services),
);
