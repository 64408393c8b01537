import type { LoggedRequest } from "../../sandbox/index.ts";
import type { Claim } from "./judge.ts";
import type { Ended } from "./run-client.ts";

/** A client's request, without its headers and body. */
export interface TracedRequest {
  /** Milliseconds after the client's first request. */
  readonly after: number;
  readonly method: string;
  readonly path: string;
  /** Null if the connection ended without an answer. */
  readonly status: number | null;
  readonly fault: string | null;
  readonly created: string | null;
}

/** A client's requests and claim in a case, in enough detail to explain the verdict. */
export interface CaseTrace {
  readonly requests: readonly TracedRequest[];
  readonly claim: Claim | undefined;
  /** Undefined if the user runs the client. */
  readonly ended: Omit<Ended, "output"> | undefined;
}

export function traceOf(requests: readonly LoggedRequest[]): readonly TracedRequest[] {
  const [first] = requests;
  return requests.map(({ at, method, path, status, fault, created }) => ({
    after: first === undefined ? 0 : at - first.at,
    method,
    path,
    status,
    fault,
    created,
  }));
}

/** Maximum number of requests shown per case. */
const mostShown = 20;

/** The requests, how the client ended, and its last output. */
export function traceLines({ requests, claim, ended }: CaseTrace): string[] {
  const left = requests.length - mostShown;
  const status = claim?.status === undefined ? "" : `, status ${claim.status}`;
  const id = claim?.id === undefined ? "" : `, id ${claim.id}`;
  return [
    ...requests.slice(0, mostShown).map(requestLine),
    ...(left > 0 ? [`… and ${left} more requests`] : []),
    claim === undefined ? "The client did not say what happened." : `The client says: ${claim.result}${id}${status}`,
    ...(ended === undefined ? [] : [endLine(ended), ...ended.lastWords.map((each) => `stderr: ${each}`)]),
  ];
}

function requestLine({ after, method, path, status, fault, created }: TracedRequest): string {
  const met = fault === null ? "" : ` (fault: ${fault})`;
  const made = created === null ? "" : `, created ${created}`;
  return `+${(after / 1000).toFixed(2)} s ${method} ${path} → ${status ?? "no answer"}${met}${made}`;
}

function endLine({ exitCode, timedOut }: Omit<Ended, "output">): string {
  if (timedOut) return "The client did not end in time and was stopped.";
  return exitCode === null ? "A signal ended the client." : `The client ended with exit code ${exitCode}.`;
}
