import type { ServiceProfile } from "./resolve.ts";

/** Whose ids those of a document are: origin and business profile, or `sandbox:` and the sandbox's business profile (Decision 28). */
export function accountOf(
  { sandbox, origin }: Pick<ServiceProfile, "sandbox" | "origin">,
  businessProfileId: string,
): string {
  return sandbox ? `sandbox:${businessProfileId}` : `${origin} ${businessProfileId}`;
}
