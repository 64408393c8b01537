import type { BodyRead } from "./body.ts";
import type { WireFault } from "./control/fault-schema.ts";
import type { LoggedRequest } from "./control/request-log.ts";
import type { Services } from "./endpoint.ts";
import type { Office } from "./office.ts";
import type { Reply } from "./reply.ts";

/** A request that came over HTTP or from inside this process. */
export interface Incoming {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Reads the body; called only when the body is needed. */
  readonly text: () => Promise<BodyRead>;
}

/** A request as it passes through the checks. */
export interface Visit {
  readonly incoming: Incoming;
  /** `GET` for HEAD requests too. */
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The sandbox's own account until the token is checked. */
  office: Office;
  services: Services;
  now: number;
  quota: Record<string, string>;
  fault: WireFault | undefined;
  body: string;
  log: LoggedRequest | undefined;
}

/** The client disconnected before its request was complete, so no answer is possible. */
export const nobody = Symbol("nobody");
export type VisitAnswer = Reply | typeof nobody;

export function visitOf(incoming: Incoming, main: Office): Visit {
  const { method, target } = incoming;
  const cut = target.indexOf("?");
  return {
    incoming,
    method: method === "HEAD" ? "GET" : method,
    path: cut < 0 ? target : target.slice(0, cut),
    query: new URLSearchParams(cut < 0 ? "" : target.slice(cut + 1)),
    quota: {},
    fault: undefined,
    body: "",
    log: undefined,
    ...at(main),
  };
}

/** Fixes the time, so that everything a request does happens at the same instant. */
export function at(office: Office): Pick<Visit, "office" | "services" | "now"> {
  const now = office.services.now();
  return { office, services: { ...office.services, now: () => now }, now };
}
