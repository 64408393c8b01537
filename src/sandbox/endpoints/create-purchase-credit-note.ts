import { endpoints } from "../../contract/index.ts";
import { createDocument } from "../documents/create-document.ts";
import { endpoint } from "../endpoint.ts";

export const createPurchaseCreditNote = endpoint(endpoints.createPurchaseCreditNote, (call, services) =>
  createDocument("credit-note", call, services),
);
