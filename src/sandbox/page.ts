import type { AnsweredPage } from "../contract/index.ts";

export interface Paging {
  readonly page: number;
  readonly size: number;
  readonly errors: Map<string, string>;
}

/** Maximum page size; the contract sets no limit. */
const maxSize = 1000;

/** Reads `page`, which counts from 0 (default 0), and `size` (default 10). */
export function readPaging(query: URLSearchParams): Paging {
  const errors = new Map<string, string>();
  const count = (name: string, otherwise: number, least: number, most: number): number => {
    const text = query.get(name);
    if (text === null || text === "") return otherwise;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (value >= least && value <= most) return value;
    errors.set(name, `${name} must be a whole number from ${least} to ${most}`);
    return otherwise;
  };
  return { page: count("page", 0, 0, 999_999_999), size: count("size", 10, 1, maxSize), errors };
}

export function paginate<T>(all: readonly T[], paging: Paging): AnsweredPage<T> {
  const { page, size } = paging;
  return pageWith(all.slice(page * size, (page + 1) * size), all.length, paging);
}

/** Returns a page as the service sends it; `total` is the number of elements on all pages. */
export function pageWith<T>(content: readonly T[], total: number, { page, size }: Paging): AnsweredPage<T> {
  return { content, page_number: page, total_pages: Math.ceil(total / size), total_elements: total };
}

/** True if the text is YYYY-MM-DD and the day exists. */
export function isDate(text: string): boolean {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}
