import { endpoints } from "../../contract/index.ts";
import { listDocuments } from "../documents/list-documents.ts";
import { endpoint } from "../endpoint.ts";

export const listPurchaseInvoices = endpoint(endpoints.listPurchaseInvoices, (call, services) =>
  listDocuments("invoice", call, services),
);
