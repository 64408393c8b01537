import { limits, routeOf, versionHeader } from "../../contract/index.ts";
import { isJsonObject, parseJson } from "../../json/index.ts";
import { isJsonType } from "../body.ts";
import { ignoredWords } from "../documents/ignored-fields.ts";
import { arrivesWhole } from "../faults.ts";
import type { LoggedRequest } from "./request-log.ts";

/** One thing that a client must do, and the requests in which it did not. */
export interface ClientCheck {
  readonly check: (typeof checks)[number]["check"];
  readonly ok: boolean;
  readonly says: string;
  /** Numbers of the requests, from 1. */
  readonly requests: readonly number[];
}

/** What a client did, judged by what was asked of the sandbox. */
export interface ClientVerification {
  readonly ok: boolean;
  /** A sentence for each check that failed. */
  readonly problems: readonly string[];
  /** How many requests were looked at. */
  readonly requests: number;
  readonly checks: readonly ClientCheck[];
}

/** A request of a client, and what it asked for. */
interface Asked {
  readonly seen: LoggedRequest;
  /** The document that it names in its path. */
  readonly id: string | undefined;
  /** Whether it reads which documents there are, as a list or the ids of a day do. */
  readonly looks: boolean;
}

/** A request that was wrong, with what else is to be said of it. */
interface Wrong {
  readonly seen: LoggedRequest;
  readonly more?: string;
}

interface Check {
  readonly check: string;
  readonly good: string;
  readonly bad: string;
  readonly wrong: (asked: readonly Asked[]) => readonly Wrong[];
}

/** So many reads of one document in a row may be faster than a minute's requests allow. */
const patience = 10;

/** What each client must do: contract §1, and never the same document twice. */
const checks = [
  { check: "each-document-once", good: "Each document was created once.", bad: "Created again", wrong: createdTwice },
  {
    check: "looks-before-resending",
    good: "After an answer that left it open, no document was sent again without a look.",
    bad: "Sent again although the first may have been created, and no list was read that does not have it",
    wrong: sentBlindly,
  },
  {
    check: "version-header",
    good: `Every request names its version (${versionHeader}).`,
    bad: `Without ${versionHeader}`,
    wrong: (asked) => asked.filter(({ seen }) => versionOf(seen) === undefined),
  },
  {
    check: "one-version",
    good: `All requests about a document name the same version (${versionHeader}).`,
    bad: `Another version (${versionHeader}) than the requests before it about the same document`,
    wrong: mixedVersions,
  },
  {
    check: "content-type",
    good: "Every document was announced as JSON (Content-Type).",
    bad: "Documents without Content-Type: application/json",
    wrong: (asked) => asked.filter(({ seen }) => sends(seen) && !isJsonType(seen.headers)),
  },
  {
    check: "retry-after",
    good: "After a 429, no request came before its time was over (Retry-After).",
    bad: "Sent before the time that an answer named was over (Retry-After), or again at once after a 429 that named none",
    wrong: tooSoon,
  },
  {
    check: "rate-limit",
    good: "No request came when the requests of the minute were used up.",
    bad: "Sent although the requests of the minute were used up",
    wrong: (asked) => asked.filter(({ seen }) => seen.overQuota),
  },
  {
    check: "polling",
    good: `No document was read faster than all requests together may come (${limits.requestsPerMinute} a minute).`,
    bad: `A document was read again and again, faster than all requests together may come (${limits.requestsPerMinute} a minute)`,
    wrong: polledFast,
  },
  {
    check: "known-fields",
    good: "Every field and parameter that was sent is known to the service.",
    bad: "Sent fields or parameters that the service does not know",
    wrong: (asked) =>
      asked.flatMap(({ seen }) => {
        const more = seen.ignored.slice(0, 3).map(ignoredWords).join(", ");
        return more === "" ? [] : [{ seen, more }];
      }),
  },
] as const satisfies readonly Check[];

export const checkNames = checks.map(({ check }) => check);

/** Judges the requests of a client, oldest first. */
export function verifyClient(all: readonly LoggedRequest[]): ClientVerification {
  const asked = all.filter(({ path }) => path.startsWith("/api/")).map(askedBy);
  const judged = checks.map(({ check, good, bad, wrong }): ClientCheck => {
    const found = wrong(asked);
    const ok = found.length === 0;
    return { check, ok, says: ok ? good : `${bad}: ${named(found)}.`, requests: found.map(({ seen }) => seen.n) };
  });
  const problems = judged.flatMap(({ ok, says }) => (ok ? [] : [says]));
  return { ok: problems.length === 0, problems, requests: asked.length, checks: judged };
}

function askedBy(seen: LoggedRequest): Asked {
  const route = routeOf(seen.method, seen.path.replace(/\?.*$/, ""));
  if (route.found !== "endpoint") return { seen, id: undefined, looks: false };
  return { seen, id: route.params.id, looks: "tellsWhatExists" in route.endpoint.definition };
}

const mostNamed = 5;

