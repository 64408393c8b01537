import { defaultPatience, forbidden, type ServiceAccess } from "./access.ts";
import { overNetwork } from "./over-network.ts";
import { proxyFor } from "./proxy.ts";
import type { Exchange, WireRequest } from "./wire.ts";

/** The parts of `ServiceAccess` that `passOn` needs; no token, because other programs' requests carry their own. */
export type PassingAccess = Pick<ServiceAccess, "baseUrl" | "environment" | "extraCa" | "patience">;

/** Headers that belong to one connection, or are created again for the next one. */
const ownOfEach =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding)$/;

/** Removes the headers that belong to one connection; header names must be in lower case. */
function headersToPass(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ownOfEach.test(name)));
}

/**
 * Passes on another program's request, at most once; does not follow redirects. The answer is returned without
 * connection headers.
 */
export async function passOn(request: WireRequest, access: PassingAccess): Promise<Exchange> {
  const ban = forbidden(access);
  if (ban) {
    const failure = { kind: "hook", code: "FORBIDDEN", message: ban.message, problem: ban } as const;
    return { armed: false, headers: {}, body: new Uint8Array(), complete: false, failure };
  }
  const { origin, pathname } = new URL(access.baseUrl);
  const headers = { ...headersToPass(request.headers), "accept-encoding": "identity" };
  const path = pathname.replace(/\/$/, "") + request.path;
  const patience = { ...defaultPatience, ...access.patience };
  const route = { origin, proxy: proxyFor(origin, access.environment), extraCa: access.extraCa, patience };
  const answer = await overNetwork({ ...request, path, headers }, route);
  return { ...answer, headers: headersToPass(answer.headers) };
}
