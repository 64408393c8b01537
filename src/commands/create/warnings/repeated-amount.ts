import { daysBetween, isDay } from "../../../document/index.ts";
import { alikeKey, isNear } from "../../../journal/index.ts";
import { problem } from "../../../problem/index.ts";
import { calledOf } from "./sent-suppliers.ts";
import type { WithHistory } from "./supplier-history.ts";
import type { Warning } from "./warning.ts";

/** The supplier, amounts and texts of a document sent for another day. */
export const repeatedAmount: Warning = {
  name: "repeated-amount",
  begin:
    ({ history }) =>
    async (prepared) =>
      repeated(await history(prepared)),
};

/** The same amount without a reference causes only a remark, because it is common. */
async function repeated(found: WithHistory | undefined) {
  if (found?.besides === undefined || found.intent === undefined) return [];
  const { prepared, intent, besides: sent } = found;
  const { file } = prepared;
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
