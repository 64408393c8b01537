import type { Reply } from "./reply.ts";

/** A request for a path that is not part of the service. */
export interface OwnVisit {
  /** GET also stands for HEAD. */
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Empty if there is no body. */
  readonly body: string;
}

/**
 * Paths that are served besides the service: they need no client token, do not count against the quota and are not
 * logged among the clients' requests. `answer` decides who has access.
 */
export interface OwnPaths {
  /** `/name`: this path and everything below it. */
  readonly below: string;
  /** Whether pages from this origin, and no others, may send to these paths. */
  readonly browser: boolean;
  readonly answer: (visit: OwnVisit) => Reply | Promise<Reply>;
}

export function isOwnPath(path: string, { below }: OwnPaths): boolean {
  return path === below || path.startsWith(`${below}/`);
}
