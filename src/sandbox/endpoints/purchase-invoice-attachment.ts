import { endpoints } from "../../contract/index.ts";
import { downloadAttachment } from "../documents/download-attachment.ts";
import { endpoint } from "../endpoint.ts";

export const purchaseInvoiceAttachment = endpoint(endpoints.purchaseInvoiceAttachment, (call, services) =>
  downloadAttachment("invoice", call, services),
);
