import { isLoopback } from "./base-url.ts";
import type { ServiceProfile } from "./resolve.ts";

/**
 * Whose ids those of a document are: origin and business profile, or `sandbox:` and the sandbox's business profile. A service that
 * answers on the loopback and is not a sandbox is one behind a tunnel, whose port may be another one tomorrow: it does not count.
 */
export function accountOf(
  { sandbox, origin }: Pick<ServiceProfile, "sandbox" | "origin">,
  businessProfileId: string,
): string {
  if (sandbox) return `sandbox:${businessProfileId}`;
  return isLoopback(origin) ? `tunnel:${businessProfileId}` : `${origin} ${businessProfileId}`;
}
