import type { Journal } from "../journal/index.ts";
import type { Report } from "../render/index.ts";

/** The report with the head of the journal, for whoever notes it elsewhere; without it where the journal cannot be read. */
export async function withHead(report: Report, journal: Journal): Promise<Report> {
  const identity = await journal.identity();
  if (!identity.ok) return report;
  const { id, sequence, head } = identity.value;
  return { ...report, journal: { id, sequence: String(sequence), head } };
}