function named(found: readonly Wrong[]): string {
  const words = found
    .slice(0, mostNamed)
    .map(({ seen: { n, method, path }, more }) => `request ${n} (${method} ${path})${more ? `: ${more}` : ""}`);
  return [...words, ...(found.length > mostNamed ? [`and ${found.length - mostNamed} more`] : [])].join("; ");
}

const versionOf = ({ headers }: LoggedRequest): string | undefined => headers[versionHeader.toLowerCase()] || undefined;
const sends = ({ method }: LoggedRequest): boolean => method === "POST" || method === "PUT";

/** Requests that created a content which had been created before. */
function createdTwice(asked: readonly Asked[]): Wrong[] {
  const known = new Set<string>();
  return asked.filter(({ seen: { content, created } }) => {
    if (content === null || created === null) return false;
    const again = known.has(content);
    known.add(content);
    return again;
  });
}

/** What may exist since an answer left it open: its id where it does, and what the lists that were read since said. */
interface Open {
  readonly created: string | null;
  looked: boolean;
  shown: boolean;
}

/** Creates that repeat one whose result the client could not know, without a list in between, or although a list showed it. */
function sentBlindly(asked: readonly Asked[]): Wrong[] {
  const open = new Map<string, Open>();
  return asked.filter(({ seen, looks }) => {
    if (looks && open.size > 0 && isReadable(seen)) {
      for (const each of open.values()) {
        each.looked = true;
        each.shown ||= each.created !== null && seen.answer.includes(each.created);
      }
    }
    const { method, content, created } = seen;
    if (method !== "POST" || content === null) return false;
    const before = open.get(content);
    if (isOpen(seen)) open.set(content, { created: created ?? before?.created ?? null, looked: false, shown: false });
    else open.delete(content);
    return before !== undefined && (!before.looked || before.shown);
  });
}

/** Whether an answer leaves open what came of a create: only a refusal and a created document say it. */
function isOpen({ status, fault }: LoggedRequest): boolean {
  if (status === null || !arrivesWhole(fault)) return true;
  if (status === 201) return fault !== null;
  return status < 400 || status === 408 || status >= 500;
}

/** Whether a list arrived that can be read. One that was ordered in its place may be anything. */
function isReadable({ status, fault, answer }: LoggedRequest): boolean {
  if (status !== 200 || !arrivesWhole(fault)) return false;
  if (fault !== "status" && fault !== "not-json") return true;
  const read = parseJson(answer);
  return read.ok && isJsonObject(read.value) && Array.isArray(read.value.content);
}

/** Requests about a document with another version than the first one about it; one without a version is another fault. */
function mixedVersions(asked: readonly Asked[]): Wrong[] {
  const versions = new Map<string, string>();
  return asked.flatMap(({ seen, id }) => {
    const version = versionOf(seen);
    if (version === undefined) return [];
    const names = [id, seen.created, seen.content].filter((each) => each !== undefined && each !== null);
    const first = names.map((name) => versions.get(name)).find((each) => each !== undefined) ?? version;
    for (const name of names) versions.set(name, first);
    return first === version ? [] : [{ seen, more: `${version} after ${first}` }];
  });
}

/** In milliseconds. What comes so soon comes at once, and timers may run ahead of clocks by as much. */
const atOnce = 100;
/** In milliseconds: so long after a 429 other requests may come that were under way when it was answered. */
const underWay = 1000;

/** Requests that came before an answer allowed it: none after a 429, not the same one after another answer with Retry-After. */
function tooSoon(asked: readonly Asked[]): Wrong[] {
  let stop: LoggedRequest | undefined;
  const end = ({ at, awayUntil }: LoggedRequest): number => (awayUntil === null ? at + atOnce : awayUntil - atOnce);
  return asked.flatMap(({ seen }) => {
    const before = stop;
    if ((seen.status === 429 || seen.awayUntil !== null) && (before === undefined || end(seen) > end(before)))
      stop = seen;
    if (before === undefined || seen.at < before.at || seen.at >= end(before)) return [];
    const again = (["method", "path", "content"] as const).every((name) => seen[name] === before[name]);
    if (!again && (before.status !== 429 || seen.at < before.at + underWay)) return [];
    if (before.awayUntil === null) return [{ seen, more: "at once" }];
    const passed = Math.floor((seen.at - before.at) / 100) / 10;
    return [{ seen, more: `after ${passed} of ${Math.ceil((before.awayUntil - before.at) / 1000)} seconds` }];
  });
}

/** Reads of one document that came faster than all requests together may come. */
function polledFast(asked: readonly Asked[]): Wrong[] {
  const shortest = (patience * limits.windowMilliseconds) / limits.requestsPerMinute;
  const reads = new Map<string, LoggedRequest[]>();
  return asked.filter(({ seen, id }) => {
    if (id === undefined || seen.method !== "GET") return false;
    const earlier = reads.get(seen.path) ?? [];
    reads.set(seen.path, earlier);
    earlier.push(seen);
    const far = earlier.at(-1 - patience);
    return far !== undefined && seen.at >= far.at && seen.at - far.at < shortest;
  });
}
