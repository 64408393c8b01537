import { endpoints } from "../../contract/index.ts";
import { createDocument } from "../documents/create-document.ts";
import { endpoint } from "../endpoint.ts";

export const createPurchaseInvoice = endpoint(endpoints.createPurchaseInvoice, (call, services) =>
  createDocument("invoice", call, services),
);
