import type { ToldMember } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import type { JsonObject } from "../../json/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import { notOffered } from "../../send/index.ts";
import { again, look } from "./observe.ts";
import { findSubject, type Subject } from "./subject.ts";

export interface Fetched {
  readonly subject: Subject;
  readonly kind: DocumentKind;
  readonly document: JsonObject;
  readonly overallStatus: string | undefined;
  /** Unknown members of the document, as received. */
  readonly more: readonly ToldMember[];
  /** Whether the service gave a status that cannot be parsed. */
  readonly isUnread: boolean;
}

export async function fetchDocument(
  asked: string,
  words: { readonly invoice?: boolean; readonly serviceVersion: string | undefined },
  connection: Connection,
  desk: Desk,
): Promise<Result<Fetched>> {
  if (!connection.profile.extras) {
    const message =
      "The service of this profile does not show documents; it only accepts them and gives their Peppol status.";
    return fail(problem("not-found", message, `${suggest`status`} shows the status of a credit note.`));
  }
  const subject = await findSubject(asked, words, connection, desk);
  if (!subject.ok) return subject;
  const seen = await look(subject.value, again(desk), { legs: false });
  if (!seen.ok) return seen;
  const { kind, document, overallStatus, more, isUnread, lacksDocuments } = seen.value;
  if (lacksDocuments) return fail(notOffered("documents and lists", { profile: connection.profile.name }));
  if (kind === "sales-credit-note" || document === undefined)
    throw new Error("selfbill has an internal error: not a document");
  return ok({ subject: subject.value, kind, document, overallStatus, more, isUnread });
}
