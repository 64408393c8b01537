import { routeOf, versionHeader } from "../../contract/index.ts";
import { ignoredWords } from "../documents/ignored-fields.ts";
import type { LoggedRequest } from "./request-log.ts";

/** One thing that a client must do, and the requests in which it did not. */
export interface ClientCheck {
  readonly check: "each-document-once" | "looks-before-resending" | "version-header" | "rate-limit" | "known-fields";
  readonly ok: boolean;
  readonly says: string;
  /** Numbers of the requests, from 1. */
  readonly requests: readonly number[];
}

/** What a client did, judged by what was asked of the sandbox. */
export interface ClientVerification {
  readonly ok: boolean;
  /** How many requests were looked at. */
  readonly requests: number;
  readonly checks: readonly ClientCheck[];
}

/** Judges the requests of a client, oldest first. */
export function verifyClient(seen: readonly LoggedRequest[]): ClientVerification {
  const api = seen.filter(({ path }) => path.startsWith("/api/"));
  const checks: ClientCheck[] = [
    said("each-document-once", createdTwice(api), "Each document was created once.", "Created again:"),
    said(
      "looks-before-resending",
      sentBlindly(api),
      "After an answer that left it open, no document was sent again without a look.",
      "Sent again although the first may have been created, without reading a list:",
    ),
    said(
      "version-header",
      api.filter(({ headers }) => !headers[versionHeader.toLowerCase()]).map(({ n }) => n),
      `Every request names its version (${versionHeader}).`,
      `Without ${versionHeader}:`,
    ),
    said(
      "rate-limit",
      api.filter(({ overQuota }) => overQuota).map(({ n }) => n),
      "No request came when the requests of the minute were used up.",
      "Sent although the requests of the minute were used up:",
    ),
    knownFields(api),
  ];
  return { ok: checks.every(({ ok }) => ok), requests: api.length, checks };
}

function said(check: ClientCheck["check"], requests: readonly number[], good: string, bad: string): ClientCheck {
  const ok = requests.length === 0;
  return { check, ok, says: ok ? good : `${bad} request ${requests.slice(0, 20).join(", ")}.`, requests };
}

/** A field that the service does not know is ignored without a word, and with it what it says. */
function knownFields(seen: readonly LoggedRequest[]): ClientCheck {
  const odd = seen.filter(({ ignored }) => ignored.length > 0);
  const named = odd
    .slice(0, 20)
    .flatMap(({ n, ignored }) => ignored.slice(0, 3).map((each) => `${ignoredWords(each)} in request ${n}`));
  return {
    check: "known-fields",
    ok: odd.length === 0,
    says:
      odd.length === 0
        ? "Every field that was sent is known to the service."
        : `Sent fields that the service does not know: ${named.join("; ")}.`,
    requests: odd.map(({ n }) => n),
  };
}

/** Requests that created a content which had been created before. */
function createdTwice(seen: readonly LoggedRequest[]): number[] {
  const known = new Set<string>();
  return seen.flatMap(({ n, content, created }) => {
    if (content === null || created === null) return [];
    if (known.has(content)) return [n];
    known.add(content);
    return [];
  });
}

/** Creates that repeat one whose result the client could not know, with no list read in between. */
function sentBlindly(seen: readonly LoggedRequest[]): number[] {
  const open = new Set<string>();
  const found: number[] = [];
  for (const { n, method, path, status, fault, content } of seen) {
    if (tellsWhatExists(method, path)) open.clear();
    if (method !== "POST" || content === null) continue;
    if (open.has(content)) found.push(n);
    const lost = status === null || fault === "cut" || fault === "garbage" || status >= 500;
    if (lost) open.add(content);
    else open.delete(content);
  }
  return found;
}

/** Whether a request reads which documents there are, as a list or the ids of a day do. */
function tellsWhatExists(method: string, target: string): boolean {
  const route = routeOf(method, target.replace(/\?.*$/, ""));
  return route.found === "endpoint" && "tellsWhatExists" in route.endpoint.definition;
}
