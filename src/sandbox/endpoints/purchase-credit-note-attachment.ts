import { endpoints } from "../../contract/index.ts";
import { downloadAttachment } from "../documents/download-attachment.ts";
import { endpoint } from "../endpoint.ts";

export const purchaseCreditNoteAttachment = endpoint(endpoints.purchaseCreditNoteAttachment, (call, services) =>
  downloadAttachment("credit-note", call, services),
);
