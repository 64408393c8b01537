import { cutShort, isFatal, statusClassOf, type ToldStatus } from "../contract/index.ts";
import type { DocumentKind } from "../document/index.ts";
import type { AttemptResult } from "../journal/index.ts";
import { type Outcome, type Problem, problem, suggest } from "../problem/index.ts";
import { overallState, statusName } from "../states/index.ts";

/** Maximum number of findings that the journal keeps of one answer, and of characters of each text. */
const mostFindings = 200;
const longestText = 2_000;

/** Returns what the journal keeps of the status in an answer: everything, unless the service sends thousands of findings. */
export function keptStatus({ overallStatus, sides, findings }: ToldStatus): Partial<AttemptResult> {
  const hasSides = sides.participant !== undefined || sides.fta !== undefined;
  const kept = findings.slice(0, mostFindings).map(({ more, ...texts }) => ({
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([name, text]) =>
        text === undefined ? [] : [[name, cutShort(text, longestText)]],
      ),
    ),
    more,
  }));
  return { overallStatus, ...(hasSides ? { sides } : {}), ...(kept.length === 0 ? {} : { findings: kept }) };
}

/**
 * Whether the document exists but was refused by Peppol. Without an overall status, a fatal finding decides (Decision
 * 161).
 */
export function isRefusedByPeppol({
  overallStatus,
  findings,
}: Pick<ToldStatus, "overallStatus" | "findings">): boolean {
  return statusClassOf(overallStatus) === "bad" || (overallStatus === undefined && findings.some(isFatal));
}

export function outcomeTold(told: Pick<ToldStatus, "overallStatus" | "findings">): Outcome {
  return isRefusedByPeppol(told) ? "rejected" : "done";
}

interface Named {
  readonly called: string;
  readonly kind: DocumentKind;
  /** Whether the service can replace a document, by a call beyond the six of its description. */
  readonly resubmits: boolean;
  /** Whether an earlier run created it, so that this one sent nothing. */
  readonly replayed?: boolean;
}

/** Returns the error for a document that exists and was refused by Peppol; undefined for any other document. */
export function refusedByPeppol(
  told: Pick<ToldStatus, "overallStatus" | "findings">,
  named: Named,
): Problem | undefined {
  if (!isRefusedByPeppol(told)) return undefined;
  const { called, kind, resubmits, replayed } = named;
  const isRejected = overallState(told.overallStatus)?.stage === "rejected";
  const status = told.overallStatus ?? "a fatal finding";
  const did = isRejected
    ? `it was rejected (${status}); this is final`
    : `it failed the Peppol validation (${status}) and was not delivered`;
  const idle = kind === "credit-note" ? ", so it takes back nothing" : "";
  const message = replayed
    ? `Nothing was sent: this document exists as ${called}, and ${did}${idle}.`
    : `The document exists as ${called}, but ${did}${idle}.`;
  return problem("peppol-refused", message, remedyOf(called, isRejected, resubmits));
}

function remedyOf(called: string, isRejected: boolean, resubmits: boolean): string {
  if (!isRejected && resubmits) return `Correct its file, then: ${suggest`resubmit ${called}`}`;
  return `Write its corrected copy, which is a new document: ${suggest`correct ${called}`}`;
}

/** Warns about a fatal finding of a document that the service calls approved: only the service can say which holds. */
export function approvedInSpite({ overallStatus, findings }: ToldStatus, called: string): Problem[] {
  if (overallStatus !== statusName.approved || !findings.some(isFatal)) return [];
  const message = `The service says ${overallStatus} of ${called}, but also tells a fatal finding.`;
  return [
    problem("status-unknown", message, "Ask the service which holds before you count on it.", { severity: "warning" }),
  ];
}
