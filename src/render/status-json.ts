import { jsonOf, networkFinding, statusLeg } from "../contract/index.ts";
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
    c3: snapshot?.toC3 ? jsonOf(statusLeg, snapshot.toC3) : null,
    c5: snapshot?.toC5 ? jsonOf(statusLeg, snapshot.toC5) : null,
    validation_results: result.findings.map(({ result: found, where }) => ({
      ...jsonOf(networkFinding, found),
      more: Object.fromEntries(found.more),
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
