import type { Connection, ConnectionWords, Desk } from "../../desk/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { statusSays } from "../../render/index.ts";
import { statusName } from "../../states/index.ts";
import { again, look, type Observation } from "../follow/observe.ts";
import { readAgain } from "../follow/read-again.ts";
import { recordState } from "../follow/record-state.ts";
import { snapshotXml } from "../follow/snapshot-xml.ts";
import { findSubject } from "../follow/subject.ts";
import type { PrintedPaper } from "./pressed.ts";

export interface RefreshRequest {
  readonly connection: Connection;
  readonly words: ConnectionWords;
}

/**
 * Adds current data from the service: status, legs, number and UBL. Records the status in the journal. Problems: any
 * problem from finding or reading the document.
 */
export async function paperOfService(
  printed: PrintedPaper,
  id: string,
  { connection, words }: RefreshRequest,
  desk: Desk,
): Promise<Result<PrintedPaper>> {
  const subject = await findSubject(id, { serviceVersion: words.serviceVersion }, connection, desk);
  if (!subject.ok) return subject;
  const seen = await look(subject.value, again(desk), { legs: true });
  if (!seen.ok) return seen;
  await recordState(seen.value, desk);
  const xml = await xmlOf(seen.value, desk);
  if (!xml.ok) return xml;
  const { overallStatus, documentNumber, sides } = seen.value;
  const { paper } = printed;
  const approved = overallStatus === statusName.approved ? undefined : "NOT APPROVED";
  return ok({
    ...printed,
    xml: xml.value ?? printed.xml,
    hasOwnXml: xml.value === undefined,
    paper: {
      ...paper,
      mark: paper.mark === "SANDBOX" ? paper.mark : approved,
      documentNumber: paper.documentNumber ?? documentNumber,
      state: { says: statusSays(overallStatus, sides), at: desk.now().toISOString() },
    },
  });
}

/** Takes the UBL from the status, or fetches the service's own copy of an approved document. */
async function xmlOf(seen: Observation, desk: Desk): Promise<Result<Uint8Array | undefined>> {
  const { subject, kind, snapshot, overallStatus } = seen;
  const held = snapshot ? snapshotXml(snapshot, "document") : ok(undefined);
  if (!held.ok) return held;
  if (held.value?.ending === "xml") return ok(held.value.bytes);
  if (kind === "sales-credit-note" || overallStatus !== statusName.approved) return ok(undefined);
  return readAgain(() => subject.service.xml(kind, subject.id), desk);
}
