import { isJsonObject, JsonNumber, type JsonValue, parseJson } from "../../json/index.ts";
import type { Office } from "../office.ts";
import type { Offices } from "../offices.ts";
import { json, message, type Reply } from "../reply.ts";
import { controlCalls } from "./control-calls.ts";
import { unfitWords } from "./unfit.ts";

/** Path that identifies the sandbox; needs no token and does not count against a quota. */
export const selfPath = "/sandbox";
/** Answers once the sandbox is ready; needs no token. */
export const healthPath = "/health";
/** Paths of the OpenAPI descriptions of the service and of the control calls; they need no token. */
export const openApiPath = "/openapi.json";
export const controlsOpenApiPath = "/sandbox/openapi.json";

/**
 * Returns the id of the data folder, which does not depend on the port. `rate_limit` is the number of requests per
 * minute allowed for the account with the lowest limit; 0 if no account has a limit.
 */
export function self(offices: Offices): Reply {
  const id = offices.main.services.account.accountId.replace(/^sandbox:/, "");
  const limits = offices.all().flatMap(({ quota }) => (quota.limit > 0 ? [quota.limit] : []));
  return json(200, { service: "selfbill sandbox", id, rate_limit: limits.length === 0 ? 0 : Math.min(...limits) });
}

export function isControlPath(path: string): boolean {
  return path.startsWith("/sandbox/");
}

/** A control call, with the account that it is for (`office`) and all accounts of the sandbox. */
export interface ControlVisit {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly text: string;
  readonly office: Office;
  readonly offices: Offices;
}

/**
 * Answers a control call. These calls exist only in the sandbox and do not count against a quota. Source: Decision 14.
 */
export function controlReply({ method, path, query, text, office, offices }: ControlVisit): Reply {
  const found = controlCalls.flatMap((call) => {
    const params = matched(call.path, path);
    return params === undefined ? [] : [{ call, params }];
  });
  if (found.length === 0) {
    const paths = [...new Set(controlCalls.map((call) => call.path))].join(", ");
    return message(404, `There is no ${path}; the sandbox has ${paths}`);
  }
  const one = found.find(({ call }) => call.method === method);
  if (one === undefined) {
    const methods = found.map(({ call }) => call.method);
    const allow = methods.includes("GET") ? [...methods, "HEAD"] : methods;
    return message(405, `${path} takes ${methods.join(" or ")} only`, { Allow: allow.join(", ") });
  }
  const { call, params } = one;
  if (call.mainOnly && office !== offices.main)
    return message(403, "Only the sandbox's own token may make accounts and remove them");
  const given = text.trim() === "" ? { ok: true as const, value: {} } : parseJson(text);
  if (!given.ok) return message(400, given.problems[0].message);
  if (call.body === undefined) return call.answer({ params, query, body: {} }, office, offices);
  const body = call.body.safeParse(plain(given.value));
  if (!body.success) return message(400, `The control call cannot be read: ${unfitWords(body.error)}`);
  return call.answer({ params, query, body: body.data }, office, offices);
}

function matched(template: string, path: string): Record<string, string> | undefined {
  const [wanted, steps] = [template.split("/"), path.split("/")];
  if (wanted.length !== steps.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, step] of wanted.entries()) {
    const given = steps[at] ?? "";
    if (!step.startsWith("{")) {
      if (step !== given) return undefined;
      continue;
    }
    try {
      params[step.slice(1, -1)] = decodeURIComponent(given);
    } catch {
      return undefined;
    }
  }
  return params;
}

/**
 * Converts numbers to JS numbers, which are exact enough for counts and times. Leaves the `body` of a fault unchanged,
 * because it is sent as written.
 */
function plain(value: JsonValue | undefined): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, key === "body" ? member : plain(member)]);
  return Object.fromEntries(members);
}
