import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { listUuids } from "../list-uuids.ts";

export const purchaseCreditNoteUuids = endpoint(endpoints.purchaseCreditNoteUuids, (call, services) =>
  listUuids("credit-note", call, services),
);
