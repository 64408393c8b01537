import type { ToldMember } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import type { JsonObject } from "../../json/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { again, look } from "./observe.ts";
import { findSubject, type Subject } from "./subject.ts";

/** A document as the service stores it. */
export interface Fetched {
  readonly subject: Subject;
  readonly kind: DocumentKind;
  readonly document: JsonObject;
  readonly overallStatus: string | undefined;
  /** Parts of the document that selfbill does not know, as received. */
  readonly more: readonly ToldMember[];
  /** Whether the status of the document is in an unreadable form. */
  readonly isUnread: boolean;
}

/** Fetches a self-billed document by id or number. Problems: any problem from finding or reading the document; `not-found` without the extras. */
export async function fetchDocument(
  asked: string,
  words: { readonly invoice?: boolean; readonly serviceVersion: string | undefined },
  connection: Connection,
  desk: Desk,
): Promise<Result<Fetched>> {
  if (!connection.profile.extras) {
    const message =
      "The service of this profile does not show documents; it only accepts them and gives their Peppol status.";
    return fail(problem("not-found", message, "selfbill status shows the status of a credit note."));
  }
  const subject = await findSubject(asked, words, connection, desk);
  if (!subject.ok) return subject;
  const seen = await look(subject.value, again(desk), { legs: false });
  if (!seen.ok) return seen;
  const { kind, document, overallStatus, more, isUnread } = seen.value;
  if (kind === "sales-credit-note" || document === undefined)
    throw new Error("selfbill has an internal error: not a document");
  return ok({ subject: subject.value, kind, document, overallStatus, more, isUnread });
}
