import { type AnsweredAs, is } from "./define.ts";

const forPrograms = { scripts: "a count of pages, which nobody reads" };

/** Source: contract §2.2. */
export const pageCounts = {
  page_number: is.count(forPrograms),
  total_pages: is.count(forPrograms),
  total_elements: is.count(forPrograms),
} as const;

/** A page of a list, in the format that the service documents. */
export type AnsweredPage<T> = { readonly content: readonly T[] } & AnsweredAs<typeof pageCounts>;

/** `expires_in` is in seconds, `expires_at` in Unix seconds. Source: contract §18.1. */
export const issuedToken = {
  token: is.text({ scripts: "a secret" }),
  expires_in: is.count({ scripts: "read when a token is asked for" }),
  expires_at: is.count({ scripts: "read when a token is asked for" }),
} as const;
