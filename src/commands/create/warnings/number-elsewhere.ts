import { alikeKey } from "../../../journal/index.ts";
import { problem } from "../../../problem/index.ts";
import type { WithHistory } from "./supplier-history.ts";
import type { Warning } from "./warning.ts";

/** A number that a document of another supplier has. It must be confirmed before this document is sent. */
export const numberElsewhere: Warning = {
  name: "number-elsewhere",
  begin:
    ({ history }) =>
    async (prepared) =>
      otherNumber(await history(prepared)),
};

async function otherNumber(found: WithHistory | undefined) {
  if (found?.besides === undefined || found.intent === undefined) return [];
  const { prepared, intent, besides: sent } = found;
  const { file, spot } = prepared;
  const key = alikeKey.number(intent);
  const all = key === undefined ? [] : await sent.under(key);
  const other = all.find((each) => each.intent.supplier.id !== intent.supplier.id);
  if (other === undefined) return [];
  const message = `The number ${intent.documentNumber} belongs to a document for ${other.intent.supplier.name}, dated ${other.intent.issueDate}.`;
  const where = spot("document_number") ?? { file };
  return [problem("number-elsewhere", message, "Give this document another number.", { severity: "warning", where })];
}
