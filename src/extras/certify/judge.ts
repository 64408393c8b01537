import { limits, statusClassOf, versionHeader } from "../../contract/index.ts";
import { isJsonObject, parseJson } from "../../json/index.ts";
import type { ClientCheck, LoggedRequest } from "../../sandbox/index.ts";
import { statusName } from "../../states/index.ts";
import type { Witness } from "./bench.ts";
import type { CertifyCase } from "./case.ts";
import { movedPath } from "./cases-of-addresses.ts";
import { statusesTold, wasTold } from "./told.ts";

/** What a client reports in its last line. */
export interface Claim {
  readonly result: (typeof resultWords)[number];
  readonly id: string | undefined;
  readonly status: string | undefined;
}

export const faultWords = {
  "sent-twice": "The document was created twice.",
  "sent-again-blindly": "It was sent again although it may have been created, without a look.",
  "lost-a-201": "The document was created, and the client says that it was not.",
  "did-not-create": "The service takes the document in this case, and the client does not say that it was created.",
  "did-nothing": "The client sent no document.",
  "claims-too-much": "The client says that the document was created, and it was not, or under another id.",
  "names-no-id": "The client does not name the id that the service told.",
  "names-no-status": "The client does not name the status that the service told.",
  "status-not-told": "The client names a status that is not the last one that the service told.",
  "misread-a-null": "The client names a status that the service did not tell.",
  "came-back-too-early": "A request came before the time that a 429 named was over, or the same one at once.",
  "asks-too-often": `Requests came faster than ${limits.requestsPerMinute} in a minute.`,
  "unknown-parameter": "A request has a parameter or a field that the service does not know and ignores.",
  "no-content-type": "The document was sent without Content-Type: application/json.",
  "no-version": `A request does not name its version (${versionHeader}).`,
  "mixed-versions": `The requests name different versions (${versionHeader}).`,
  "token-followed-redirect": "The token or the document was sent to the address that a redirect named.",
  "says-nothing": "The client ended without its line of JSON, or did not end.",
} as const;

/** An error made by a client. */
export type ClientFault = keyof typeof faultWords;

export const remarkWords = {
  "in-doubt-needlessly":
    "The client is in doubt although an answer that it got tells whether the document was created.",
  "not-supported": "The client says that it cannot do this; the case was not judged.",
} as const;

/** Behaviour that is not wrong but could be better. */
export type ClientRemark = keyof typeof remarkWords;

/** The outcome of a case. */
export interface ClientVerdict {
  readonly faults: readonly ClientFault[];
  readonly remarks: readonly ClientRemark[];
}

export const resultWords = ["created", "not_sent", "refused", "in_doubt", "not_supported"] as const;

/** Reads a client's claim from the last line of its output that is a JSON object with a result. */
export function claimIn(output: string): Claim | undefined {
  for (const line of output.split("\n").reverse()) {
    const read = parseJson(line);
    if (!read.ok || !isJsonObject(read.value)) continue;
    const result = resultWords.find((each) => isJsonObject(read.value) && each === read.value.result);
    if (result === undefined) continue;
    const { id, status } = read.value;
    const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
    return { result, id: text(id), status: text(status) };
  }
  return undefined;
}

/**
 * Returns a client's errors in one case, and a remark, for example if it reported a doubt although it could have known
 * the outcome.
 */
export function judgeClient(one: CertifyCase, witness: Witness, claim: Claim | undefined): ClientVerdict {
  const sent = creates(witness.requests);
  // A client need not support credit notes or resubmission.
  if (claim?.result === "not_supported" && one.asks !== undefined && sent.length === 0)
    return { faults: [], remarks: ["not-supported"] };
  const ids = createdIn(witness);
  const faults = onTheWire(witness, ids);
  const held = one.mayHoldBack && (claim?.result === "not_sent" || claim?.result === "refused");
  if (sent.length === 0 && !held) faults.push("did-nothing");
  if (claim === undefined) return { faults: [...faults, "says-nothing"], remarks: [] };
  if (sent.length > 0) faults.push(...inItsWords(one, ids, claim));
  faults.push(...inItsStatus(one, witness, claim));
  const needless = claim.result === "in_doubt" && !faults.includes("did-not-create") && wasTold(witness.requests, ids);
  return { faults, remarks: needless ? ["in-doubt-needlessly"] : [] };
}

