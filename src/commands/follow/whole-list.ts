import type { Connection, Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import type { JsonObject } from "../../json/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { isTooLong, readAgain } from "./read-again.ts";
import { readList } from "./read-list.ts";

export interface WholeList<T> {
  readonly entries: readonly T[];
  /** Why the list may be incomplete; absent if it is consistent. */
  readonly unclear?: string | undefined;
}

/** Documents per page; the next smaller size is used if the answer was too long. */
const sizes = [200, 50, 10, 1] as const;
const mostPages = 10_000;

/**
 * Reads a whole list and returns what `take` makes of its entries. `status` shows whether the service lacks the list.
 * Problems: any problem from reading the service's lists.
 */
export async function wholeList<T>(
  kind: DocumentKind,
  { service }: Connection,
  desk: Desk,
  take: (document: JsonObject) => T,
): Promise<Result<WholeList<T>> & { readonly status?: number | undefined }> {
  for (let [attempt, smaller] = [1, 0]; ; ) {
    const entries: T[] = [];
    const size = sizes[smaller];
    let tooLong = false;
    let status: number | undefined;
    const ask = async (page: number) => {
      const answer = await readAgain(() => service.list(kind, { page, size }), desk);
      tooLong = !answer.ok && (isTooLong(answer) || (page === 0 && answer.status === 400));
      status = answer.ok ? undefined : answer.status;
      return answer;
    };
    const all = (documents: readonly JsonObject[]): void => {
      for (const each of documents) entries.push(take(each));
    };
    const listing = await readList(ask, all, mostPages);
    if (tooLong && smaller + 1 < sizes.length) {
      smaller += 1;
      continue;
    }
    if (!listing.ok) return { ...listing, status };
    // The list changed while it was read, so read it again.
    if (listing.value.unclear !== undefined && attempt++ < 2) continue;
    return ok({ entries, unclear: listing.value.unclear });
  }
}
