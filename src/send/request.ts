import { type Endpoint, notInPath, pathOf } from "../contract/index.ts";
import { bug, fail, ok, problem, type Result } from "../problem/index.ts";
import type { ServiceAccess } from "./access.ts";
import type { WireRequest } from "./wire.ts";

export interface ServiceCall {
  readonly endpoint: Endpoint;
  /** Path segments by name; each is any id that can stand in a path. */
  readonly segments?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** JSON text. */
  readonly body?: string;
  /** The media type to ask for. */
  readonly accept?: string;
}

/**
 * Builds a request with the token and the version header. Ids are any text (Decision 170); they are encoded, and the
 * finished path is compared with the URL parser's result, so that no id can change the target of a request. Problem:
 * `bad-usage` for an id that cannot stand in a path.
 */
export function requestOf(access: ServiceAccess, call: ServiceCall): Result<WireRequest> {
  const segments = call.segments ?? {};
  for (const [name, id] of Object.entries(segments)) {
    const why = notInPath(id);
    if (why !== undefined) return fail(badId(name, id, why));
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

function badId(name: string, id: string, why: string) {
  const what = name === "id" ? "document id" : name.replaceAll("_", " ");
  const shown = JSON.stringify(id.length > 60 ? `${id.slice(0, 60)}…` : id);
  const message = `The ${what} ${shown} cannot stand in a path, because ${why}: the service was not asked.`;
  return problem("bad-usage", message, "Copy the whole id. If it is correct, look in the service's own web pages.");
}
