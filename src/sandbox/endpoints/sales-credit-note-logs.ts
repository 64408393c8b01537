import { endpoints } from "../../contract/index.ts";
import { endpoint } from "../endpoint.ts";
import { followSales } from "../follow-document.ts";
import { statusLog } from "../status-log.ts";

export const salesCreditNoteLogs = endpoint(endpoints.salesCreditNoteLogs, (call, services) =>
  followSales(statusLog, call, services),
);
