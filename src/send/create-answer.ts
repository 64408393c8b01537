import { cutShort, documentWithin, type IdType, idOf } from "../contract/index.ts";
import { isJsonObject, type JsonObject, parseCut, parseJson } from "../json/index.ts";
import { type Problem, problem, suggest } from "../problem/index.ts";
import { hintNotConnected, whyLost, whyNotConnected } from "./in-words.ts";
import { type RateLimit, rateLimitOf, waitAfter } from "./rate-limit.ts";
import { redacted, redactedBody } from "./redact.ts";
import { refusalProblems, seconds, tokenRefused, whereTo } from "./refusal.ts";
import { allSaid, type FieldError, namesField, type ServiceErrors, serviceErrors } from "./service-errors.ts";
import type { Exchange } from "./wire.ts";

type Problems = readonly [Problem, ...Problem[]];

/**
 * Exactly one of these is true: the document exists and its id is known; the service refused it and created nothing;
 * nothing was sent; or the document may exist and must not be sent again without confirmation.
 */
export type CreateAnswer = Verdict & {
  /** The service's clock minus this computer's, in milliseconds; absent if the answer did not state a time. */
  readonly clockAhead?: number | undefined;
};

type Verdict =
  | {
      readonly verdict: "created";
      readonly id: string;
      readonly idType?: IdType;
      readonly document: JsonObject;
      /** The body as received, without the token. */
      readonly body: string;
      readonly status: number;
      readonly rate: RateLimit;
      readonly problems: readonly Problem[];
    }
  | {
      readonly verdict: "refused";
      readonly status: number;
      readonly fieldErrors: readonly FieldError[];
      /** The body as received, without the token, at most 50,000 characters; absent if there was none. */
      readonly body?: string | undefined;
      readonly rate: RateLimit;
      /** The first problem determines the outcome: service-refused, token-refused, number-taken or base-url-moved. */
      readonly problems: Problems;
    }
  | {
      readonly verdict: "not-sent";
      /** 429 if the service itself postponed the request. */
      readonly status?: 429 | undefined;
      readonly rate: RateLimit;
      readonly problems: Problems;
    }
  | {
      readonly verdict: "in-doubt";
      readonly status?: number | undefined;
      /** The part of the body that arrived, without the token, at most 4,000 characters. */
      readonly partialBody?: string | undefined;
      readonly rate: RateLimit;
      readonly problems: Problems;
    };

