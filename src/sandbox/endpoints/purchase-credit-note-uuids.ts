import { endpoints } from "../../contract/index.ts";
import { listUuids } from "../documents/list-uuids.ts";
import { endpoint } from "../endpoint.ts";

export const purchaseCreditNoteUuids = endpoint(endpoints.purchaseCreditNoteUuids, (call, services) =>
  listUuids("credit-note", call, services),
);
