import { businessProfileName } from "../../document/index.ts";

const practice = "sandbox";

/**
 * The origin of the service, `tunnel` for a service behind an address of this computer, or `sandbox`. Earlier
 * versions kept the trailing dot of a full host name.
 */
export function serviceOf(account: string): string {
  const [, local, origin] = /^(?:(sandbox|tunnel):|(\S+) )/.exec(account) ?? [];
  return local ?? (origin ?? account).replace(/\.(?=$|:\d+$)/, "");
}

export function businessProfileIn(account: string): string {
  return account.replace(/^(?:(?:sandbox|tunnel):|\S+ )/, "");
}

export function isSameBuyer(one: string, other: string): boolean {
  return businessProfileName(businessProfileIn(one)) === businessProfileName(businessProfileIn(other));
}

/** Maps all spellings of an account to one. Lines after the first, such as the path of a mark file, stay unchanged. */
export function foldedAccount(account: string): string {
  const [first = "", ...lines] = account.split("\n");
  return [`${serviceOf(first)} ${businessProfileName(businessProfileIn(first))}`, ...lines].join("\n");
}

/** Whether the account is at a sandbox, whose documents exist nowhere else. */
export function isPracticeAccount(account: string): boolean {
  return serviceOf(account) === practice;
}
