import type { Desk } from "../../desk/index.ts";
import { daysBetween, documentName, isDay } from "../../document/index.ts";
import { alikeKey, type Intent, isNear, twinKey } from "../../journal/index.ts";
import type { Sendable } from "../../prepare/index.ts";
import { type Problem, problem, suggest } from "../../problem/index.ts";
import type { SupplierIdentity } from "../../suppliers/index.ts";
import { lookAlike } from "./look-alike.ts";
import { calledOf, type SentSuppliers } from "./sent-suppliers.ts";

/** Documents already sent, with and without those that this document corrects. */
export interface SentBeside {
  readonly known: SentSuppliers | undefined;
  readonly besides: SentSuppliers | undefined;
}

/**
 * Warns about documents similar to one already sent, and about suppliers with a similar name. Warnings that need
 * confirmation have the codes `file-edited`, `number-elsewhere` (before this document is sent) and `supplier-changed`
 * (before any document is sent).
 */
export async function looksSent(
  prepared: Sendable,
  intent: Intent,
  identity: SupplierIdentity,
  { known, besides }: SentBeside,
  desk: Desk,
): Promise<Problem[]> {
  const found =
    besides === undefined
      ? []
      : [
          ...(await edited(prepared, intent, besides)),
          ...(await otherNumber(prepared, intent, besides)),
          ...(await repeated(prepared, intent, besides)),
        ];
  return [...found, ...(await lookAlike(prepared, identity, known, desk))];
}

/**
 * Maximum number of days between the issue dates of a file and its corrected version. If more time has passed, the
 * file is assumed to have been reused for another month.
 */
const daysOfCorrection = 7;

async function edited({ file }: Sendable, intent: Intent, sent: SentSuppliers): Promise<Problem[]> {
  const key = alikeKey.file(intent);
  const [last] = key === undefined ? [] : await sent.under(key, 1);
  if (last === undefined || last.intent.contentHash === intent.contentHash) return [];
  if (last.intent.supplier.id !== intent.supplier.id || isAskedAnyway(last.intent, intent)) return [];
  if (!isNear(last.intent.issueDate, intent.issueDate, daysOfCorrection)) return [];
  const name = last.id === undefined ? "a document that may or may not exist" : calledOf(last);
  const message = `${file} was sent as ${name}, dated ${last.intent.issueDate}, with other content. This would be a second document.`;
  const hint =
    last.id === undefined
      ? `Resolve that one first: ${suggest`resolve --check`}.`
      : `To correct the document that was sent: ${suggest`correct ${documentName(last)}`}.`;
  return [problem("file-edited", message, hint, { severity: "warning", where: { file } })];
}

/** True if the journal itself refuses the document (the same number) or asks about it (the same day and amounts). */
function isAskedAnyway(before: Intent, now: Intent): boolean {
  if (before.documentNumber !== undefined && before.documentNumber === now.documentNumber) return true;
  return twinKey(before) === twinKey(now);
}

async function otherNumber({ file, spot }: Sendable, intent: Intent, sent: SentSuppliers): Promise<Problem[]> {
  const key = alikeKey.number(intent);
  const all = key === undefined ? [] : await sent.under(key);
  const other = all.find((each) => each.intent.supplier.id !== intent.supplier.id);
  if (other === undefined) return [];
  const message = `The number ${intent.documentNumber} belongs to a document for ${other.intent.supplier.name}, dated ${other.intent.issueDate}.`;
  const where = spot("document_number") ?? { file };
  return [problem("number-elsewhere", message, "Give this document another number.", { severity: "warning", where })];
}

/** The same amount without a reference causes only a remark, because it is common. */
async function repeated({ file }: Sendable, intent: Intent, sent: SentSuppliers): Promise<Problem[]> {
  if (intent.references !== undefined) return [];
  const all = await sent.under(alikeKey.texts(intent));
  const other = all.find(
    ({ intent: { issueDate } }) => issueDate !== intent.issueDate && isNear(issueDate, intent.issueDate),
  );
  if (other === undefined || !isDay(intent.issueDate)) return [];
  const days = Math.abs(daysBetween(other.intent.issueDate, intent.issueDate));
  const message = `The same supplier, amounts and line texts as ${calledOf(other)}, dated ${other.intent.issueDate} (${days === 1 ? "1 day" : `${days} days`} apart).`;
  const hint = "Check that it is another supply. An order number or a period in the document distinguishes them.";
  return [problem("amount-repeated", message, hint, { severity: "warning", where: { file } })];
}
