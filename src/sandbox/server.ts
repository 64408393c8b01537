import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { limits, serviceVersions, versionHeader } from "../contract/index.ts";
import { isIssued } from "./account.ts";
import { readBody } from "./body.ts";
import { type Controls, controlReply, isControlPath, self, selfPath } from "./control.ts";
import { deliver } from "./deliver.ts";
import type { Call, ServedEndpoint, Services } from "./endpoint.ts";
import { type Fault, faultReply, isProcessed } from "./faults.ts";
import { openApi, openApiPath } from "./openapi/index.ts";
import { Quota, quotaHeaders } from "./quota.ts";
import { fault500, json, message, type Reply } from "./reply.ts";
import { routeOf } from "./routes.ts";

/** Everything a running server works with. */
export interface ServerParts {
  readonly services: Services;
  readonly quota: Quota;
  readonly controls: Controls;
  /** Told of every fault of our own; the client gets a 500 in its shape and no more. */
  readonly onFault: (error: unknown) => void;
}

/** One request on its way through the checks. */
interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly now: number;
  readonly parts: ServerParts;
  /** Quota headers of the answer. */
  quota: Record<string, string>;
  fault: Fault | undefined;
}

/** The client went away before its request was whole: there is nobody to answer. */
const nobody = Symbol("nobody");
type Answer = Reply | typeof nobody;

/** An HTTP server that is not listening yet. Order of checks: contract §1.4. */
export function makeServer(parts: ServerParts): Server {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    // A client that goes away in the middle of its answer is no fault of ours.
    response.on("error", () => undefined);
    visit(request, response, parts).catch((error: unknown) => {
      parts.onFault(error);
      response.destroy();
    });
  };
  // Without a listener of its own the server would invite a body that is refused anyway.
  return createServer(handle).on("checkContinue", handle);
}

async function visit(request: IncomingMessage, response: ServerResponse, parts: ServerParts): Promise<void> {
  const url = request.url ?? "/";
  const cut = url.indexOf("?");
  const now = parts.services.now();
  const seen: Visit = {
    request,
    response,
    // Node leaves the body of an answer to HEAD out by itself.
    method: request.method === "HEAD" ? "GET" : (request.method ?? "GET"),
    path: cut < 0 ? url : url.slice(0, cut),
    query: new URLSearchParams(cut < 0 ? "" : url.slice(cut + 1)),
    now,
    parts: { ...parts, services: { ...parts.services, now: () => now } },
    quota: {},
    fault: undefined,
  };
  let answer: Answer;
  try {
    answer = await answerTo(seen);
  } catch (error) {
    parts.onFault(error);
    answer = fault500;
  }
  if (answer === nobody) return;
  await send(seen, answer);
}

async function answerTo(seen: Visit): Promise<Answer> {
  const stranger = refuseStrangers(seen);
  if (stranger) return stranger;
  if (seen.method === "GET" && seen.path === openApiPath)
    return json(200, openApi(`http://${seen.request.headers.host}`));
  if (seen.method === "GET" && seen.path === selfPath) return self(seen.parts.services.account);
  const { quota } = seen.parts;
  seen.quota = quotaHeaders(quota.look(seen.now));
  const route = routeOf(seen.method, seen.path);
  if (route.found === "endpoint" && !route.endpoint.call.token) return answerOpen(seen, route.endpoint, route.params);
  if (!isAuthenticated(seen)) return message(401, "Authentication is missing or the token is invalid");
  if (isControlPath(seen.path)) return control(seen);
  const state = quota.take(seen.now);
  seen.quota = quotaHeaders(state);
  if (state && !state.allowed) return overQuota(state.resetAt - seen.now, state.limit);
  seen.fault = seen.parts.controls.faults.take(seen.method, seen.path);
  if (seen.fault && !isProcessed(seen.fault)) return faultReply(seen.fault) ?? fault500;
  const version = versionOf(seen);
  if (typeof version !== "string") return version;
  if (route.found === "other-method") {
    const allow = route.methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
    return message(405, `${seen.method} is not possible here; use ${allow}`, { Allow: allow });
  }
  if (route.found === "nothing") return message(404, `There is no ${seen.method} ${seen.path}`);
  return answerEndpoint(seen, route.endpoint, route.params, version);
}

