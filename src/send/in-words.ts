import type { WireFailure } from "./wire.ts";

const certificate: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is not signed by an authority that this computer trusts",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate comes from an authority that this computer does not trust",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate comes from an authority that this computer does not trust",
  UNABLE_TO_GET_ISSUER_CERT: "its certificate comes from an authority that this computer does not trust",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate comes from an authority that this computer does not trust",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate was made for another name",
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet",
};
const connection: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name is not known",
  EAI_AGAIN: "its name could not be looked up",
  ECONNREFUSED: "nothing answers at its address",
  CONNECT_TIMEOUT: "it did not answer in time",
  ETIMEDOUT: "it did not answer in time",
  ENETUNREACH: "its network cannot be reached",
  EHOSTUNREACH: "its address cannot be reached",
};

/** Returns the end of a sentence such as "… cannot be reached: its name is not known". */
export function whyNotConnected(failure: WireFailure): string {
  if (failure.kind === "proxy") return failure.message;
  const known = certificate[failure.code] ?? connection[failure.code];
  const through = failure.proxy === undefined ? "" : ` (through the proxy ${failure.proxy})`;
  if (known) return `${known}${through}`;
  if (failure.kind === "tls") return `a secure connection could not be made, ${failure.code}${through}`;
  return `${failure.message}${through}`;
}

/** Returns the remedy. It never suggests weakening the certificate check, because there is no option for that. */
export function hintNotConnected(failure: WireFailure): string {
  const byProxy = failure.kind === "proxy" || (failure.kind === "timeout" && failure.proxy !== undefined);
  if (byProxy) return "Check HTTPS_PROXY and NO_PROXY, then run the same command again.";
  if (failure.code in certificate || failure.kind === "tls") {
    return "Check the base URL and this computer's clock. For a company's own certificate authority use --ca-file FILE (or set NODE_EXTRA_CA_CERTS).";
  }
  return "Check the network and the profile's base URL, then run the same command again.";
}

/** Returns a clause to be used in a sentence. */
export function whyLost(failure: WireFailure | undefined): string {
  if (failure === undefined) return "the answer is not complete";
  if (failure.kind === "stopped") return "selfbill was stopped while waiting";
  if (failure.kind === "timeout") return "no complete answer came in time";
  if (failure.kind === "too-big") return failure.message;
  if (failure.code.startsWith("HPE_")) return "what came back is not HTTP";
  return "the connection broke before the answer was complete";
}
