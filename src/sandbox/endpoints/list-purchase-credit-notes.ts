import { endpoints } from "../../contract/index.ts";
import { listDocuments } from "../documents/list-documents.ts";
import { endpoint } from "../endpoint.ts";

export const listPurchaseCreditNotes = endpoint(endpoints.listPurchaseCreditNotes, (call, services) =>
  listDocuments("credit-note", call, services),
);
