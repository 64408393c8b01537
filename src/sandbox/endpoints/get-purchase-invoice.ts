import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { retrieveDocument } from "../retrieve-document.ts";

export const getPurchaseInvoice = endpoint(endpoints.getPurchaseInvoice, (call, services) =>
  retrieveDocument("invoice", call, services),
);
