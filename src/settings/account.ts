import { isLoopback } from "./base-url.ts";
import type { ServiceProfile } from "./resolve.ts";
import { isSandboxId } from "./values.ts";

/**
 * Whose ids those of a document are: origin and business profile; of a sandbox its business profile, whatever the port. What is reached by
 * an address of this computer and has no sandbox's id is a service behind a tunnel, whose port may be another one tomorrow. It depends on
 * the settings alone, never on an answer that may be late: one document must not have two accounts.
 */
export function accountOf({ origin }: Pick<ServiceProfile, "origin">, businessProfileId: string): string {
  if (!isLoopback(origin)) return `${origin} ${businessProfileId}`;
  return `${isSandboxId(businessProfileId) ? "sandbox" : "tunnel"}:${businessProfileId}`;
}