/** Facts about the request that the classification needs. */
export interface Sent {
  readonly origin: string;
  readonly token: string;
  readonly tokenVariable?: string | undefined;
  /** The success status of this call. */
  readonly success: 200 | 201;
  /** Only if the body had a document number can a complaint about it mean that the number is taken. */
  readonly hasDocumentNumber: () => boolean;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Statuses of refusals that created nothing. Any status not handled here or below leaves doubt. */
const refusals = new Set([400, 404, 405, 413, 415, 422]);
const moves = new Set([301, 307, 308]);

/** Maximum number of characters that are kept of a refusal: a gateway's error page may be long without saying more. */
const longestRefusal = 50_000;
/** Members that only descriptions of errors have, so that an `id` beside them is the error's own. */
const errorMembers = ["type", "title", "code", "timestamp", "trace_id"];
/** Maximum number of characters that are shown of a doubtful answer. */
const longestSaid = 1_000;

/**
 * Classifies the outcome of a create request, relying only on facts that are certain. Source: rows 9–14 of the failure
 * matrix; Decisions 32, 33.
 */
export function classifyCreate(exchange: Exchange, sent: Sent): CreateAnswer {
  const { status } = exchange;
  const rate = rateLimitOf(exchange.headers, sent.now);
  if (!exchange.armed) return { verdict: "not-sent", rate, problems: [notSent(exchange, sent)] };
  if (status === sent.success) return success(exchange, sent, rate);
  if (status === undefined) return inDoubt(exchange, sent, rate);
  const refused = { verdict: "refused", status, fieldErrors: [], rate, ...bodyOf(exchange, sent) } as const;
  if (moves.has(status)) return { ...refused, problems: [moved(exchange, sent)] };
  if (status === 401 || status === 403)
    return { ...refused, problems: [tokenRefused(status, allSaid(errorsOf(exchange, sent)), sent)] };
  if (status === 429 && exchange.complete) {
    return { verdict: "not-sent", status, rate, problems: [putOff(rate, sent, allSaid(errorsOf(exchange, sent)))] };
  }
  const errors = errorsOf(exchange, sent);
  const numberTaken =
    (status === 400 || status === 409) && namesField(errors, "document_number") && sent.hasDocumentNumber();
  // A refusal that names a document by its id may have come after the document was created; a replacement knows its id.
  const isDoubtful = sent.success === 201 && namesDocument(exchange);
  if ((!refusals.has(status) && !numberTaken) || isDoubtful) return inDoubt(exchange, sent, rate);
  return { ...refused, fieldErrors: errors.fields, problems: refusalProblems(status, errors, numberTaken) };
}

/**
 * Classifies an answer with the success status as created if its body contains a usable id and is either complete or
 * too long to be read in full.
 */
function success(exchange: Exchange, sent: Sent, rate: RateLimit): CreateAnswer {
  const body = textOf(exchange.body);
  const tooLong = exchange.failure?.kind === "too-big";
  const document = tooLong ? parseCut(body) : exchange.complete ? documentIn(body) : undefined;
  const answered = document && idOf(document);
  if (document && answered) {
    const kept = redactedBody(body, sent.token);
    const problems = tooLong ? [answerTooLong(answered.id)] : [];
    const shown = (kept === body ? document : tooLong ? parseCut(kept) : documentIn(kept)) ?? document;
    return { verdict: "created", ...answered, document: shown, body: kept, status: sent.success, rate, problems };
  }
  return inDoubt(exchange, sent, rate);
}

/** Returns the object itself if it has an id, otherwise the document inside a wrapper. */
function documentIn(body: string): JsonObject | undefined {
  const object = objectIn(body);
  return object && idOf(object) === undefined ? documentWithin(object).document : object;
}

function namesDocument({ body }: Exchange): boolean {
  const document = documentIn(textOf(body));
  return document !== undefined && idOf(document) !== undefined && !errorMembers.some((name) => name in document);
}

function objectIn(body: string): JsonObject | undefined {
  const json = parseJson(body);
  return json.ok && isJsonObject(json.value) ? json.value : undefined;
}

function answerTooLong(id: string): Problem {
  const message = `The document exists as ${id}, but the service's answer was too long to be read: its totals were not compared.`;
  const hint = `Check it before you pay or book it: ${suggest`show ${id}`}`;
  return problem("answer-too-long", message, hint, { severity: "warning" });
}

function inDoubt(exchange: Exchange, sent: Sent, rate: RateLimit): CreateAnswer {
  const { status } = exchange;
  const partialBody =
    exchange.body.length === 0 ? undefined : redactedBody(textOf(exchange.body), sent.token).slice(0, 4_000);
  return {
    verdict: "in-doubt",
    rate,
    ...(status === undefined ? {} : { status }),
    ...(partialBody === undefined ? {} : { partialBody }),
    problems: [doubt(exchange, sent)],
  };
}

function doubt(exchange: Exchange, sent: Sent): Problem {
  const { status, complete, failure } = exchange;
  const named = idNamed(exchange, sent);
  const hint = `Do not send it again. To find out whether it exists: ${suggest`resolve --check`}`;
  const cause = failure ? { cause: { code: failure.code, message: failure.message } } : {};
  if (status === undefined) {
    const message = `The document was sent, but ${whyLost(failure)}: it may or may not exist at the service.`;
    return problem("answer-lost", message, hint, cause);
  }
  if (status === sent.success) {
    const why = complete ? "its answer names no usable id" : whyLost(failure);
    const message = `${named}The service answered ${status} (done), but ${why}: the document probably exists.${answered(exchange, sent)}`;
    return problem(complete ? "answer-unclear" : "answer-lost", message, hint, cause);
  }
  const message = `${named}The service answered ${status}, which does not tell whether the document was created.${answered(exchange, sent)}`;
  return problem("answer-unclear", message, hint, cause);
}

/** Names the id in an unclear answer first, because that is what `resolve --created` asks for. */
function idNamed(exchange: Exchange, sent: Sent): string {
  const body = redactedBody(textOf(exchange.body), sent.token);
  const document = documentIn(body) ?? parseCut(body);
  const answered = document && idOf(document);
  return answered ? `The answer names the id ${answered.id}. ` : "";
}

/** Describes the answer for a person who investigates; never used for decisions. */
function answered(exchange: Exchange, sent: Sent): string {
  const said = exchange.complete ? allSaid(errorsOf(exchange, sent)) : undefined;
  // Empty brackets contain no information.
  return said === undefined || /^[\s{}[\]]*$/.test(said) ? "" : ` It said: ${cutShort(said, longestSaid)}`;
}

function notSent(exchange: Exchange, sent: Sent): Problem {
  const { failure } = exchange;
  if (failure?.kind === "hook" && failure.problem) return failure.problem;
  if (failure === undefined || failure.kind === "stopped") {
    return problem("interrupted", "Stopped before anything was sent.", "Run the same command again at any time.");
  }
  const message = `Nothing was sent: ${sent.origin} cannot be reached, ${whyNotConnected(failure)}.`;
  const cause = { code: failure.code, message: failure.message };
  return problem("not-connected", message, hintNotConnected(failure), { cause });
}

function putOff(rate: RateLimit, sent: Sent, said: string | undefined): Problem {
  const wait = waitAfter(rate, sent.now);
  const when = wait === undefined ? "in a minute" : `in ${seconds(wait)}`;
  const message = "Nothing was created: the rate limit of this account is reached (429).";
  const words = said === undefined ? "" : ` It says: ${said}`;
  return problem("rate-limited", `${message}${words}`, `Run the same command again ${when}.`);
}

function moved(exchange: Exchange, sent: Sent): Problem {
  const message = `Nothing was created: the service at ${sent.origin} says (${exchange.status}) that it has moved${redacted(whereTo(exchange), sent.token)}.`;
  return problem(
    "base-url-moved",
    message,
    "selfbill does not follow redirects. Ask the service for its new address, then: selfbill profile set NAME --base-url URL --same-service",
  );
}

function bodyOf({ body }: Exchange, { token }: Sent): { body?: string } {
  return body.length === 0 ? {} : { body: redactedBody(textOf(body), token).slice(0, longestRefusal) };
}

function errorsOf(exchange: Exchange, sent: Sent): ServiceErrors {
  return serviceErrors(Buffer.from(redactedBody(textOf(exchange.body), sent.token)));
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
