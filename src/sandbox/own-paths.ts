import type { Reply } from "./reply.ts";

/** A request for a path that is not part of the service. */
export interface OwnVisit {
  /** GET also for HEAD. */
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Empty if there is no body. */
  readonly body: string;
}

/**
 * Additional paths: they need no client token, do not count against the quota and are not logged as requests of
 * clients. `answer` decides who has access.
 */
export interface OwnPaths {
  /** `/name`: this path and everything below it. */
  readonly below: string;
  /** Only pages from this origin may send requests to these paths. */
  readonly browser: boolean;
  readonly answer: (visit: OwnVisit) => Reply | Promise<Reply>;
}

export function isOwnPath(path: string, { below }: OwnPaths): boolean {
  return path === below || path.startsWith(`${below}/`);
}
