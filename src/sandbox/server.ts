import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { serviceVersions, versionHeader } from "../contract/index.ts";
import { answerEndpoint, answerOpen, overQuota, textOf } from "./answer-call.ts";
import { controlReply, healthPath, isControlPath, self, selfPath } from "./control/control.ts";
import { kept, type LoggedRequest, requestContent } from "./control/request-log.ts";
import { deliver } from "./deliver.ts";
import { disturb } from "./disturb.ts";
import { faultReply, isProcessed } from "./faults.ts";
import type { Office } from "./office.ts";
import type { Offices } from "./offices.ts";
import { controlsOpenApi, controlsOpenApiPath } from "./openapi/controls.ts";
import { openApiPath, openApiText } from "./openapi/index.ts";
import { isOwnPath, type OwnPaths } from "./own-paths.ts";
import { quotaHeaders } from "./quota.ts";
import { fault500, json, message, type Reply } from "./reply.ts";
import { routeOf } from "./routes.ts";
import { refuseStrangers } from "./strangers.ts";
import { nobody, type Visit, type VisitAnswer } from "./visit.ts";

/** Everything a running server works with. */
export interface ServerParts {
  readonly offices: Offices;
  /** Names beside the loopback address under which it may be called, from inside containers for instance. */
  readonly allowHosts: readonly string[];
  /** What is served beside the service. */
  readonly own: OwnPaths | undefined;
  /** Told of every request of a client when its answer is on its way. */
  readonly onRequest: (seen: LoggedRequest) => void;
  /** Told of every fault of our own; the client gets a 500 in its shape and no more. */
  readonly onFault: (error: unknown) => void;
}

/** An HTTP server that is not listening yet. Order of checks: contract §1.4. */
export function makeServer(parts: ServerParts): Server {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    // A client that goes away in the middle of its answer is not a fault of ours.
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
  const began = performance.now();
  const seen: Visit = {
    request,
    response,
    // Node leaves the body of an answer to HEAD out by itself.
    method: request.method === "HEAD" ? "GET" : (request.method ?? "GET"),
    path: cut < 0 ? url : url.slice(0, cut),
    query: new URLSearchParams(cut < 0 ? "" : url.slice(cut + 1)),
    quota: {},
    fault: undefined,
    body: "",
    log: undefined,
    ...at(parts.offices.main),
  };
  let answer: VisitAnswer;
  try {
    answer = await answerTo(seen, parts);
  } catch (error) {
    parts.onFault(error);
    answer = fault500;
  }
  if (answer !== nobody) {
    const reply = (seen.fault && faultReply(seen.fault)) ?? answer;
    note(seen, answer, reply, began);
    if (!(await disturb(seen, reply))) await deliver(request, response, reply, seen.quota);
  }
  if (seen.log) parts.onRequest(seen.log);
}

/** An account at one instant: whatever a request does, it does it at the same time. */
function at(office: Office): Pick<Visit, "office" | "services" | "now"> {
  const now = office.services.now();
  return { office, services: { ...office.services, now: () => now }, now };
}

