import { isJsonObject, JsonNumber, parseJson } from "../json/index.ts";

/**
 * Returns when a JWT expires (RFC 7519 `exp`, in seconds); undefined for other tokens. The signature is not checked:
 * only the service has to trust the token.
 */
export function tokenEnd(token: string): Date | undefined {
  const end = claimsOf(token)?.exp;
  const text = end instanceof JsonNumber ? end.text : "";
  return /^\d{1,12}(?:\.\d{1,9})?$/.test(text) ? new Date(Math.floor(Number(text)) * 1000) : undefined;
}

/**
 * Returns the issuer, and the subject or client; undefined for tokens that name neither a subject nor a client. Only
 * used to count requests, so the signature is not checked.
 */
export function tokenSubject(token: string): string | undefined {
  const { iss, sub, client_id, azp } = claimsOf(token) ?? {};
  const who = [sub, client_id, azp].find((each) => typeof each === "string" && each !== "");
  return who === undefined ? undefined : JSON.stringify([typeof iss === "string" ? iss : "", who]);
}

function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  const [, claims, signature, ...more] = token.split(".");
  if (claims === undefined || signature === undefined || more.length > 0) return undefined;
  const read = parseJson(Buffer.from(claims, "base64url").toString("utf8"));
  return read.ok && isJsonObject(read.value) ? read.value : undefined;
}
