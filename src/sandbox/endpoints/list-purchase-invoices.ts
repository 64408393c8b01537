import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { listDocuments } from "../list-documents.ts";

export const listPurchaseInvoices = endpoint(endpoints.listPurchaseInvoices, (call, services) =>
  listDocuments("invoice", call, services),
);
