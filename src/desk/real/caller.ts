import type { Caller } from "../../journal/index.ts";
import { isLoopback, isSandboxId, type ServiceProfile, tokenSubject } from "../../settings/index.ts";

export type Credential = { readonly token: string } | { readonly clientId: string };

/**
 * Determines what identifies the caller whose quota the requests use: the user's name for the account, else the
 * client, else the subject of the token, else the token. Ignores the port of a service on this computer.
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
