import type { StatusLog } from "../../contract/index.ts";
import type { ReadAnswer } from "../../send/index.ts";
import { type AskService, invoiceStatusUnknown, isNo, itSays, withSaid } from "./observe.ts";
import { notFound, type Subject } from "./subject.ts";

/** Reads the status log of a document; tries its possible kinds in order. */
export async function readLog(subject: Subject, ask: AskService): Promise<ReadAnswer<StatusLog>> {
  const { kinds, extras, service, id } = subject;
  let last: ReadAnswer<StatusLog> | undefined;
  let no: ReadAnswer<StatusLog> | undefined;
  const said: (string | undefined)[] = [];
  for (const kind of kinds) {
    if (kind === "invoice" && !extras) continue;
    last = await ask(() => service.logs(kind, id));
    if (last.ok || !isNo(last.status)) return last;
    if (last.status !== 404) no ??= last;
    said.push(last.said);
  }
  if (no?.ok === false) return withSaid(no, said);
  if (last?.ok === false && subject.created === undefined && kinds.length > 1) return noLog(subject, last, said);
  return last ?? { ok: false, problems: [invoiceStatusUnknown()], rate: {} };
}

/** Returns the problem for a missing log; it says which kinds were and were not requested. */
function noLog(
  subject: Subject,
  last: ReadAnswer<never> & { readonly ok: false },
  said: readonly (string | undefined)[],
): ReadAnswer<never> {
  const askedAs = subject.extras
    ? "the service has no log of a self-billed credit note or invoice with this id (404)"
    : "the service has no log of a self-billed credit note with this id (404); it gives none of invoices, so none was asked for";
  const hint = "Check the id and the profile. --sales asks for a sales credit note. A log may not be available yet.";
  return { ...last, problems: [notFound(subject, { askedAs, itSays: itSays(said), hint })] };
}
