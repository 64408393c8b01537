import type { Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";

/** Does not create a missing journal: an empty one would look as if nothing had been sent before. */
export async function journalIfAny(desk: Desk): Promise<Result<Journal | undefined>> {
  const isNew = await desk.journalIsNew();
  if (!isNew.ok) return isNew;
  return isNew.value ? ok(undefined) : desk.journal();
}

/** Undefined if the journal cannot be read. */
export async function headOf(journal: Journal): Promise<Report["journal"]> {
  const identity = await journal.identity();
  if (!identity.ok) return undefined;
  const { id, sequence, head } = identity.value;
  return { id, sequence: String(sequence), head };
}

export async function withHead(report: Report, journal: Journal): Promise<Report> {
  const head = await headOf(journal);
  return head ? { ...report, journal: head } : report;
}
