import { endpoints } from "../../contract/index.ts";
import { downloadXml } from "../documents/download-xml.ts";
import { endpoint } from "../endpoint.ts";

export const purchaseCreditNoteXml = endpoint(endpoints.purchaseCreditNoteXml, (call, services) =>
  downloadXml("credit-note", call, services),
);
