import { createSecureContext, type SecureContext } from "node:tls";
import type { Patience } from "./access.ts";
import type { ProxyServer } from "./proxy.ts";

export interface Route {
  readonly origin: string;
  readonly proxy?: ProxyServer | undefined;
  readonly extraCa?: string | undefined;
  readonly patience: Patience;
}

export function tlsOptions(route: Route): {
  minVersion: "TLSv1.2";
  rejectUnauthorized: true;
  secureContext?: SecureContext;
} {
  const strict = { minVersion: "TLSv1.2", rejectUnauthorized: true } as const;
  if (route.extraCa === undefined) return strict;
  // The `ca` option would replace Node's own authorities; authorities can be added only to an existing context.
  const secureContext = createSecureContext(strict);
  secureContext.context.addCACert(route.extraCa);
  return { ...strict, secureContext };
}
