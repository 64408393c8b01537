import type { Reply } from "./reply.ts";

/** A request for a path that is not part of the service. */
export interface OwnVisit {
  /** `GET` for HEAD requests too. */
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Empty if there is no body. */
  readonly body: string;
}

/**
 * Additional paths. Requests to them need no client token, do not count against the quota and are not logged as
 * client requests. `answer` determines who has access.
 */
export interface OwnPaths {
  /** A path such as `/name`, which covers itself and all paths below it. */
  readonly below: string;
  /** Whether pages in a browser may send requests to these paths; if so, only pages from this origin may. */
  readonly browser: boolean;
  readonly answer: (visit: OwnVisit) => Reply | Promise<Reply>;
}

export function isOwnPath(path: string, { below }: OwnPaths): boolean {
  return path === below || path.startsWith(`${below}/`);
}
