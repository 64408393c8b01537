import type { DocumentKind } from "../../document/index.ts";
import { statusName } from "../../states/index.ts";
import { toXml } from "../../ubl/index.ts";
import type { Call, Services } from "../endpoint.ts";
import { fieldErrors, type Reply } from "../reply.ts";
import { storedTree } from "./network-check.ts";
import { currentStatus, findDocument } from "./retrieve-document.ts";

/** Answers with the transmitted UBL, once the document is APPROVED (endpoint 15). Source: contract §2. */
export function downloadXml(kind: DocumentKind, { params }: Call, services: Services): Reply {
  const found = findDocument(kind, params.id ?? "", services);
  if (!found.ok) return found.reply;
  if (currentStatus(found.stored, services).overall_status !== statusName.approved) {
    return fieldErrors(new Map([["document_status", "The XML is available once the document is APPROVED"]]));
  }
  return { status: 200, type: "application/xml", body: toXml(storedTree(found.stored, services)) };
}
