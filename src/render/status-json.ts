import type { StatusLeg } from "../contract/index.ts";
import type { StatusResult } from "../report/index.ts";
import { problemJson } from "./problem-json.ts";
import { verdictOf } from "./verdict.ts";

/** One document's status for scripts. `snapshot` is the service's own answer without the documents in it. Times are Unix milliseconds. */
export function statusJson(result: StatusResult): Record<string, unknown> {
  const { snapshot } = result;
  const known = result.kind !== undefined;
  return {
    asked: result.asked,
    outcome: result.outcome,
    id: known ? result.id : null,
    kind: result.kind ?? null,
    document_number: result.documentNumber ?? null,
    overall_status: result.overallStatus ?? null,
    tells_overall_status: known ? result.tellsOverall : null,
    verdict: known ? verdictOf(result) : null,
    participant_status: result.sides.participant ?? null,
    fta_status: result.sides.fta ?? null,
    c3: legJson(snapshot?.toC3),
    c5: legJson(snapshot?.toC5),
    validation_results: result.findings.map(({ result: found, where }) => ({
      flag: found.flag ?? null,
      reason_code: found.reasonCode ?? null,
      text: found.text ?? null,
      location: found.location ?? null,
      test: found.test ?? null,
      more: Object.fromEntries(found.more ?? []),
      file: where?.file ?? null,
      line: where?.line ?? null,
      column: where?.column ?? null,
      path: where?.path ?? null,
    })),
    more: Object.fromEntries(result.more ?? []),
    snapshot: snapshot?.raw ?? null,
    rules: result.rules ?? null,
    saved: result.saved,
    problems: result.problems.map(problemJson),
  };
}

function legJson(leg: StatusLeg | undefined): Record<string, unknown> | null {
  if (leg === undefined) return null;
  return {
    status: leg.status ?? null,
    sender_id: leg.senderId ?? null,
    receiver_id: leg.receiverId ?? null,
    doc_type_id: leg.docTypeId ?? null,
    process_id: leg.processId ?? null,
    transmission_uuid: leg.transmissionUuid ?? null,
    transmission_result: leg.transmission?.result ?? null,
    transmission_error: leg.transmission?.failed ?? null,
    mls_code: leg.mls?.code ?? null,
    mls_reason_code: leg.mls?.reasonCode ?? null,
    mls_reason: leg.mls?.reason ?? null,
    mls_received_at: leg.mls?.receivedAt ?? null,
    last_updated: leg.lastUpdated ?? null,
  };
}
