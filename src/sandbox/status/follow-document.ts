import type { EndpointKind } from "../../contract/index.ts";
import { findDocument } from "../documents/retrieve-document.ts";
import type { Call, Services } from "../endpoint.ts";
import { message, type Reply } from "../reply.ts";
import { type FollowedDocument, purchaseSubject, salesSubject } from "./subject.ts";

/**
 * Makes a handler for a purchase document or a seeded sales credit note (Decision 12); the handler answers with an
 * error if there is no such document.
 */
export function following(view: (subject: FollowedDocument, services: Services) => Reply) {
  return (kind: Exclude<EndpointKind, "none">, { params }: Call, services: Services): Reply => {
    const id = params.id ?? "";
    if (kind === "sales-credit-note") {
      const subject = salesSubject(id, services);
      return subject ? view(subject, services) : message(404, `Sales credit note not found with id ${id}`);
    }
    const found = findDocument(kind, id, services);
    return found.ok ? view(purchaseSubject(found.stored, services), services) : found.reply;
  };
}
