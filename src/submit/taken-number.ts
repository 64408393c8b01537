import {
  amountsOf,
  compareDocuments,
  hasOtherContent,
  idOf,
  provesOther,
  type Sought,
  textNamed,
} from "../contract/index.ts";
import type { DocumentKind } from "../document/index.ts";
import type { Intent } from "../journal/index.ts";
import { isJsonObject, type JsonObject, parseJson } from "../json/index.ts";
import { problem, suggest } from "../problem/index.ts";
import type { CreateAnswer } from "../send/index.ts";
import type { SubmissionRequest } from "./sending.ts";

type Refused = Extract<CreateAnswer, { verdict: "refused" }>;

/** Maximum number of documents with one number that are looked at. */
const mostLooked = 20;
/** Words that say of a number that it is taken, and not that it is written wrongly. */
const saysTaken = /\b(?:taken|exists?|already|duplicated?|unique|used|in use)\b|موجود|مستخدم|مكرر/i;
const mayMean: ReadonlySet<number> = new Set([400, 409, 422]);

/** What the service tells of the number: `unread` if it cannot be asked. */
type Owner = "another" | "perhaps-this" | "nobody" | "unread";

/**
 * Leaves in doubt a document whose number is called taken if it may be this document that has it, because a gateway
 * sent it twice and passed on the refusal of its own repetition. Source: Decision 310.
 */
export async function unlessTaken(
  answer: CreateAnswer,
  body: string,
  sending: SubmissionRequest,
): Promise<CreateAnswer> {
  const complaint = answer.verdict === "refused" ? complaintOf(answer, sending) : undefined;
  if (answer.verdict !== "refused" || complaint === undefined || (await isOfOurs(sending))) return answer;
  const owner = await ownerOf(body, sending);
  const isTaken = answer.status === 409 || saysTaken.test(complaint);
  if (owner === "another" || (owner !== "perhaps-this" && !isTaken)) return answer;
  if (owner === "unread") return notLookedUp(answer);
  const { status, rate, clockAhead, body: partialBody } = answer;
  const shown =
    owner === "nobody"
      ? "its list does not show whose it is"
      : "the document that has it may be this one, sent twice on its way";
  const message = `The service answered ${status} (${complaint}), but ${shown}: this document may or may not exist.`;
  const hint = `Do not send it again, also not with another number. To find out whether it exists: ${suggest`resolve --check`}`;
  const found = problem("answer-unclear", message, hint, { where: { path: "document_number" } });
  return { verdict: "in-doubt", status, rate, clockAhead, partialBody, problems: [found] };
}

/** Returns what the service says against the number; undefined if its refusal is about something else. */
function complaintOf({ status, fieldErrors }: Refused, { before, intent }: SubmissionRequest): string | undefined {
  if (!mayMean.has(status) || before !== undefined || !intent.documentNumber) return undefined;
  return fieldErrors.find(({ path }) => path === "document_number")?.message;
}

/** Whether the journal knows the number as that of another document. */
async function isOfOurs({ intent, journal, elsewhere }: SubmissionRequest): Promise<boolean> {
  const { documentNumber: number = "", account, key } = intent;
  if (elsewhere?.hasNumber(number)) return true;
  const [known, doubts] = [await journal.find(account, number), await journal.doubts()];
  if (known.ok && known.value.length > 0) return true;
  const open = doubts.ok ? doubts.value.map((each) => each.intent) : [];
  return open.some((each) => each.account === account && each.documentNumber === number && each.key !== key);
}

async function ownerOf(body: string, sending: SubmissionRequest): Promise<Owner> {
  const { intent, connection } = sending;
  if (!connection.profile.extras) return "unread";
  const own = await numbered(intent.kind, sending);
  if (own === undefined) return "unread";
  const json = objectIn(body);
  const sought = soughtIn(json, intent);
  const service = connection.service.withVersion(intent.version);
  for (const each of own) {
    if (hasOtherContent(each, sought)) continue;
    const whole = await service.document(intent.kind, idOf(each)?.id ?? "");
    if (!whole.ok || !isOther(whole.value, sought, json, intent.kind)) return "perhaps-this";
  }
  if (own.length > 0) return "another";
  const other = await numbered(intent.kind === "invoice" ? "credit-note" : "invoice", sending);
  return other !== undefined && other.length > 0 ? "another" : "nobody";
}

/** Returns the documents of a kind that the service lists under the number; undefined if it shows no list. */
async function numbered(kind: DocumentKind, { intent, connection }: SubmissionRequest) {
  const number = intent.documentNumber?.trim() ?? "";
  const service = connection.service.withVersion(intent.version);
  const listed = await service.list(kind, { document_number: number, page: 0, size: mostLooked });
  if (!listed.ok) return undefined;
  return listed.value.content.filter((each) => textNamed(each, "documentNumber")?.trim() === number);
}

function notLookedUp(answer: Refused): Refused {
  const [first, ...more] = answer.problems;
  const hint =
    "The service could not be asked whose number it is. Look for it in the service: if it is this document, do not send it again; only if it is another one, use another number, or none.";
  return { ...answer, problems: [{ ...first, hint }, ...more] };
}

/**
 * Whether it is another document, by supplier and amount, by a text that no service makes of the one sent, or by a note
 * where none was sent.
 */
function isOther(told: JsonObject, sought: Sought, sent: JsonObject, kind: DocumentKind): boolean {
  return (
    hasOtherContent(told, sought) ||
    provesOther(told, compareDocuments(sent, told, kind).differences, sought.amounts) ||
    (hasNote(told) && !hasNote(sent))
  );
}

const hasNote = (document: JsonObject): boolean => (textNamed(document, "note") ?? "").trim() !== "";

function objectIn(body: string): JsonObject {
  const json = parseJson(body);
  return json.ok && isJsonObject(json.value) ? json.value : {};
}

function soughtIn(sent: JsonObject, intent: Intent): Sought {
  return {
    documentNumber: intent.documentNumber,
    trn: intent.supplier.trn,
    amounts: amountsOf(sent, intent.kind),
    echoesNumbers: false,
    buyers: new Set(),
  };
}
