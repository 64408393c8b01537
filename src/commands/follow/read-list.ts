import { idOf } from "../../contract/index.ts";
import type { JsonObject } from "../../json/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { Page, ReadAnswer } from "../../send/index.ts";

export interface Listing {
  /** Why the list may be incomplete; absent if it is complete and consistent. */
  readonly unclear?: string | undefined;
  /** The service's clock when it began to answer, in Unix milliseconds; absent if an answer had no time. */
  readonly serviceTime?: number | undefined;
}

/**
 * Reads all pages and compares the counts with the content, because a list may be truncated, shrink or repeat entries.
 * Stops early if `take` returns false; the list is then incomplete. Problems: any problem from reading the service's
 * lists.
 */
export async function readList(
  ask: (page: number) => Promise<ReadAnswer<Page>>,
  take: (documents: readonly JsonObject[]) => void | boolean | Promise<void>,
  mostPages: number,
): Promise<Result<Listing>> {
  const seen = new Set<string>();
  let first: Page | undefined;
  let times: (number | undefined)[] = [];
  const listing = (unclear?: string): Result<Listing> => {
    const known = times.filter((each) => each !== undefined);
    return ok({ unclear, serviceTime: known.length === times.length ? Math.min(...known) : undefined });
  };
  for (let number = 0; number < mostPages; number += 1) {
    const answer = await ask(number);
    if (!answer.ok) return answer;
    const page = answer.value;
    first ??= page;
    times = [...times, answer.serviceTime];
    const wrong = contradiction(page, number, first, seen);
    if (wrong !== undefined) return listing(wrong);
    if ((await take(page.content)) === false) return listing("it was not read to its end");
    if (isLast(page, number, seen.size)) return listing(mismatch(page, seen.size));
  }
  return listing(`the service's list has more than ${mostPages} pages`);
}

/** Returns how the page contradicts the earlier ones; undefined if it does not. Adds the page's ids to `seen`. */
function contradiction(page: Page, number: number, first: Page, seen: Set<string>): string | undefined {
  const { content, page_number: told, total_pages: pages, total_elements: total } = page;
  if (told !== undefined && told !== number) return `the service's list gave page ${told} instead of page ${number}`;
  if (pages !== first.total_pages || total !== first.total_elements)
    return "the service's list changed while it was read";
  for (const each of content) {
    const id = idOf(each)?.id;
    if (id === undefined) return "the service's list holds an entry without an id";
    if (seen.has(id)) return "the service's list holds an entry twice";
    seen.add(id);
  }
  if (pages === undefined || number + 1 >= pages) return undefined;
  return content.length === first.content.length && content.length > 0
    ? undefined
    : "a page of the service's list is shorter than the others";
}

/** Without counts, only an empty page is the last one, because a service may return fewer entries than requested. */
function isLast({ content, total_pages: pages, total_elements: total }: Page, number: number, count: number): boolean {
  if (pages !== undefined) return number + 1 >= pages;
  return content.length === 0 || (total !== undefined && count >= total);
}

function mismatch({ total_elements: total }: Page, count: number): string | undefined {
  if (total === undefined || total === count) return undefined;
  return `the service's list says that it holds ${total} documents, and shows ${count}`;
}
