import { amountsOf, hasOtherContent, type Sought, textNamed } from "../contract/index.ts";
import { isJsonObject, type JsonObject, parseJson } from "../json/index.ts";
import { problem, suggest } from "../problem/index.ts";
import type { CreateAnswer } from "../send/index.ts";
import type { SubmissionRequest } from "./sending.ts";

/** Maximum number of documents with one number that are looked at. */
const mostLooked = 20;
/** HTTP statuses with which a service says that it has no lists. */
const noLists: ReadonlySet<number | undefined> = new Set([404, 405, 501]);

/**
 * Leaves in doubt a document whose number is taken, unless the number belongs to another document: a gateway may have
 * sent this one twice, and then it is this document that has the number. Source: Decision 193.
 */
export async function unlessTaken(
  answer: CreateAnswer,
  body: string,
  sending: SubmissionRequest,
): Promise<CreateAnswer> {
  if (answer.verdict !== "refused" || answer.problems[0].code !== "number-taken") return answer;
  const { intent } = sending;
  const { documentNumber: number = "" } = intent;
  if (sending.before !== undefined || (await isOfAnother(number, body, sending))) return answer;
  const { status, rate, clockAhead, body: partialBody } = answer;
  const said = answer.problems[0].message;
  const message = `The service answered ${status}: the number ${number} is taken, and it may be this document that has it, because it may have arrived twice. ${said}`;
  const hint = `Do not send it again, also not with another number. To find out whether it exists: ${suggest`resolve --check`}`;
  const found = problem("answer-unclear", message, hint, { where: { path: "document_number" } });
  return { verdict: "in-doubt", status, rate, clockAhead, partialBody, problems: [found] };
}

/** Whether the number certainly belongs to another document, as far as journal and service know. */
async function isOfAnother(number: string, body: string, sending: SubmissionRequest): Promise<boolean> {
  const { intent, journal, connection, elsewhere } = sending;
  if (elsewhere?.hasNumber(number) || !connection.profile.extras) return true;
  const [known, doubts] = [await journal.find(intent.account, number), await journal.doubts()];
  if (known.ok && known.value.length > 0) return true;
  const isOpen = ({ intent: open }: { intent: typeof intent }): boolean =>
    open.account === intent.account && open.documentNumber === number && open.key !== intent.key;
  if (doubts.ok && doubts.value.some(isOpen)) return true;
  const service = connection.service.withVersion(intent.version);
  const listed = await service.list(intent.kind, { document_number: number, page: 0, size: mostLooked });
  if (!listed.ok) return noLists.has(listed.status);
  const same = listed.value.content.filter((each) => textNamed(each, "documentNumber")?.trim() === number.trim());
  const sought = soughtIn(body, sending);
  for (const each of same) {
    if (hasOtherContent(each, sought)) continue;
    const whole = await service.document(intent.kind, textNamed(each, "id") ?? "");
    if (!whole.ok || !hasOtherContent(whole.value, sought)) return false;
  }
  return same.length > 0;
}

function soughtIn(body: string, { intent }: SubmissionRequest): Sought {
  const json = parseJson(body);
  const sent: JsonObject | undefined = json.ok && isJsonObject(json.value) ? json.value : undefined;
  return {
    documentNumber: intent.documentNumber,
    trn: intent.supplier.trn,
    amounts: sent && amountsOf(sent, intent.kind),
    echoesNumbers: false,
    buyers: new Set(),
  };
}
