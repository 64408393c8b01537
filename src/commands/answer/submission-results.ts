import type { Prepared } from "../../prepare/index.ts";
import { type Outcome, outcomeOf, type Problem, stoppingOutcome } from "../../problem/index.ts";
import { totalsJson } from "../../render/index.ts";
import type { Report, SubmissionResult } from "../../report/index.ts";

export function base(prepared: Prepared): Omit<SubmissionResult, "outcome"> {
  const supplier = prepared.document?.accounting_supplier_party;
  return {
    file: prepared.file,
    kind: prepared.kind,
    documentNumber: prepared.document?.document_number,
    supplier: supplier && {
      name: supplier.party_name ?? supplier.name ?? "",
      trn: supplier.party_tax_scheme?.company_id ?? "",
    },
    currency: prepared.calculation?.currency,
    totals: prepared.calculation && totalsJson(prepared.calculation.totals),
    rules: prepared.chosen && { edition: prepared.chosen.edition.id, hash: prepared.chosen.ruleSet.hash },
    problems: prepared.problems,
  };
}

/** True if errors prevent sending. */
export function isWrong(prepared: Prepared): boolean {
  return prepared.bodyText === undefined || prepared.problems.some((each) => each.severity === "error");
}

export function notSent(prepared: Prepared): SubmissionResult {
  const firstError = prepared.problems.find((each) => each.severity === "error");
  return { ...base(prepared), outcome: isWrong(prepared) ? (firstError?.outcome ?? "invalid") : "not_sent" };
}

export function submissionReport(
  results: SubmissionResult[],
  problems: readonly Problem[],
  sandbox: boolean,
  dryRun: boolean,
): Report {
  const judged = results.map((result) => result.outcome);
  const invalid =
    judged.includes("invalid") && judged.every((outcome) => outcome === "invalid" || outcome === "not_sent");
  return {
    outcome: invalid ? "invalid" : outcomeOf(judged),
    sandbox,
    view: { view: "submissions", results, dryRun },
    problems,
  };
}

export function stopped(problems: readonly Problem[], sandbox = false): Report {
  const view = { view: "submissions", results: [], dryRun: false } as const;
  return { outcome: stoppingOutcome(problems), sandbox, view, problems: problems.map(toldUnsent) };
}

/**
 * Outcomes of failures that occur before sending. Those for invalid arguments and documents are not included, because
 * they stop a run earlier.
 */
const onTheWay: readonly Outcome[] = ["local_state", "auth", "not_sent", "refused"];

export function toldUnsent(found: Problem): Problem {
  return found.severity === "error" && onTheWay.includes(found.outcome) ? unsent(found) : found;
}

export function unsent(found: Problem): Problem {
  return /(?:nothing was|not) sent/i.test(found.message)
    ? found
    : { ...found, message: `Nothing was sent. ${found.message}` };
}
