import type { StatusEvent } from "../../contract/index.ts";
import type { ReadAnswer } from "../../send/index.ts";
import { type AskService, invoiceStatusUnknown } from "./observe.ts";
import type { Subject } from "./subject.ts";

/** Events of a document, oldest first. */
export type Events = readonly StatusEvent[];

/** The log of the first kind that the service knows. */
export async function readLog(subject: Subject, ask: AskService): Promise<ReadAnswer<Events>> {
  const { kinds, extras, service, id } = subject;
  let last: ReadAnswer<Events> | undefined;
  for (const kind of kinds) {
    if (kind === "invoice" && !extras) continue;
    last = await ask(() => service.logs(kind, id));
    if (last.ok || last.status !== 404) return last;
  }
  return last ?? { ok: false, problems: [invoiceStatusUnknown()], rate: {} };
}
