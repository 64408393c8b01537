import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { followSales } from "../status/follow-document.ts";
import { statusSnapshot } from "../status/status-snapshot.ts";

export const salesCreditNoteStatus = endpoint(endpoints.salesCreditNoteStatus, (call, services) =>
  followSales(statusSnapshot, call, services),
);
