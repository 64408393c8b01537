import type { BodyRead } from "./body.ts";
import type { WireFault } from "./control/fault-schema.ts";
import type { LoggedRequest } from "./control/request-log.ts";
import type { Services } from "./endpoint.ts";
import type { Office } from "./office.ts";
import type { Reply } from "./reply.ts";

/** A request as it arrived, over HTTP or inside this process. */
export interface Incoming {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Reads the body; called when the body is needed. */
  readonly text: () => Promise<BodyRead>;
}

/** One request on its way through the checks. */
export interface Visit {
  readonly incoming: Incoming;
  /** GET also stands for HEAD. */
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The account of the request's token; the sandbox's own until the token was checked. */
  office: Office;
  services: Services;
  now: number;
  /** Quota headers for the answer. */
  quota: Record<string, string>;
  fault: WireFault | undefined;
  /** The body as it was read. */
  body: string;
  log: LoggedRequest | undefined;
}

/** The client disconnected before its request was complete, so no answer is possible. */
export const nobody = Symbol("nobody");
export type VisitAnswer = Reply | typeof nobody;

/** Makes the visit for a request that has not been examined yet. */
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

/** Returns an account at one instant: everything that a request does happens at the same time. */
export function at(office: Office): Pick<Visit, "office" | "services" | "now"> {
  const now = office.services.now();
  return { office, services: { ...office.services, now: () => now }, now };
}
