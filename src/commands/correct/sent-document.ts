import type { Connection, Desk } from "../../desk/index.ts";
import { stateNow } from "../../journal/index.ts";
import { isJsonObject, parseJson } from "../../json/index.ts";
import { stageOf } from "../../life/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { statusName } from "../../states/index.ts";
import { type Fetched, fetchDocument } from "../follow/fetch-document.ts";
import { again, look } from "../follow/observe.ts";
import { recordState } from "../follow/record-state.ts";
import { findSubject } from "../follow/subject.ts";

/**
 * Fetches the document from the service. If the service does not show documents, a credit note is read from the
 * journal instead, and its status comes from both legs. Problems: any problem from `fetchDocument`.
 */
export async function documentToCorrect(
  asked: string,
  words: { readonly invoice: boolean; readonly serviceVersion: string | undefined },
  connection: Connection,
  desk: Desk,
): Promise<Result<Fetched>> {
  const subject = connection.profile.extras ? undefined : await findSubject(asked, words, connection, desk);
  if (subject && !subject.ok) return subject;
  const created = subject?.value.created;
  const isKnown = created?.kind === "credit-note" || subject?.value.told !== undefined;
  if (subject === undefined || created === undefined || !isKnown) return fetchDocument(asked, words, connection, desk);
  const legs = await look(subject.value, again(desk), { legs: true });
  if (!legs.ok) return legs;
  await recordState(legs.value, desk);
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const { account, id, kind, documentNumber } = created;
  const seen = await journal.value.seen(account, id);
  if (!seen.ok) return seen;
  const past = await journal.value.tries.last("id", id, ({ state }) => state === "created");
  if (!past.ok) return past;
  const text = past.value && (await journal.value.kept(past.value.intent.bodyHash));
  if (text && !text.ok) return text;
  const body = text?.value === undefined ? undefined : parseJson(text.value);
  if (!body?.ok || !isJsonObject(body.value)) return fail(notKept(asked));
  const { state: status } = stateNow(past.value?.result, seen.value);
  const stage = stageOf({ state: "created", status, tellsStatus: false });
  const isFinal = stage === "rejected" || stage === "failed" || stage === "approved";
  const overallStatus = isFinal ? statusName[stage] : undefined;
  const document = { ...body.value, document_number: documentNumber };
  return ok({ subject: subject.value, kind, document, overallStatus, more: [], isUnread: false });
}

function notKept(asked: string) {
  const message = `The service of this profile does not show documents, and the journal does not have what ${asked} said.`;
  return problem("not-found", message, "Copy its file, change it, and name what it corrects there: corrects: NUMBER.");
}
