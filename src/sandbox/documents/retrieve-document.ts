import type { DocumentKind } from "../../document/index.ts";
import type { Call, Services } from "../endpoint.ts";
import { foreignDocumentId } from "../gaps.ts";
import { json, message, type Reply } from "../reply.ts";
import { type PeppolStatus, statusAt } from "../state.ts";
import { documentAnswer } from "./answer.ts";
import type { StoredDocument } from "./stored-document.ts";

const says = { invoice: "Purchase invoice", "credit-note": "Purchase credit note" } as const;

/** Answers a call that retrieves one document (endpoints 7 and 8). Source: contract §2, §7, §11. */
export function retrieveDocument(kind: DocumentKind, call: Call, services: Services): Reply {
  const found = findDocument(kind, call.params.id ?? "", services);
  return found.ok ? json(200, answerOf(found.stored, services)) : found.reply;
}

/** Returns the 404 or 403 if this organization has no such document. */
export function findDocument(
  kind: DocumentKind,
  id: string,
  services: Services,
): { ok: true; stored: StoredDocument } | { ok: false; reply: Reply } {
  if (id.toLowerCase() === foreignDocumentId) {
    return { ok: false, reply: message(403, `The document with id ${id} belongs to another organization`) };
  }
  const stored = services.store.get(kind, id);
  return stored ? { ok: true, stored } : { ok: false, reply: message(404, `${says[kind]} not found with id ${id}`) };
}

export function currentStatus(stored: StoredDocument, services: Services): PeppolStatus {
  return statusAt(stored, services.now(), services.settings.pendingSeconds * 1000);
}

export function answerOf(stored: StoredDocument, services: Services): object {
  const profile = services.profileOf(stored.profileId);
  if (!profile) throw new Error("selfbill has an internal error: a stored document of an unknown profile");
  const status = currentStatus(stored, services);
  return documentAnswer(stored, { orgId: services.account.orgId, profile, phase2: services.settings.phase2, status });
}
