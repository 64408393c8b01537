import { limits, routeOf, versionHeader } from "../../contract/index.ts";
import { isJsonType } from "../body.ts";
import { ignoredWords } from "../documents/ignored-fields.ts";
import type { LoggedRequest, RequestLog } from "./request-log.ts";
import { sentAgain } from "./sent-again.ts";

/** A rule for clients, and the requests that broke it. */
export interface ClientCheck {
  readonly check: (typeof checks)[number]["check"];
  readonly ok: boolean;
  readonly says: string;
  /** Request numbers, starting at 1. */
  readonly requests: readonly number[];
}

export interface ClientVerification {
  readonly ok: boolean;
  /** One sentence per failed check. */
  readonly problems: readonly string[];
  /** Number of requests examined. */
  readonly requests: number;
  readonly checks: readonly ClientCheck[];
}

interface Asked {
  readonly seen: LoggedRequest;
  /** The document named in the path. */
  readonly id: string | undefined;
}

/**
 * A request that broke a rule. `more` adds to the check's sentence; `sentence` replaces it if another request is
 * involved.
 */
interface Wrong {
  readonly seen: LoggedRequest;
  readonly more?: string;
  readonly sentence?: string;
}

interface Check {
  readonly check: string;
  readonly good: string;
  /** The beginning of a sentence; the request numbers follow. */
  readonly bad: string;
  readonly wrong: (asked: readonly Asked[]) => readonly Wrong[];
}

/** Number of consecutive reads of one document that may come faster than the per-minute limit allows. */
const patience = 10;

/** The rules of contract §1, plus the rule that the same document is never created twice. */
const checks = [
  { check: "each-document-once", good: "Each document was created once.", bad: "Created again", wrong: createdTwice },
  {
    check: "looks-before-resending",
    good: "After an answer that left it open, no document was sent again without a look.",
    bad: "Sent again",
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

/**
 * Checks the requests against the rules. For requests after a restored snapshot, the requests whose effects it undid do
 * not count.
 */
export function verifyClient(log: Pick<RequestLog, "stories">): ClientVerification {
  const stories = log.stories().map(({ before, since }) => ({ before: askedIn(before), since: askedIn(since) }));
  const judged = checks.map(({ check, good, bad, wrong }): ClientCheck => {
    const found = stories.flatMap(({ before, since }) => {
      const first = since[0]?.seen.n ?? Number.POSITIVE_INFINITY;
      return wrong([...before, ...since]).filter(({ seen }) => seen.n >= first);
    });
    const ok = found.length === 0;
    return { check, ok, says: ok ? good : told(bad, found), requests: found.map(({ seen }) => seen.n) };
  });
  const problems = judged.flatMap(({ ok, says }) => (ok ? [] : [says]));
  const requests = stories.reduce((sum, { since }) => sum + since.length, 0);
  return { ok: problems.length === 0, problems, requests, checks: judged };
}

const askedIn = (requests: readonly LoggedRequest[]): Asked[] =>
  requests.filter(({ path }) => path.startsWith("/api/")).map(askedBy);

function askedBy(seen: LoggedRequest): Asked {
  const route = routeOf(seen.method, seen.path.replace(/\?.*$/, ""));
  return { seen, id: route.found === "endpoint" ? route.params.id : undefined };
}

const mostNamed = 5;

/** Lists a limited number of requests and says how many more there are. */
function told(bad: string, found: readonly Wrong[]): string {
  const left = found.length - mostNamed;
  const some = found.slice(0, mostNamed);
  const sentences = some.flatMap(({ sentence }) => sentence ?? []);
  if (sentences.length > 0) return [...sentences, ...(left > 0 ? [`So do ${left} more.`] : [])].join(" ");
  const words = some.map(
    ({ seen: { n, method, path }, more }) => `request ${n} (${method} ${path})${more ? `: ${more}` : ""}`,
  );
  return `${bad}: ${[...words, ...(left > 0 ? [`and ${left} more`] : [])].join("; ")}.`;
}

const versionOf = ({ headers }: LoggedRequest): string | undefined => headers[versionHeader.toLowerCase()] || undefined;
const sends = ({ method }: LoggedRequest): boolean => method === "POST" || method === "PUT";

const renumberedWords = (renumbered: boolean): string => (renumbered ? ", under another number," : "");

/**
 * Requests that created a document again, under the same number, or under another number if the client could not know
 * about the first.
 */
function createdTwice(asked: readonly Asked[]): Wrong[] {
  const known = new Map<string, LoggedRequest>();
  const repeated = new Map(sentAgain(asked.map(({ seen }) => seen)).map(({ seen, earlier }) => [seen, earlier]));
  return asked.flatMap(({ seen }) => {
    const { content, created, n } = seen;
    if (content === null || created === null) return [];
    const open = repeated.get(seen)?.findLast((each) => each.seen.created !== null && !(each.shown && each.renumbered));
    const same = known.get(content);
    const before = same ?? open?.seen;
    known.set(content, seen);
    if (before === undefined) return [];
    const how = renumberedWords(same === undefined && open?.renumbered === true);
    return [{ seen, sentence: `Request ${n} created again${how} what request ${before.n} had created.` }];
  });
}

/**
 * Returns create requests that repeat one with an unknown result, although the client had not read a list that would
 * show the document, or had read one that did show it.
 */
function sentBlindly(asked: readonly Asked[]): Wrong[] {
  return sentAgain(asked.map(({ seen }) => seen)).flatMap(({ seen, earlier }) => {
    const before = earlier.findLast(({ looked, shown, renumbered }) => !looked || (shown && !renumbered));
    if (before === undefined) return [];
    const again = `Request ${seen.n} sends again${renumberedWords(before.renumbered)} what request ${before.seen.n}`;
    const sentence = before.shown
      ? `${again} created, although a list showed it.`
      : `${again} may have created; look it up first.`;
    return [{ seen, sentence }];
  });
}

/**
 * Requests whose version differs from that of the document's first request; a missing version is a separate error.
 */
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

/** Milliseconds within which requests count as simultaneous; timers may run ahead of clocks by that much. */
const atOnce = 100;
/** Milliseconds after a 429 during which requests that were already on their way may arrive. */
const underWay = 1000;

/**
 * Requests sent earlier than an answer allowed: any request after a 429, but only the same request after any other
 * answer with Retry-After.
 */
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

/** Reads of one document that came faster than the overall request limit allows. */
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
