import type { Past } from "../../journal/index.ts";

/** How an attempt failed: nothing was sent, no answer arrived, or the service answered with a server error (5xx). */
export type FailureKind = "not-sent" | "no-answer" | "server-error";

/** What an attempt shows about the service at that time. */
export type Told = FailureKind | "answered" | "put-off";

/** Matches messages about a service, or its token endpoint, that could not be reached. */
const unreached = /cannot be reached|there is no new token\. (?:No answer about|The service answered 5\d\d)/;
/** Matches the message that a person or the system ended the wait. */
const stopped = /selfbill was stopped while waiting/;

/**
 * Returns the evidence that an attempt gives about the service, by its answer at that time; later findings do not change it. Undefined if there is no
 * evidence: the attempt is in progress, its process ended, a person stopped it, or an error on this computer prevented it.
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
