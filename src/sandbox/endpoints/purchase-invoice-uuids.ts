import { endpoints } from "../../contract/index.ts";
import { listUuids } from "../documents/list-uuids.ts";
import { endpoint } from "../endpoint.ts";

export const purchaseInvoiceUuids = endpoint(endpoints.purchaseInvoiceUuids, (call, services) =>
  listUuids("invoice", call, services),
);
