import { businessProfileName } from "../../approval/index.ts";

/** The service of every practice account. */
const practice = "sandbox";

/**
 * The service of an account: its origin, `tunnel` for one behind an address of this computer, or `sandbox`. Earlier versions kept the dot that
 * may end a host's full name.
 */
export function serviceOf(account: string): string {
  const [, origin, local] = /^(?:(\S+) |(sandbox|tunnel):)/.exec(account) ?? [];
  return local ?? (origin ?? account).replace(/\.(?=$|:\d+$)/, "");
}

/** The business profile of an account, as it is spelled there. */
export function businessProfileIn(account: string): string {
  return account.replace(/^(?:\S+ |(?:sandbox|tunnel):)/, "");
}

/** Whether two accounts are of one buyer, wherever its service is. */
export function isSameBuyer(one: string, other: string): boolean {
  return businessProfileName(businessProfileIn(one)) === businessProfileName(businessProfileIn(other));
}

/** The same text for every spelling of an account. What stands on further lines is kept. */
export function foldedAccount(account: string): string {
  const [first = "", ...lines] = account.split("\n");
  return [`${serviceOf(first)} ${businessProfileName(businessProfileIn(first))}`, ...lines].join("\n");
}

/** Whether an account is one of a sandbox, whose documents exist nowhere else. */
export function isPracticeAccount(account: string): boolean {
  return serviceOf(account) === practice;
}
