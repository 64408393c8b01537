import { endpoints } from "../../contract/index.ts";
import { retrieveDocument } from "../documents/retrieve-document.ts";
import { endpoint } from "../endpoint.ts";

export const getPurchaseCreditNote = endpoint(endpoints.getPurchaseCreditNote, (call, services) =>
  retrieveDocument("credit-note", call, services),
);
