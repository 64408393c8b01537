import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { followSales } from "../status/follow-document.ts";
import { statusLog } from "../status/status-log.ts";

export const salesCreditNoteLogs = endpoint(endpoints.salesCreditNoteLogs, (call, services) =>
  followSales(statusLog, call, services),
);
