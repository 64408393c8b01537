import type { Connection, Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import type { JsonObject } from "../../json/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { ListFilter } from "../../send/index.ts";
import { isTooLong, readAgain } from "./read-again.ts";
import { readList } from "./read-list.ts";

/** Documents per page; the next smaller size is used if the answer was too long. */
const sizes = [200, 50, 10, 1] as const;
const mostPages = 10_000;

export interface ReadDocuments {
  readonly documents: readonly JsonObject[];
  /** Why a document missing from the list may still exist. */
  readonly unclear?: string | undefined;
}

export interface Keeping {
  readonly keep: (document: JsonObject) => boolean;
  /** Called after each page; the newest documents come first. */
  readonly enough?: () => boolean;
}

/** Reads the documents of one kind that `keep` accepts. Problems: any problem from reading the service's lists. */
export async function readDocuments(
  kind: DocumentKind,
  filter: ListFilter,
  { keep, enough = () => false }: Keeping,
  { service }: Connection,
  desk: Desk,
): Promise<Result<ReadDocuments>> {
  for (let [attempt, smaller] = [1, 0]; ; ) {
    const documents: JsonObject[] = [];
    const size = sizes[smaller];
    let tooLong = false;
    const ask = async (page: number) => {
      const answer = await readAgain(() => service.list(kind, { ...filter, page, size }), desk);
      tooLong = !answer.ok && (isTooLong(answer) || (page === 0 && answer.status === 400));
      return answer;
    };
    const take = (some: readonly JsonObject[]): boolean => {
      // A service may return more documents than can be passed as arguments in one call.
      for (const each of some) if (keep(each)) documents.push(each);
      return !enough();
    };
    const listing = await readList(ask, take, mostPages);
    if (tooLong && smaller + 1 < sizes.length) {
      smaller += 1;
      continue;
    }
    if (!listing.ok) return listing;
    // The list changed while it was read, so read it again.
    if (listing.value.unclear !== undefined && !enough() && attempt++ < 2) continue;
    return ok({ documents, unclear: listing.value.unclear });
  }
}
