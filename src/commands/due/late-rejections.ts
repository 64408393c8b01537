import { idOf, overallStatusOf } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { JsonObject } from "../../json/index.ts";
import type { Problem } from "../../problem/index.ts";
import { statusName } from "../../states/index.ts";
import { lacking, missingCalls, noteMissing } from "../follow/missing-calls.ts";
import { readDocuments } from "../follow/read-documents.ts";
import { recordListed, type TracedDocument } from "../follow/record-state.ts";

/**
 * Records which documents the service lists as rejected, because a document may still be rejected after its approval.
 * Reads one list for each kind instead of each document. A failure only causes warnings.
 */
export async function recordRejections(
  connection: Connection,
  journal: Journal,
  desk: Desk,
): Promise<readonly Problem[]> {
  const { account, profile } = connection;
  if (!profile.extras) return [];
  const missing = await missingCalls(connection, journal, desk);
  if (!missing.ok) return missing.problems.map((each) => ({ ...each, severity: "warning" }));
  if (missing.value.has("list")) return [lacking(connection)];
  const problems: Problem[] = [];
  const warn = (found: readonly Problem[]): void => {
    problems.push(...found.map((each): Problem => ({ ...each, severity: "warning" })));
  };
  for (const kind of ["invoice", "credit-note"] as const) {
    const keep = (document: JsonObject): boolean => overallStatusOf(document) === statusName.rejected;
    const read = await readDocuments(kind, { status: statusName.rejected }, { keep }, connection, desk);
    if (!read.ok && read.problems[0].code === "not-found") {
      const noted = await noteMissing("list", account, journal, desk);
      if (!noted.ok) warn(noted.problems);
      return [...problems, lacking(connection)];
    }
    if (!read.ok) warn(read.problems);
    const listed: TracedDocument[] = [];
    for (const document of read.ok ? read.value.documents : []) {
      const known = await journal.find(account, idOf(document)?.id ?? "");
      const ours = known.ok ? known.value[0] : undefined;
      if (!known.ok) warn(known.problems);
      if (ours) listed.push({ id: ours.id, document });
    }
    problems.push(...(await recordListed(account, listed, journal)));
  }
  return problems;
}
