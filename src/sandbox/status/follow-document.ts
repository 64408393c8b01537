import type { DocumentKind } from "../../document/index.ts";
import { findDocument } from "../documents/retrieve-document.ts";
import type { Call, Services } from "../endpoint.ts";
import { message, type Reply } from "../reply.ts";
import { type FollowedDocument, purchaseSubject, salesSubject } from "./subject.ts";

type View = (subject: FollowedDocument, services: Services) => Reply;

/** Shows the journey of a purchase document, or why there is none to show. */
export function followPurchase(kind: DocumentKind, view: View, { params }: Call, services: Services): Reply {
  const found = findDocument(kind, params.id ?? "", services);
  return found.ok ? view(purchaseSubject(found.stored, services), services) : found.reply;
}

/** Shows the journey of a seeded sales credit note (Decision 12). */
export function followSales(view: View, { params }: Call, services: Services): Reply {
  const subject = salesSubject(params.id ?? "", services);
  return subject ? view(subject, services) : message(404, `Sales credit note not found with id ${params.id}`);
}