async function answerTo(seen: Visit, parts: ServerParts): Promise<VisitAnswer> {
  const own = parts.own && isOwnPath(seen.path, parts.own) ? parts.own : undefined;
  const stranger = refuseStrangers(seen.request, parts.allowHosts, own?.browser);
  if (stranger) return stranger;
  if (own) return answerOwn(seen, own);
  if (seen.method === "GET") {
    const page = ownPage(seen, parts.offices.main);
    if (page) return page;
  }
  const route = routeOf(seen.method, seen.path);
  const open = route.found === "endpoint" && !route.endpoint.call.token;
  const office = open ? parts.offices.ofClient(seen.query.get("client_id")) : officeOf(seen, parts.offices);
  Object.assign(seen, at(office ?? parts.offices.main));
  const { quota, controls } = seen.office;
  if (!isControlPath(seen.path)) {
    seen.log = controls.requests.begin(
      seen.now,
      seen.request.method ?? "GET",
      seen.request.url ?? "/",
      seen.request.headers,
    );
  }
  seen.quota = quotaHeaders(quota.look(seen.now));
  if (open) return answerOpen(seen, route.endpoint, route.params);
  if (!office) return message(401, "Authentication is missing or the token is invalid");
  if (isControlPath(seen.path)) return control(seen, parts.offices);
  const state = quota.take(seen.now);
  seen.quota = quotaHeaders(state);
  if (state && !state.allowed) return overQuota(seen, state);
  seen.fault = controls.faults.take(seen.method, seen.path);
  if (seen.fault && !isProcessed(seen.fault)) {
    // Read all the same, so that the log knows what was sent.
    if (seen.method !== "GET" && (await textOf(seen)) === nobody) return nobody;
    return faultReply(seen.fault) ?? fault500;
  }
  const version = versionOf(seen);
  if (typeof version !== "string") return version;
  if (route.found === "other-method") {
    const allow = route.methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
    return message(405, `${seen.method} is not possible here; use ${allow}`, { Allow: allow });
  }
  if (route.found === "nothing") return message(404, `There is no ${seen.method} ${seen.path}`);
  return answerEndpoint(seen, route.endpoint, route.params, version);
}

async function answerOwn(seen: Visit, own: OwnPaths): Promise<VisitAnswer> {
  const text = await textOf(seen);
  if (typeof text !== "string") return text;
  const { method, path, query, request } = seen;
  return own.answer({ method, path, query, headers: request.headers, body: text });
}

/** What the sandbox says of itself to anybody on this computer. */
function ownPage({ path, request }: Visit, main: Office): Reply | undefined {
  const base = `http://${request.headers.host}`;
  if (path === openApiPath) return { status: 200, type: "application/json", body: openApiText(base) };
  if (path === controlsOpenApiPath) return json(200, controlsOpenApi(base));
  if (path === selfPath) return self(main);
  return path === healthPath ? json(200, { status: "ok" }) : undefined;
}

async function control(seen: Visit, offices: Offices): Promise<VisitAnswer> {
  const text = await textOf(seen);
  if (typeof text !== "string") return text;
  const { method, path, query, office } = seen;
  return controlReply({ method, path, query, text, office, offices });
}

function officeOf({ request }: Visit, offices: Offices): Office | undefined {
  const found = /^Bearer +([^\s]+) *$/i.exec(request.headers.authorization ?? "");
  return found?.[1] === undefined ? undefined : offices.ofToken(found[1]);
}

/** The version of the call, or the 400 for one that is not a date or not offered. Source: contract §1.2. */
function versionOf({ request, services }: Visit): string | Reply {
  const given = request.headers[versionHeader.toLowerCase()];
  if (given === undefined) return services.settings.defaultVersion;
  const version = String(given);
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(version) ?? [];
  const instant = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== `${year}-${month}-${day}`) {
    return message(400, `${versionHeader} must be a date written YYYYMMDD`);
  }
  if ((serviceVersions.all as readonly string[]).includes(version)) return version;
  return message(400, `${versionHeader} ${version} is not offered; use ${serviceVersions.all.join(" or ")}`);
}

/** Keeps what came and what was answered, whether or not the answer arrives. */
function note(seen: Visit, answer: Reply, reply: Reply, began: number): void {
  const { log, fault, path, body, method } = seen;
  if (!log) return;
  log.milliseconds = Math.round(performance.now() - began);
  log.body = kept(body);
  log.answer = kept(reply.body);
  log.fault = fault?.fault ?? null;
  const ends = fault?.fault;
  log.status = ends === "close" || ends === "created-but-lost" || ends === "reset" ? null : reply.status;
  if (method === "POST" && path.startsWith("/api/") && body !== "") log.content = requestContent(path, body);
  if (answer.status === 201) log.created = /^\{"id":"([^"]+)"/.exec(String(answer.body))?.[1] ?? null;
}
