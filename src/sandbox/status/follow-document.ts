import type { EndpointKind } from "../../contract/index.ts";
import { findDocument } from "../documents/retrieve-document.ts";
import type { Call, Services } from "../endpoint.ts";
import { message, type Reply } from "../reply.ts";
import { type FollowedDocument, purchaseSubject, salesSubject } from "./subject.ts";

/**
 * Makes a handler that returns the progress of a purchase document or of a seeded sales credit note (Decision 12), or
 * why there is none.
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
