import { isLoopback } from "./base-url.ts";
import type { ServiceProfile } from "./resolve.ts";
import { isSandboxId } from "./values.ts";

/**
 * Returns the account that owns a document's ids: origin and business profile; for a sandbox its business profile, whatever the port. An address of
 * this computer without a sandbox's id is a service behind a tunnel, whose port may change. The account depends only on the settings, never on an
 * answer that may be late, so that one document cannot have two accounts.
 */
export function accountOf({ origin }: Pick<ServiceProfile, "origin">, businessProfileId: string): string {
  if (!isLoopback(origin)) return `${origin} ${businessProfileId}`;
  return `${isSandboxId(businessProfileId) ? "sandbox" : "tunnel"}:${businessProfileId}`;
}
