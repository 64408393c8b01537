import type { IncomingMessage, ServerResponse } from "node:http";
import type { LoggedRequest } from "./control/request-log.ts";
import type { Services } from "./endpoint.ts";
import type { WireFault } from "./faults.ts";
import type { Office } from "./office.ts";
import type { Reply } from "./reply.ts";

/** One request on its way through the checks. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** GET for HEAD too. */
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The account of its token; the sandbox's own until that is known. */
  office: Office;
  services: Services;
  now: number;
  /** Quota headers of the answer. */
  quota: Record<string, string>;
  fault: WireFault | undefined;
  /** As it was read. */
  body: string;
  log: LoggedRequest | undefined;
}

/** The client went away before its request was whole: there is nobody to answer. */
export const nobody = Symbol("nobody");
export type VisitAnswer = Reply | typeof nobody;
