import { documentName } from "../../../document/index.ts";
import { alikeKey, type Intent, isNear, twinKey } from "../../../journal/index.ts";
import { problem, suggest } from "../../../problem/index.ts";
import { calledOf } from "./sent-suppliers.ts";
import type { WithHistory } from "./supplier-history.ts";
import type { Warning } from "./warning.ts";

/** A file that was sent before with other content. It must be confirmed before this document is sent. */
export const editedFile: Warning = {
  name: "edited-file",
  begin:
    ({ history }) =>
    async (prepared) =>
      edited(await history(prepared)),
};

/**
 * Maximum number of days between the issue dates of a file and its corrected version. If more time has passed, the
 * file is assumed to have been reused for another month.
 */
const daysOfCorrection = 7;

async function edited(found: WithHistory | undefined) {
  if (found?.besides === undefined || found.intent === undefined) return [];
  const { prepared, intent, besides: sent } = found;
  const { file } = prepared;
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
