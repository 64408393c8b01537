import type { Connection, Desk } from "../../desk/index.ts";
import { type DocumentKind, documentKinds } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import { sightOf, unseen } from "../follow/sight.ts";
import { wholeList } from "../follow/whole-list.ts";
import { type ElsewhereDocument, elsewhereOf, knownElsewhere, mayBeOpen } from "./made-elsewhere.ts";
import { isMissing, isOfOtherBuyer } from "./newer-documents.ts";

/** What the lists of a service show of an account that its journal lacks. */
export type AllElsewhere =
  | {
      readonly is: "read";
      /** Those that nobody accepted yet, in the order of the lists. */
      readonly documents: readonly ElsewhereDocument[];
      /** Those that an attempt without an end may have made, or that the journal knows under another address. */
      readonly unsure: readonly ElsewhereDocument[];
      /** When reading began; UTC, ISO 8601. */
      readonly at: string;
      /** Why there may be more. */
      readonly unclear?: string | undefined;
    }
  | { readonly is: "no-lists" }
  | { readonly is: "unread"; readonly problem: Problem };

/**
 * Reads both lists of a service to their ends. What is under way or in doubt here is the journal's own, and what another buyer of the
 * organization has is not this account's. Problem: `journal-unusable`.
 */
export async function allElsewhere(
  connection: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<AllElsewhere>> {
  const at = desk.now().toISOString();
  if (!connection.profile.extras) return ok({ is: "no-lists" });
  const listed: ElsewhereDocument[] = [];
  let unclear: string | undefined;
  for (const kind of Object.keys(documentKinds) as DocumentKind[]) {
    const list = await wholeList(kind, connection, desk, (document) =>
      isOfOtherBuyer(document, connection) ? undefined : elsewhereOf(document, kind),
    );
    if (!list.ok) return ok(isMissing(list.status) ? { is: "no-lists" } : { is: "unread", problem: list.problems[0] });
    unclear ??= list.value.unclear;
    for (const each of list.value.entries) if (each !== undefined) listed.push(each);
  }
  // The journal is asked after the service: what another process had just made is recorded, or open, by now.
  const sorted = await lackedBy(journal, connection.account, listed);
  if (!sorted.ok) return sorted;
  const sight = await sightOf(connection, journal, desk, sorted.value.here);
  if (!sight.ok) return ok({ is: "unread", problem: sight.problems[0] });
  if (!sight.value.sees) return ok({ is: "unread", problem: unseen(sight.value.why, "Nothing was compared") });
  const { lacking, unsure } = sorted.value;
  return ok({ is: "read", documents: lacking, unsure, at, unclear });
}

async function lackedBy(
  journal: Journal,
  account: string,
  listed: readonly ElsewhereDocument[],
): Promise<Result<{ lacking: ElsewhereDocument[]; unsure: ElsewhereDocument[]; here: string[] }>> {
  const known = await knownElsewhere(account, journal);
  if (!known.ok) return known;
  const lately = await journal.lately(account);
  if (!lately.ok) return lately;
  const [lacking, unsure, here]: [ElsewhereDocument[], ElsewhereDocument[], string[]] = [[], [], []];
  for (const each of listed) {
    const found = await journal.accounts.knows(account, each.id);
    if (!found.ok) return found;
    if (found.value !== undefined) here.push(each.id);
    if (found.value === "own" || each.id === "" || known.value.isAccepted(each.kind, each.id)) continue;
    const isOpen = lately.value.open.some((intent) => mayBeOpen(each, intent));
    (found.value === "perhaps" || isOpen ? unsure : lacking).push(each);
  }
  return ok({ lacking, unsure, here });
}
