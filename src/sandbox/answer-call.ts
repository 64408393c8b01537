import type { Endpoint } from "../contract/index.ts";
import { isJsonObject, type JsonObject, parseJson } from "../json/index.ts";
import { isJsonType } from "./body.ts";
import { ignoredParameters, namingIgnored, unknownParameterSentence } from "./documents/ignored-fields.ts";
import type { Call, Services } from "./endpoint.ts";
import { type DocumentFacts, faultReply, isProcessed } from "./faults.ts";
import { answerFor } from "./handlers/index.ts";
import { Quota, type QuotaState, quotaHeaders } from "./quota.ts";
import { fault500, fieldErrors, message, type Reply } from "./reply.ts";
import { nobody, type Visit, type VisitAnswer } from "./visit.ts";

/**
 * Counts the request, and returns a 429 if the quota is used up. `open` is the endpoint of a call without a token,
 * which has its own quota or none.
 */
export function takeQuota(seen: Visit, open: Endpoint | undefined): Reply | undefined {
  const { quota } = seen.office;
  const own = open?.definition.ownQuota;
  if (open && (own === undefined || quota.limit === 0)) return undefined;
  const state = (open && own !== undefined ? new Quota(quota.database, open.path, own) : quota).take(seen.now);
  seen.quota = quotaHeaders(state);
  return state && !state.allowed ? overQuota(seen, state) : undefined;
}

export async function answerEndpoint(
  seen: Visit,
  endpoint: Endpoint,
  params: Record<string, string>,
  version: string,
): Promise<VisitAnswer> {
  const { settings } = seen.services;
  if (endpoint.definition.phase2 && !settings.phase2) {
    return message(403, "The Peppol status is a Phase 2 feature, which the subscription does not include");
  }
  if (endpoint.method !== "GET") {
    if (settings.strict && !isJsonType(seen.incoming.headers))
      return message(415, "The Content-Type must be application/json");
    const coding = String(seen.incoming.headers["content-encoding"] ?? "identity");
    if (!/^ *(?:identity)? *$/i.test(coding)) {
      return message(400, `The request body is compressed (${coding.slice(0, 40)}); send it as it is`);
    }
    const body = await textOf(seen);
    if (typeof body !== "string") return body;
    const refused = faultOfDocument(seen);
    if (refused) return refused;
  }
  return answerKnown(endpoint, callOf(seen, params, version), seen.services);
}

/** Lists unknown parameters in the answer, or rejects the request if the sandbox is strict. */
async function answerKnown(endpoint: Endpoint, call: Call, services: Services): Promise<Reply> {
  const ignored = ignoredParameters(call.query, endpoint);
  if (services.settings.strict && ignored.length > 0)
    return fieldErrors(new Map(ignored.map((each) => [each.path, unknownParameterSentence(each)])));
  return namingIgnored(await answerFor(endpoint, call, services), ignored);
}

function overQuota(seen: Visit, { resetAt, limit }: QuotaState): Reply {
  if (seen.log) seen.log.overQuota = true;
  const seconds = Math.max(1, Math.ceil((resetAt - seen.now) / 1000));
  return message(429, `Rate limit of ${limit} requests per minute exceeded`, { "Retry-After": String(seconds) });
}

export async function textOf(seen: Visit): Promise<string | VisitAnswer> {
  const read = await seen.incoming.text();
  if (read.ended === "whole") {
    seen.body = read.text;
    return read.text;
  }
  if (read.ended === "lost") return nobody;
  if (read.ended === "too-big") return message(413, "The request payload size must not exceed 8MB");
  return message(400, "The request body cannot be read: it is not UTF-8 text");
}

/** Returns the answer of a queued fault that keeps the request from being carried out; undefined if there is none. */
function faultOfDocument(seen: Visit): Reply | undefined {
  const { faults } = seen.office.controls;
  if (seen.fault !== undefined || !faults.asksForDocuments) return undefined;
  seen.fault = faults.takeFor(seen.method, seen.path, factsOf(seen.body));
  return seen.fault && !isProcessed(seen.fault) ? (faultReply(seen.fault) ?? fault500) : undefined;
}

function factsOf(body: string): DocumentFacts {
  const parsed = parseJson(body);
  const document = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  const groupOf = (holder: JsonObject, name: string): JsonObject => {
    const group = holder[name];
    return isJsonObject(group) ? group : {};
  };
  const party = groupOf(document, "accounting_supplier_party");
  const trn = groupOf(party, "party_tax_scheme").company_id;
  const number = document.document_number;
  return {
    suppliers: [party.tin, trn].filter((each): each is string => typeof each === "string"),
    number: typeof number === "string" ? number : undefined,
  };
}

function callOf({ query, incoming, body }: Visit, params: Record<string, string>, version: string): Call {
  return { params, query, version, headers: incoming.headers, body };
}
