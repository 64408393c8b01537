import { isLoopback } from "./base-url.ts";
import type { ServiceProfile } from "./resolve.ts";
import { isSandboxId } from "./values.ts";

/**
 * Returns the account: the origin plus the business profile. For a sandbox, it is only the business profile, whatever
 * the port. A local address without a sandbox's id is a service behind a tunnel, whose port may change. The account
 * depends only on the settings, never on an answer, so that a document cannot have two accounts.
 */
export function accountOf({ origin }: Pick<ServiceProfile, "origin">, businessProfileId: string): string {
  if (!isLoopback(origin)) return `${origin} ${businessProfileId}`;
  return `${isSandboxId(businessProfileId) ? "sandbox" : "tunnel"}:${businessProfileId}`;
}
