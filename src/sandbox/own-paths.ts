import type { Reply } from "./reply.ts";

/** A request for a path that is not the service's. */
export interface OwnVisit {
  /** GET for HEAD too. */
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Empty where nothing was sent. */
  readonly body: string;
}

/**
 * Paths that whoever starts a sandbox serves beside the service: they need no token of a client, count against no quota and are not
 * among the requests of a client. Who may ask is for `answer` to decide.
 */
export interface OwnPaths {
  /** `/name`: this path and all below it. */
  readonly below: string;
  /** Whether pages of its own, and of nobody else, may send to it. */
  readonly browser: boolean;
  readonly answer: (visit: OwnVisit) => Reply | Promise<Reply>;
}

export function isOwnPath(path: string, { below }: OwnPaths): boolean {
  return path === below || path.startsWith(`${below}/`);
}
