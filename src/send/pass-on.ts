import { defaultPatience, forbidden, type ServiceAccess } from "./access.ts";
import { overNetwork } from "./over-network.ts";
import { proxyFor } from "./proxy.ts";
import type { Exchange, WireRequest } from "./wire.ts";

/** Where requests of others are passed on to; they bring a token of their own. */
export type PassingAccess = Pick<ServiceAccess, "baseUrl" | "environment" | "extraCa" | "patience">;

/** What belongs to one connection, or is made anew for the next one. */
const ownOfEach =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding)$/;

/** Without the headers that belong to one connection. Names in small letters. */
function headersToPass(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ownOfEach.test(name)));
}

/** Passes the request of another program on to a service, once at most: it is never sent again, and no redirect is followed. The answer has no header of its connection. */
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
