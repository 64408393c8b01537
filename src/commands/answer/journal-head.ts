import type { Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";

/** Returns the journal unless it is new. Creating it would hide from a later run that nothing is known about earlier ones. */
export async function journalIfAny(desk: Desk): Promise<Result<Journal | undefined>> {
  const isNew = await desk.journalIsNew();
  if (!isNew.ok) return isNew;
  return isNew.value ? ok(undefined) : desk.journal();
}

/** Returns the head of a journal as JSON shows it; undefined if the journal cannot be read. */
export async function headOf(journal: Journal): Promise<Report["journal"]> {
  const identity = await journal.identity();
  if (!identity.ok) return undefined;
  const { id, sequence, head } = identity.value;
  return { id, sequence: String(sequence), head };
}

/**
 * Adds the head of the journal to a report, so that it can be noted elsewhere; adds nothing if the journal cannot be
 * read.
 */
export async function withHead(report: Report, journal: Journal): Promise<Report> {
  const head = await headOf(journal);
  return head ? { ...report, journal: head } : report;
}
