import { routeOf, serviceVersions, versionHeader } from "../contract/index.ts";
import { answerEndpoint, takeQuota, textOf } from "./answer-call.ts";
import { controlReply, isControlPath } from "./control/control.ts";
import { kept, ownCopy, pagesIn, postedDocument, requestContent } from "./control/request-log.ts";
import { faultReply, isProcessed } from "./faults.ts";
import type { Office } from "./office.ts";
import type { Offices } from "./offices.ts";
import { quotaHeaders } from "./quota.ts";
import { fault500, message, type Reply } from "./reply.ts";
import { at, nobody, type Visit, type VisitAnswer } from "./visit.ts";

/**
 * Returns undefined if the client has disconnected. Internal errors go to `onFault`, and the client gets a 500 in the
 * service's error shape.
 */
export async function answerOrFault(
  seen: Visit,
  answer: () => Promise<VisitAnswer>,
  onFault: (error: unknown) => void,
): Promise<Reply | undefined> {
  // The global `performance` would take a millisecond to load.
  const began = process.hrtime.bigint();
  let found: VisitAnswer;
  try {
    found = await answer();
  } catch (error) {
    onFault(error);
    found = fault500;
  }
  if (found === nobody) return undefined;
  const reply = (seen.fault && faultReply(seen.fault)) ?? found;
  note(seen, found, reply, began);
  return reply;
}

/**
 * Answers a request that came over HTTP or from inside the process. For the order of the checks, see contract §1.4.
 */
export async function answerVisit(seen: Visit, offices: Offices): Promise<VisitAnswer> {
  const route = routeOf(seen.method, seen.path);
  const open = route.found === "endpoint" && route.endpoint.definition.token === false;
  const office = officeOf(seen, offices, open);
  Object.assign(seen, at(office ?? offices.main));
  const { controls } = seen.office;
  if (!isControlPath(seen.path)) {
    seen.log = controls.requests.begin(seen.now, seen.incoming.method, seen.incoming.target, seen.incoming.headers);
  }
  seen.quota = quotaHeaders(seen.office.quota.look(seen.now));
  if (!office) return message(401, "Authentication is missing or the token is invalid");
  if (isControlPath(seen.path)) return control(seen, offices);
  const refused = takeQuota(seen, open ? route.endpoint : undefined);
  if (refused) return refused;
  seen.fault = controls.faults.take(seen.method, seen.path, open);
  if (seen.fault && !isProcessed(seen.fault)) {
    // The body is read even though the request is not carried out, because the log records what was sent.
    if (seen.method !== "GET" && (await textOf(seen)) === nobody) return nobody;
    return faultReply(seen.fault) ?? fault500;
  }
  const versioned = route.found !== "endpoint" || route.endpoint.definition.version !== false;
  const version = versioned ? versionOf(seen) : seen.services.settings.defaultVersion;
  if (typeof version !== "string") return version;
  if (route.found === "other-method") {
    const allow = route.methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
    return message(405, `${seen.method} is not possible here; use ${allow}`, { Allow: allow });
  }
  if (route.found === "nothing") return message(404, `There is no ${seen.method} ${seen.path}`);
  return answerEndpoint(seen, route.endpoint, route.params, version);
}

async function control(seen: Visit, offices: Offices): Promise<VisitAnswer> {
  const text = await textOf(seen);
  if (typeof text !== "string") return text;
  const { method, path, query, office } = seen;
  return controlReply({ method, path, query, text, office, offices });
}

/**
 * Returns the account that a call belongs to. A call without a token belongs to the account of the client that it
 * names, or to the sandbox's own account.
 */
function officeOf({ incoming, query }: Visit, offices: Offices, open: boolean): Office | undefined {
  if (open && query.has("client_id")) return offices.ofClient(query.get("client_id"));
  const found = /^Bearer +([^\s]+) *$/i.exec(String(incoming.headers.authorization ?? ""));
  const office = found?.[1] === undefined ? undefined : offices.ofToken(found[1]);
  return office ?? (open ? offices.main : undefined);
}

/** Returns the version, or a 400 if it is not a date or is not offered. Source: contract §1.2. */
function versionOf({ incoming, services }: Visit): string | Reply {
  const given = incoming.headers[versionHeader.toLowerCase()];
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

/** Logs the request, whether or not the answer arrives. */
function note(seen: Visit, answer: Reply, reply: Reply, began: bigint): void {
  const { log, fault, path, body, method } = seen;
  if (!log) return;
  log.milliseconds = Number((process.hrtime.bigint() - began + 500_000n) / 1_000_000n);
  log.body = kept(body);
  log.answer = kept(reply.body);
  log.fault = fault?.fault ?? null;
  const ends = fault?.fault;
  log.status = ends === "close" || ends === "created-but-lost" || ends === "reset" ? null : reply.status;
  if (method === "POST" && path.startsWith("/api/") && body !== "") {
    log.content = requestContent(path, body);
    log.sent = postedDocument(path, body);
  }
  if (method === "GET" && path.startsWith("/api/")) log.pages = pagesIn(String(reply.body));
  const id = answer.status === 201 ? /^\{"id":"([^"]+)"/.exec(String(answer.body))?.[1] : undefined;
  log.created = id === undefined ? null : ownCopy(id);
  log.ignored = answer.ignored ?? [];
  const seconds = secondsAway(reply);
  log.awayUntil = seconds === undefined ? null : log.at + seconds * 1000;
}

/** Returns Retry-After in seconds; a date is compared with the real clock. */
function secondsAway({ headers = {} }: Reply): number | undefined {
  const text = Object.entries(headers).find(([name]) => name.toLowerCase() === "retry-after")?.[1];
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const seconds = (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
