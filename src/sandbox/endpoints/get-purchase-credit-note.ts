import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { retrieveDocument } from "../retrieve-document.ts";

export const getPurchaseCreditNote = endpoint(endpoints.getPurchaseCreditNote, (call, services) =>
  retrieveDocument("credit-note", call, services),
);
