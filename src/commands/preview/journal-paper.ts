import {
  type Amount,
  amount,
  type BusinessProfile,
  calculate,
  isDecimalText,
  money,
  type SelfBilledDocument,
} from "../../document/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import { isJsonObject, numbersAsText, parseJson } from "../../json/index.ts";
import { sentTree } from "../../prepare/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { statusSays } from "../../render/index.ts";
import type { CreditedValue } from "../../report/index.ts";
import { toXml } from "../../ubl/index.ts";
import type { PrintedPaper } from "./papers.ts";

/**
 * The paper of a document from the text that the journal kept. Without a mark only when the last known state is APPROVED. Problems:
 * `not-found` where the text was not kept or was purged, `journal-unusable`.
 */
export async function paperOf(
  past: Past,
  journal: Journal,
  customer: BusinessProfile | undefined,
): Promise<Result<PrintedPaper>> {
  const { intent, id } = past;
  const called = past.documentNumber ?? id ?? past.attempt;
  const kept = await journal.kept(intent.bodyHash);
  if (!kept.ok) return kept;
  const body = kept.value === undefined ? undefined : parseJson(kept.value);
  if (!body?.ok || !isJsonObject(body.value)) {
    const message = `The text of ${called} is not in the journal: it was not kept, or was purged.`;
    return fail(problem("not-found", message, "selfbill get ID shows what the service has."));
  }
  const document = numbersAsText(body.value) as SelfBilledDocument;
  const seen = id === undefined ? ok([]) : await journal.seen(intent.account, id);
  if (!seen.ok) return seen;
  const last = seen.value.at(-1);
  const status = last?.state ?? past.result?.overallStatus;
  const isSandbox = intent.account.startsWith("sandbox:");
  const isApproved = past.state === "created" && status === "APPROVED";
  const credited = intent.kind === "credit-note" ? await creditedValue(past, journal) : ok(undefined);
  if (!credited.ok) return credited;
  const numbered = document.document_number?.trim() ? document : { ...document, document_number: past.documentNumber };
  const tree = sentTree(numbered, intent.kind, kept.value ?? "", customer);
  return ok({
    xml: new TextEncoder().encode(toXml(tree)),
    preview: {
      file: called,
      kind: intent.kind,
      document,
      calculation: calculate(document),
      customer,
      rateDate: intent.exchangeRate?.date,
      credited: credited.value,
    },
    paper: {
      mark: isSandbox ? "SANDBOX" : isApproved ? undefined : "NOT APPROVED",
      documentNumber: past.documentNumber,
      state: last && { says: statusSays(last.state, {}), at: last.at },
    },
  });
}

/**
 * What a credit note corrects, by the journal: the net value of its invoices, and what credit notes before it took back. Undefined where
 * an invoice is not in the journal. Rejected and failed credit notes took nothing back. Problem: `journal-unusable`.
 */
async function creditedValue(note: Past, journal: Journal): Promise<Result<CreditedValue | undefined>> {
  const { account, credits } = note.intent;
  let original = money.zero;
  const earlier = new Map<string, Amount>();
  for (const number of credits?.invoiceNumbers ?? []) {
    const called = await journal.tries.called(number);
    if (!called.ok) return called;
    const invoice = called.value.findLast(
      ({ intent, state }) => intent.account === account && intent.kind === "invoice" && state === "created",
    );
    if (invoice === undefined) return ok(undefined);
    original = money.add(original, netOf(invoice));
    const notes = await journal.credited(account, number);
    if (!notes.ok) return notes;
    for (const { id } of notes.value) {
      const other = await journal.tries.last("id", id, () => true);
      if (!other.ok) return other;
      const seen = await journal.seen(account, id);
      if (!seen.ok) return seen;
      const isValid = !["REJECTED", "VALIDATION_FAILED"].includes(seen.value.at(-1)?.state ?? "");
      if (other.value !== undefined && other.value.record < note.record && isValid) earlier.set(id, netOf(other.value));
    }
  }
  return ok(credits === undefined ? undefined : { original, earlier: money.sum(earlier.values()) });
}

function netOf({ intent, result }: Past): Amount {
  const text = result?.totals?.tax_exclusive_amount ?? intent.totals.tax_exclusive_amount ?? "";
  return amount(isDecimalText(text) ? text : "0");
}
