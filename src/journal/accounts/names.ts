import { businessProfileName } from "../../approval/index.ts";

/** The service of every practice account. */
const practice = "sandbox";

/**
 * Returns the service of an account: its origin, `tunnel` for a service behind an address of this computer, or
 * `sandbox`. Earlier versions kept the dot that may end a full host name.
 */
export function serviceOf(account: string): string {
  const [, origin, local] = /^(?:(\S+) |(sandbox|tunnel):)/.exec(account) ?? [];
  return local ?? (origin ?? account).replace(/\.(?=$|:\d+$)/, "");
}

/** Returns the business profile of an account, in the account's spelling. */
export function businessProfileIn(account: string): string {
  return account.replace(/^(?:\S+ |(?:sandbox|tunnel):)/, "");
}

/** Whether two accounts belong to one buyer, at whichever services. */
export function isSameBuyer(one: string, other: string): boolean {
  return businessProfileName(businessProfileIn(one)) === businessProfileName(businessProfileIn(other));
}

/** Maps every spelling of an account to one text. Lines after the first stay unchanged. */
export function foldedAccount(account: string): string {
  const [first = "", ...lines] = account.split("\n");
  return [`${serviceOf(first)} ${businessProfileName(businessProfileIn(first))}`, ...lines].join("\n");
}

/** Whether an account belongs to a sandbox, whose documents exist nowhere else. */
export function isPracticeAccount(account: string): boolean {
  return serviceOf(account) === practice;
}
