import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { listDocuments } from "../list-documents.ts";

export const listPurchaseCreditNotes = endpoint(endpoints.listPurchaseCreditNotes, (call, services) =>
  listDocuments("credit-note", call, services),
);
