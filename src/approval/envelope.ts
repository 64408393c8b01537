import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../json/index.ts";
import { isSignedBy, type SigningKey, userOfKey } from "./keys.ts";

/**
 * A DSSE envelope, so that other programs can verify it: the signature covers `DSSEv1`, the type, and the bytes of
 * the payload, with the lengths of both. Source: github.com/secure-systems-lab/dsse, protocol.md.
 */
export interface Envelope extends JsonObject {
  readonly payloadType: string;
  /** UTF-8, in base64. */
  readonly payload: string;
  /** `keyid`: the public key; `sig`: the signature in base64. */
  readonly signatures: { readonly keyid: string; readonly sig: string }[];
}

/** An opened envelope; its signature is valid. */
export interface Opened {
  readonly payload: JsonObject;
  readonly by: string;
  /** SHA-256 of the payload, hex; identifies it. */
  readonly hash: string;
}

/** What an envelope contains; part of its `payloadType`. */
export type SignedType = "policy" | "request" | "approval" | "delegation";

/** Other accepted signers of an envelope. */
export interface Openers {
  /**
   * Also accepts a database user, without a signature. Callers that set it must ask the journal's server whether that
   * user made the decision.
   */
  readonly users?: true;
}

const typeOf = (type: SignedType): string => `application/vnd.selfbill.${type}+json`;

export function seal(type: SignedType, text: string, key: SigningKey): Envelope {
  const payload = Buffer.from(text, "utf8");
  const sig = key.sign(encoded(typeOf(type), payload));
  const signatures = [{ keyid: key.publicKey, sig }];
  return { payloadType: typeOf(type), payload: payload.toString("base64"), signatures };
}

/** Returns undefined if the value is not an envelope of this type, or its signature is invalid. */
export function open(value: JsonValue | undefined, type: SignedType, { users }: Openers = {}): Opened | undefined {
  if (!isJsonObject(value) || value.payloadType !== typeOf(type)) return undefined;
  const { payload: text, signatures } = value;
  const [first, more] = Array.isArray(signatures) ? signatures : [];
  if (typeof text !== "string" || !isJsonObject(first) || more !== undefined) return undefined;
  const { keyid, sig } = first;
  if (typeof keyid !== "string" || typeof sig !== "string") return undefined;
  const bytes = Buffer.from(text, "base64");
  const isByUser = users === true && type !== "policy" && userOfKey(keyid) !== undefined && sig === "";
  if (!isByUser && !isSignedBy(keyid, encoded(typeOf(type), bytes), sig)) return undefined;
  const payload = parseJson(bytes.toString("utf8"));
  if (!payload.ok || !isJsonObject(payload.value)) return undefined;
  return { payload: payload.value, by: keyid, hash: createHash("sha256").update(bytes).digest("hex") };
}

function encoded(type: string, payload: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);
}
