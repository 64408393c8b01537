import type { Past } from "../../journal/index.ts";

/** `not-sent`: the service could not be reached; `no-answer`: no answer arrived; `server-error`: it answered 5xx. */
export type FailureKind = "not-sent" | "no-answer" | "server-error";

export type Told = FailureKind | "answered" | "put-off";

/** Matches messages about an unreachable service or token endpoint. */
const unreached = /cannot be reached|there is no new token\. (?:No answer about|The service answered 5\d\d)/;
/** Matches the message about an interrupted wait. */
const stopped = /selfbill was stopped while waiting/;

/**
 * Returns how the service answered. Uses the original answer; later findings do not change it. Undefined if the attempt
 * is inconclusive: in progress, interrupted, or prevented by an error on this computer.
 */
export function toldBy({ result }: Pick<Past, "result">): Told | undefined {
  if (result === undefined) return undefined;
  const { verdict, status, said } = result;
  if (status === 429) return "put-off";
  if (status !== undefined) return status < 500 ? "answered" : "server-error";
  if (verdict === "in-doubt") return said.some((each) => stopped.test(each)) ? undefined : "no-answer";
  if (verdict === "not-sent") return said.some((each) => unreached.test(each)) ? "not-sent" : undefined;
  return "answered";
}
