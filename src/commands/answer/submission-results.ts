import type { Prepared } from "../../prepare/index.ts";
import { type Outcome, outcomeOf, type Problem, stoppingOutcome } from "../../problem/index.ts";
import { totalsJson } from "../../render/index.ts";
import type { Report, SubmissionResult } from "../../report/index.ts";

/** Returns the part of a result that describes the document, whatever the outcome. */
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

/** Whether a document must not be sent. */
export function isWrong(prepared: Prepared): boolean {
  return prepared.bodyText === undefined || prepared.problems.some((each) => each.severity === "error");
}

/** Returns the result of a document that was held back. */
export function notSent(prepared: Prepared): SubmissionResult {
  const firstError = prepared.problems.find((each) => each.severity === "error");
  return { ...base(prepared), outcome: isWrong(prepared) ? (firstError?.outcome ?? "invalid") : "not_sent" };
}

/** Builds the report of a run over several documents. */
export function submissionReport(
  results: SubmissionResult[],
  problems: readonly Problem[],
  sandbox: boolean,
  dryRun: boolean,
): Report {
  const judged = results.map((result) => result.outcome);
  // A valid document among invalid ones was not sent, but the exit code is that of the invalid ones.
  const invalid =
    judged.includes("invalid") && judged.every((outcome) => outcome === "invalid" || outcome === "not_sent");
  return {
    outcome: invalid ? "invalid" : outcomeOf(judged),
    sandbox,
    view: { view: "submissions", results, dryRun },
    problems,
  };
}

/** Reports a run that could not continue, before anything was sent. */
export function stopped(problems: readonly Problem[], sandbox = false): Report {
  const view = { view: "submissions", results: [], dryRun: false } as const;
  return { outcome: stoppingOutcome(problems), sandbox, view, problems: problems.map(toldUnsent) };
}

/** Outcomes of failures before sending. Invalid arguments and errors in a document are not among them, because they stop a run earlier. */
const onTheWay: readonly Outcome[] = ["local_state", "auth", "not_sent", "refused"];

/** Adapts a problem that stopped a run before anything was sent. */
export function toldUnsent(found: Problem): Problem {
  return found.severity === "error" && onTheWay.includes(found.outcome) ? unsent(found) : found;
}

/** Adds to a problem the remark that nothing was sent. */
export function unsent(found: Problem): Problem {
  return /(?:nothing was|not) sent/i.test(found.message)
    ? found
    : { ...found, message: `Nothing was sent. ${found.message}` };
}
