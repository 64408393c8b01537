import type { Past } from "../../journal/index.ts";

/** How an attempt failed: nothing left this computer, nothing came back, or the service answered with an error of its own (5xx). */
export type FailureKind = "not-sent" | "no-answer" | "server-error";

/** What an attempt tells of the service while it lasted. */
export type Told = FailureKind | "answered" | "put-off";

/** What was said of a service, or of its sign-in, that could not be reached. */
const unreached = /cannot be reached|there is no new token\. (?:No answer about|The service answered 5\d\d)/;
/** What was said when a person or the system ended the wait. */
const stopped = /selfbill was stopped while waiting/;

/**
 * What an attempt tells of the service, by what came back then: whatever was found out later changes nothing about it. Undefined where it tells
 * nothing: it is under way, its process ended, a person stopped it, or something on this computer kept it back.
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
