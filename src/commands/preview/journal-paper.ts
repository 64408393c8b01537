import { keptDocument } from "../../contract/index.ts";
import { type BusinessProfile, calculate, documentName } from "../../document/index.ts";
import { type Journal, type Past, stateNow } from "../../journal/index.ts";
import { sentTree } from "../../prepare/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import { statusSays } from "../../render/index.ts";
import { statusName } from "../../states/index.ts";
import { toXml } from "../../ubl/index.ts";
import { creditedValue } from "./credited-value.ts";
import type { PrintedPaper } from "./pressed.ts";

/**
 * Returns the page of a document from its content in the journal. The page is stamped unless the last recorded status
 * is APPROVED. Problems: `not-found` if the content was not stored or was purged, `journal-unusable`.
 */
export async function paperOf(
  past: Past,
  journal: Journal,
  customer: BusinessProfile | undefined,
): Promise<Result<PrintedPaper>> {
  const { intent, id } = past;
  const called = documentName(past);
  const kept = await journal.kept(intent.bodyHash);
  if (!kept.ok) return kept;
  const document = keptDocument(kept.value, intent);
  if (document === undefined) {
    const message = `The text of ${called} is not in the journal: it was not kept, or was purged.`;
    return fail(problem("not-found", message, `${suggest`show ${called}`} shows what is known of it.`));
  }
  const seen = id === undefined ? ok([]) : await journal.seen(intent.account, id);
  if (!seen.ok) return seen;
  const { state: status, seen: last } = stateNow(past.result, seen.value);
  const toldAt = last?.at ?? past.result?.at;
  const isSandbox = intent.account.startsWith("sandbox:");
  const isApproved = past.state === "created" && status === statusName.approved;
  const { account, credits, currency, kind } = intent;
  const note = { account, invoiceNumbers: credits?.invoiceNumbers ?? [], currency, record: past.record };
  const found = kind === "credit-note" ? await creditedValue(note, journal) : ok(undefined);
  if (!found.ok) return found;
  const numbered = document.document_number?.trim() ? document : { ...document, document_number: past.documentNumber };
  const tree = sentTree(numbered, intent.kind, kept.value ?? "", customer);
  return ok({
    xml: new TextEncoder().encode(toXml(tree)),
    hasOwnXml: true,
    preview: {
      file: called,
      kind: intent.kind,
      document,
      calculation: calculate(document),
      customer,
      rateDate: intent.exchangeRate?.date,
      credited: found.value && "credited" in found.value ? found.value.credited : undefined,
    },
    paper: {
      mark: isSandbox ? "SANDBOX" : isApproved ? undefined : "NOT APPROVED",
      documentNumber: past.documentNumber,
      state: status === undefined || toldAt === undefined ? undefined : { says: statusSays(status, {}), at: toldAt },
    },
  });
}
