import { isJsonObject, JsonNumber, parseJson } from "../json/index.ts";

/**
 * When a token ends by its own words, for tokens that say it (JWT, RFC 7519 `exp`, seconds); undefined for all others. The signature is not
 * checked: it is for the service alone to trust.
 */
export function tokenEnd(token: string): Date | undefined {
  const [, claims, signature, ...more] = token.split(".");
  if (claims === undefined || signature === undefined || more.length > 0) return undefined;
  const read = parseJson(Buffer.from(claims, "base64url").toString("utf8"));
  const end = read.ok && isJsonObject(read.value) ? read.value.exp : undefined;
  const text = end instanceof JsonNumber ? end.text : "";
  return /^\d{1,12}(?:\.\d{1,9})?$/.test(text) ? new Date(Math.floor(Number(text)) * 1000) : undefined;
}
