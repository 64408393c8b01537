import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { listUuids } from "../list-uuids.ts";

export const purchaseInvoiceUuids = endpoint(endpoints.purchaseInvoiceUuids, (call, services) =>
  listUuids("invoice", call, services),
);