/** A call that needs no token, and no version. */
function answerOpen(
  seen: Visit,
  { call, answer }: ServedEndpoint,
  params: Record<string, string>,
): Answer | Promise<Answer> {
  const { services, quota } = seen.parts;
  if (call.ownQuota !== undefined && quota.limit > 0) {
    const state = new Quota(quota.database, call.path, call.ownQuota).take(seen.now);
    seen.quota = quotaHeaders(state);
    if (state && !state.allowed) return overQuota(state.resetAt - seen.now, state.limit);
  }
  return answer(callOf(seen, params, services.settings.defaultVersion, ""), services);
}

async function answerEndpoint(
  seen: Visit,
  endpoint: ServedEndpoint,
  params: Record<string, string>,
  version: string,
): Promise<Answer> {
  if (endpoint.call.phase2 && !seen.parts.services.settings.phase2) {
    return message(403, "The Peppol status is a Phase 2 feature, which the subscription does not include");
  }
  if (endpoint.call.method !== "GET" && seen.parts.services.settings.strict && !isJson(seen)) {
    return message(415, "The Content-Type must be application/json");
  }
  const body = endpoint.call.method === "GET" ? "" : await textOf(seen);
  if (typeof body !== "string") return body;
  return endpoint.answer(callOf(seen, params, version, body), seen.parts.services);
}

function isJson({ request }: Visit): boolean {
  return /^application\/json *(?:;|$)/i.test(request.headers["content-type"] ?? "");
}

async function control(seen: Visit): Promise<Answer> {
  const body = await textOf(seen);
  return typeof body === "string" ? controlReply(seen.method, seen.path, body, seen.parts.controls) : body;
}

function callOf(seen: Visit, params: Record<string, string>, version: string, body: string): Call {
  return { params, query: seen.query, version, headers: seen.request.headers, body };
}

/** A web page must not be able to reach the sandbox: not by another host name, and not from a browser at all. */
function refuseStrangers({ request }: Visit): Reply | undefined {
  const port = (request.socket.address() as AddressInfo).port;
  // Node keeps the first of two; whatever stood before this server may have gone by the other.
  const named = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
  if (named.length > 1) return message(400, "A request names one Host");
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  if (!hosts.includes(request.headers.host?.toLowerCase() ?? "")) {
    return message(403, "The sandbox answers to its own loopback address only");
  }
  return request.headers.origin === undefined ? undefined : message(403, "The sandbox answers no web pages");
}

function isAuthenticated({ request, parts, now }: Visit): boolean {
  const found = /^Bearer +([^\s]+) *$/i.exec(request.headers.authorization ?? "");
  return found?.[1] !== undefined && isIssued(parts.services.account.key, found[1], now);
}

function overQuota(milliseconds: number, limit: number): Reply {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return message(429, `Rate limit of ${limit} requests per minute exceeded`, { "Retry-After": String(seconds) });
}

/** The version of the call, or the 400 for one that is no date or not offered. Source: contract §1.2. */
function versionOf({ request, parts }: Visit): string | Reply {
  const given = request.headers[versionHeader.toLowerCase()];
  if (given === undefined) return parts.services.settings.defaultVersion;
  const version = String(given);
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(version) ?? [];
  const instant = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== `${year}-${month}-${day}`) {
    return message(400, `${versionHeader} must be a date written YYYYMMDD`);
  }
  if ((serviceVersions.all as readonly string[]).includes(version)) return version;
  return message(400, `${versionHeader} ${version} is not offered; use ${serviceVersions.all.join(" or ")}`);
}

async function textOf({ request, response }: Visit): Promise<string | Answer> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (request.headers.expect && announced <= limits.bodyBytes) response.writeContinue();
  const read = await readBody(request, limits.bodyBytes);
  if (read.ended === "whole") return read.text;
  if (read.ended === "lost") return nobody;
  if (read.ended === "too-big") return message(413, "The request payload size must not exceed 8MB");
  return message(400, "The request body cannot be read: it is not UTF-8 text");
}

async function send(seen: Visit, answer: Reply): Promise<void> {
  const { fault, request, response } = seen;
  const reply = (fault && faultReply(fault)) ?? answer;
  if (fault?.fault === "close") {
    response.destroy();
    return;
  }
  if (fault?.fault === "stall") {
    if (fault.milliseconds === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, fault.milliseconds).unref());
  }
  const cutAfter = fault?.fault === "cut" ? (fault.bytes ?? Math.floor(reply.body.length / 2)) : undefined;
  await deliver(request, response, reply, seen.quota, cutAfter === undefined ? undefined : { cutAfter });
}
