import { createHmac } from "node:crypto";
import { endpointOf, pathOf } from "../contract/index.ts";
import { isJsonObject, JsonNumber, type JsonObject, parseJson } from "../json/index.ts";
import { type Problem, problem, suggest } from "../problem/index.ts";
import { defaultPatience, forbidden, type ServiceAccess } from "./access.ts";
import { overNetwork } from "./over-network.ts";
import { proxyFor } from "./proxy.ts";
import { waitAfter } from "./rate-limit.ts";
import { classifyRead, type ReadAnswer } from "./read-answer.ts";
import { answerLines, requestLines } from "./trace.ts";
import type { WireRequest } from "./wire.ts";

/** Both values come from the service's console. The secret itself never leaves this computer. */
export interface TokenClient {
  readonly id: string;
  readonly secret: string;
}

export interface IssuedToken {
  readonly token: string;
  /** When the token expires according to the answer, on this computer's clock. */
  readonly end: Date | undefined;
}

/** The parts of `ServiceAccess` that a token request needs, before any token exists. */
export type TokenAccess = Pick<
  ServiceAccess,
  "baseUrl" | "tokenVariable" | "versionHeader" | "clientVersion" | "environment" | "extraCa" | "patience" | "trace"
>;

/** `wait` is in milliseconds; it is set if the service asked the client to wait. */
export type TokenAnswer =
  | { readonly ok: true; readonly value: IssuedToken }
  | { readonly ok: false; readonly problems: readonly [Problem]; readonly wait?: number | undefined };

/**
 * Exchanges a client's signature for a token. The request contains no document data, so it can be repeated at any time.
 * Problems: `sign-in-refused` (401, 403), `rate-limited`, `not-connected`, `read-failed`. Source: contract §18.1.
 */
export async function fetchToken(access: TokenAccess, client: TokenClient): Promise<TokenAnswer> {
  const ban = forbidden(access);
  if (ban) return none(ban);
  const { origin } = new URL(access.baseUrl);
  const signature = createHmac("sha256", client.secret).update(client.id).digest("base64");
  const patience = { ...defaultPatience, ...access.patience };
  const proxy = proxyFor(origin, access.environment);
  const request = requestFor(access, client.id, signature);
  const began = Date.now();
  access.trace?.(requestLines(request, origin, signature));
  const answer = await overNetwork(request, { origin, proxy, extraCa: access.extraCa, patience });
  const now = Date.now();
  const read = classifyRead(answer, { origin, token: signature, what: "a token", now }, { signed: false });
  const issued = read.ok ? issuedBy(new TextDecoder().decode(read.value), now) : undefined;
  // A gateway may repeat the new token in a header.
  access.trace?.(answerLines(answer, now - began, signature, ...(issued ? [issued.token] : [])));
  if (!read.ok) return refused(read, origin, access.tokenVariable);
  return issued ? { ok: true, value: issued } : none(unusable(origin));
}

function none(found: Problem, wait?: number): TokenAnswer {
  return { ok: false, problems: [found], wait };
}

/**
 * Returns the name of the signature header: a deployment that has its own prefix in the version header uses the same
 * prefix here.
 */
function signatureHeader(versionHeader: string): string {
  const [, brand] = /^(.+)-VERSION$/i.exec(versionHeader) ?? [];
  return `${brand ?? "x-service"}-signature`.toLowerCase();
}

function requestFor(access: TokenAccess, clientId: string, signature: string): WireRequest {
  const { pathname } = new URL(access.baseUrl);
  const path = pathname.replace(/\/$/, "") + pathOf(endpointOf("token", "none"));
  const headers = {
    [signatureHeader(access.versionHeader)]: signature,
    "user-agent": `selfbill/${access.clientVersion}`,
    accept: "application/json",
    "accept-encoding": "identity",
  };
  return { method: "GET", path: `${path}?${new URLSearchParams({ client_id: clientId })}`, headers };
}

function refused(
  read: Extract<ReadAnswer<never>, { ok: false }>,
  origin: string,
  variable: string | undefined,
): TokenAnswer {
  const [found] = read.problems;
  const { status } = read;
  if (status === 400 || status === 401 || status === 403) {
    const message = `${origin} gave no token: it does not accept the client id or its secret (${status}).`;
    const hint =
      variable === undefined
        ? `Check both, then ${suggest`login --client-id ID`}.`
        : `Check ${variable} and its secret: both override ${suggest`login`}.`;
    return none(problem("sign-in-refused", message, hint));
  }
  if (status === 404) {
    const message = `${origin} gave no token: it does not exchange client ids for tokens (404).`;
    return none(
      problem("sign-in-refused", message, `Check the profile's base URL, or use a ready token: ${suggest`login`}`),
    );
  }
  if (found.code !== "rate-limited") return none(found);
  return none(
    { ...found, message: `${origin} gives no more tokens at present (429).` },
    waitAfter(read.rate, Date.now()),
  );
}

function unusable(origin: string): Problem {
  const message = `${origin} was asked for a token, and its answer holds none that can be used.`;
  return problem("read-failed", message, "Check the profile's base URL; if it is right, ask the service.");
}

function issuedBy(text: string, now: number): IssuedToken | undefined {
  const json = parseJson(text);
  if (!json.ok || !isJsonObject(json.value)) return undefined;
  const { token } = json.value;
  if (typeof token !== "string" || !/^[\x21-\x7e]{1,8192}$/.test(token)) return undefined;
  return { token, end: endOf(json.value, now) };
}

/**
 * Returns when the token expires. The lifetime in seconds does not depend on this computer's clock, so it takes
 * precedence over the expiry time.
 */
function endOf({ expires_in, expires_at }: JsonObject, now: number): Date | undefined {
  const lasts = secondsOf(expires_in);
  if (lasts !== undefined) return dateOf(now + lasts * 1000);
  const at = secondsOf(expires_at);
  if (at !== undefined) return dateOf(at > 100_000_000_000 ? at : at * 1000);
  return typeof expires_at === "string" ? dateOf(Date.parse(expires_at)) : undefined;
}

/** Returns undefined if the number is too large for a date; the expiry is then unknown. */
function dateOf(time: number): Date | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Returns undefined unless the value is a whole number. */
function secondsOf(value: unknown): number | undefined {
  const text = value instanceof JsonNumber ? value.text : typeof value === "string" ? value : "";
  return /^\d{1,13}$/.test(text) ? Number(text) : undefined;
}
