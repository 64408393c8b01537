import { type Endpoint, pathOf } from "../contract/index.ts";
import { bug, fail, ok, problem, type Result } from "../problem/index.ts";
import type { ServiceAccess } from "./access.ts";
import type { WireRequest } from "./wire.ts";

export interface ServiceCall {
  readonly endpoint: Endpoint;
  /** Path segments by name; each must pass `isUsable`. */
  readonly segments?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** JSON text. */
  readonly body?: string;
  /** The media type to ask for. */
  readonly accept?: string;
}

/**
 * Builds a request with the token and the version header. Ids are checked and encoded, and the finished path is
 * compared with the URL parser's result, so that no id can change the target of a request. Problem: `bad-usage` for an
 * id.
 */
export function requestOf(access: ServiceAccess, call: ServiceCall): Result<WireRequest> {
  const segments = call.segments ?? {};
  for (const [name, id] of Object.entries(segments)) {
    if (!isUsable(id, call)) return fail(badId(name, id));
  }
  const url = new URL(access.baseUrl);
  const path = url.pathname.replace(/\/$/, "") + pathOf(call.endpoint, segments);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) if (value !== undefined) query.append(name, value);
  const whole = query.size === 0 ? path : `${path}?${query}`;
  const parsed = new URL(whole, access.baseUrl);
  if (parsed.origin !== url.origin || parsed.pathname !== path) bug(`a request would go to ${parsed.pathname}`);
  const body = call.body === undefined ? undefined : Buffer.from(call.body, "utf8");
  const headers: Record<string, string> = {
    authorization: `Bearer ${access.token}`,
    [access.versionHeader]: access.serviceVersion,
    "user-agent": `selfbill/${access.clientVersion}`,
    accept: call.accept ?? "application/json",
    "accept-encoding": "identity",
    ...(body === undefined ? {} : { "content-type": "application/json", "content-length": String(body.length) }),
  };
  return ok({ method: call.endpoint.method, path: whole, headers, body });
}

/** In characters. */
const longestId = 512;

/**
 * An id can be any string (Decision 65), so everything that can be a path segment is allowed, except `.` and `..`,
 * which lead elsewhere, and strings that cannot be encoded. In calls that send, and for a business profile, only
 * letters, digits, - and _ are allowed.
 */
function isUsable(id: string, { endpoint }: ServiceCall): boolean {
  if (/^[A-Za-z0-9_-]{1,128}$/.test(id)) return true;
  if (endpoint.method !== "GET" || endpoint.path.includes("{business_profile_id}")) return false;
  return id.trim() !== "" && id.length <= longestId && !/^\.{1,2}$/.test(id) && !/\p{Cs}/u.test(id);
}

function badId(name: string, id: string) {
  const what = name === "id" ? "document id" : name.replaceAll("_", " ");
  const shown = JSON.stringify(id.length > 60 ? `${id.slice(0, 60)}…` : id);
  return problem("bad-usage", `${shown} cannot be used as a ${what}: the service was not asked.`, "Copy the whole id.");
}