/** Requests that create or replace a document. */
function creates(seen: readonly LoggedRequest[]): LoggedRequest[] {
  return seen.filter(
    ({ method, path }) => (method === "POST" || method === "PUT") && path.startsWith("/api/purchase-"),
  );
}

/**
 * Ids of created documents or, if the task was to resubmit one, of resubmitted documents. An id appears once for each
 * time that its document was created or resubmitted.
 */
function createdIn({ requests, task: { id } }: Witness): string[] {
  return requests.flatMap(({ method, created, answer }) => {
    if (created !== null) return [created];
    return id !== undefined && method === "PUT" && answer.startsWith(`{"id":"${id}"`) ? [id] : [];
  });
}

/** Errors that a client's requests show, regardless of its claim. */
function onTheWire({ requests, verified, leaked }: Witness, ids: readonly string[]): ClientFault[] {
  const found: ClientFault[] = [];
  const failed = (check: ClientCheck["check"]): boolean =>
    verified.checks.some((each) => each.check === check && !each.ok);
  if (ids.length > 1) found.push("sent-twice");
  else if (failed("looks-before-resending")) found.push("sent-again-blindly");
  if (failed("retry-after")) found.push("came-back-too-early");
  if (isTooOften(requests) || failed("polling")) found.push("asks-too-often");
  if (failed("known-fields")) found.push("unknown-parameter");
  if (failed("content-type")) found.push("no-content-type");
  if (failed("version-header")) found.push("no-version");
  const versions = requests.flatMap(({ headers }) => headers[versionHeader.toLowerCase()] ?? []);
  if (new Set(versions).size > 1) found.push("mixed-versions");
  const followed = requests.some(
    ({ path, headers }) => path.startsWith(movedPath) && headers.authorization !== undefined,
  );
  if (leaked || followed) found.push("token-followed-redirect");
  return found;
}

/** Errors in a client's claim about the document. */
function inItsWords(one: CertifyCase, ids: readonly string[], claim: Claim): ClientFault[] {
  const { result, id } = claim;
  if (result === "created") {
    // A document that was created again instead of being replaced has a different id.
    if (ids.length === 0 || (id !== undefined && !ids.includes(id))) return ["claims-too-much"];
    return id === undefined && one.demands !== undefined ? ["names-no-id"] : [];
  }
  if (ids.length > 0 && result !== "in_doubt") return ["lost-a-201"];
  return one.demands === undefined ? [] : ["did-not-create"];
}

/** Errors in a client's claim about the status. If the service gave none, only PENDING is allowed. */
function inItsStatus(one: CertifyCase, { requests }: Witness, { id, status, result }: Claim): ClientFault[] {
  const claimed = /^(?:null|none|unknown)?$/i.test(status ?? "") ? undefined : status?.toUpperCase();
  if (one.statusUnknown) return statusClassOf(claimed) !== "open" ? ["misread-a-null"] : [];
  if (result !== "created" || id === undefined) return [];
  const told = statusesTold(requests, id);
  if (told === undefined) return [];
  const last = told.at(-1);
  if (claimed === undefined) return one.demands === "created-with-status" && last ? ["names-no-status"] : [];
  return claimed === (last ?? statusName.pending) ? [] : ["status-not-told"];
}

function isTooOften(seen: readonly LoggedRequest[]): boolean {
  return seen.some(({ at }, place) => {
    const later = seen[place + limits.requestsPerMinute];
    return later !== undefined && later.at - at < limits.windowMilliseconds;
  });
}
