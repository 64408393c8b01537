import type { Connection, Desk } from "../../desk/index.ts";
import { type DocumentKind, documentKinds } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import { isMissingCall } from "../../send/index.ts";
import { sightOf, unseen } from "../follow/sight.ts";
import { wholeList } from "../follow/whole-list.ts";
import { isOfOtherBuyer } from "./gates/newer-documents.ts";
import { type ElsewhereDocument, elsewhereOf, knownElsewhere, mayBeOpen } from "./made-elsewhere.ts";

/** Documents that the service lists but the journal does not have. */
export type AllElsewhere =
  | {
      readonly is: "read";
      /** Documents that the user has not accepted yet, in list order. */
      readonly documents: readonly ElsewhereDocument[];
      /** Documents that may come from an attempt in doubt, or that the journal has under another address. */
      readonly unsure: readonly ElsewhereDocument[];
      /** Time when reading began; UTC, ISO 8601. */
      readonly at: string;
      /** Why the lists may be incomplete. */
      readonly unclear?: string | undefined;
    }
  | { readonly is: "no-lists" }
  | { readonly is: "unread"; readonly problem: Problem };

/**
 * Finds all documents that the service lists but the journal does not have. Those that may come from an attempt in
 * progress or in doubt are `unsure`; those of the organization's other buyers are skipped. Problem: `journal-unusable`.
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
    if (!list.ok)
      return ok(isMissingCall(list.status) ? { is: "no-lists" } : { is: "unread", problem: list.problems[0] });
    unclear ??= list.value.unclear;
    for (const each of list.value.entries) if (each !== undefined) listed.push(each);
  }
  // Read the journal after the service, so that a document that another process has just created is already recorded.
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
