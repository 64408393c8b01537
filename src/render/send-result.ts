import type { SubmissionResult } from "../report/index.ts";

export type SendResult = "created" | "not_sent" | "refused" | "in_doubt";

type Judged = Pick<SubmissionResult, "outcome" | "id" | "refused" | "notLookedUp" | "problems">;

/**
 * Returns the result of sending; undefined if unknown: another process is sending the document, or the journal cannot
 * be read.
 */
export function sendResultOf(result: Judged): SendResult | undefined {
  const { outcome, id, refused, notLookedUp } = result;
  if (notLookedUp || isBeingSent(result)) return undefined;
  if (outcome === "in_doubt" && !isHeldByDoubt(result)) return "in_doubt";
  if (refused) return "refused";
  return id === undefined ? "not_sent" : "created";
}

/** Whether this document was not sent because another document is in doubt. */
export function isHeldByDoubt({ problems }: Pick<SubmissionResult, "problems">): boolean {
  return problems.some(({ code }) => code === "number-open" || code === "correction-open");
}

export function isBeingSent({ problems }: Pick<SubmissionResult, "problems">): boolean {
  return problems.some(({ code, severity }) => code === "being-sent" && severity === "error");
}
