import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../json/index.ts";
import { isSignedBy, type SigningKey } from "./keys.ts";

/**
 * A signed text. The form is DSSE, so that other programs can verify it without us: the signature is over `DSSEv1`, the type, and the bytes
 * of the payload, each of both with its length. Source: github.com/secure-systems-lab/dsse, protocol.md.
 */
export interface Envelope extends JsonObject {
  readonly payloadType: string;
  /** Base64 of the text in UTF-8. */
  readonly payload: string;
  /** One. `keyid` is the public key, `sig` the signature in base64. */
  readonly signatures: { readonly keyid: string; readonly sig: string }[];
}

/** What was signed, and by whom; the signature holds. */
export interface Opened {
  readonly payload: JsonObject;
  readonly by: string;
  /** SHA-256 of the payload, hex: the name of what was signed. */
  readonly hash: string;
}

/** What is signed here, by its last word. */
export type SignedType = "policy" | "request" | "approval";

const typeOf = (type: SignedType): string => `application/vnd.selfbill.${type}+json`;

/** Signs a JSON text. */
export function seal(type: SignedType, text: string, key: SigningKey): Envelope {
  const payload = Buffer.from(text, "utf8");
  const sig = key.sign(encoded(typeOf(type), payload));
  const signatures = [{ keyid: key.publicKey, sig }];
  return { payloadType: typeOf(type), payload: payload.toString("base64"), signatures };
}

/** Opens an envelope of this type; undefined when it is none, or when its signature does not hold. */
export function open(value: JsonValue | undefined, type: SignedType): Opened | undefined {
  if (!isJsonObject(value) || value.payloadType !== typeOf(type)) return undefined;
  const { payload: text, signatures } = value;
  const [first, more] = Array.isArray(signatures) ? signatures : [];
  if (typeof text !== "string" || !isJsonObject(first) || more !== undefined) return undefined;
  const { keyid, sig } = first;
  if (typeof keyid !== "string" || typeof sig !== "string") return undefined;
  const bytes = Buffer.from(text, "base64");
  if (!isSignedBy(keyid, encoded(typeOf(type), bytes), sig)) return undefined;
  const payload = parseJson(bytes.toString("utf8"));
  if (!payload.ok || !isJsonObject(payload.value)) return undefined;
  return { payload: payload.value, by: keyid, hash: createHash("sha256").update(bytes).digest("hex") };
}

/** The bytes that are signed. */
function encoded(type: string, payload: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);
}
