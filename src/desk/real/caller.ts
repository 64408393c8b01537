import type { Caller } from "../../journal/index.ts";
import { isLoopback, isSandboxId, type ServiceProfile, tokenSubject } from "../../settings/index.ts";

/** How a run signs in: with a token, or with the client that fetches it. */
export type Credential = { readonly token: string } | { readonly clientId: string };

/**
 * Returns the caller whose request quota a profile uses: the user's name for the account, otherwise the client, otherwise the subject of the token,
 * otherwise the token itself. A service behind an address of this computer is the same one at every port.
 */
export function callerOf(
  { origin, businessProfileId, accountName }: Pick<ServiceProfile, "origin" | "businessProfileId" | "accountName">,
  credential: Credential,
): Caller {
  const service = !isLoopback(origin) ? origin : isSandboxId(businessProfileId) ? "sandbox" : "tunnel";
  if (accountName !== undefined) return { service, by: "name", value: accountName };
  if ("clientId" in credential) return { service, by: "client", value: credential.clientId };
  const subject = tokenSubject(credential.token);
  return subject === undefined
    ? { service, by: "token", value: credential.token }
    : { service, by: "subject", value: subject };
}
