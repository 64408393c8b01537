import { endpoints } from "../../contract/index.ts";
import { downloadXml } from "../documents/download-xml.ts";
import { endpoint } from "../endpoint.ts";

export const purchaseInvoiceXml = endpoint(endpoints.purchaseInvoiceXml, (call, services) =>
  downloadXml("invoice", call, services),
);
