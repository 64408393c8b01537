import type { Journal } from "../../journal/index.ts";
import type { Report } from "../../report/index.ts";

/** The head of a journal as JSON shows it; undefined where the journal cannot be read. */
export async function headOf(journal: Journal): Promise<Report["journal"]> {
  const identity = await journal.identity();
  if (!identity.ok) return undefined;
  const { id, sequence, head } = identity.value;
  return { id, sequence: String(sequence), head };
}

/** The report with the head of the journal, for whoever notes it elsewhere; without it where the journal cannot be read. */
export async function withHead(report: Report, journal: Journal): Promise<Report> {
  const head = await headOf(journal);
  return head ? { ...report, journal: head } : report;
}
