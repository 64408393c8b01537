import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { fail, ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";

/** A key that signs; only its public half can be read. */
export interface SigningKey {
  /** `ed25519:` and the 32 bytes of the key in base64url. */
  readonly publicKey: string;
  /** Returns base64. */
  sign(bytes: Uint8Array): string;
}

const publicForm = /^ed25519:[A-Za-z0-9_-]{43}$/;

/**
 * Public keys of small order, by their y coordinate (little-endian, hex): a signature with such a key is valid for
 * many messages and needs no private key. Source: RFC 8032 §5.1, https://eprint.iacr.org/2020/1244 (table 1).
 */
const smallOrder: ReadonlySet<string> = new Set([
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  `ec${"ff".repeat(30)}7f`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]);
const prime = 2n ** 255n - 19n;

/**
 * Accepts only the spelling that `policy new-key` prints, so that each key has only one; rejects keys that can be used
 * without a private key.
 */
export function isPublicKey(text: string): boolean {
  if (!publicForm.test(text)) return false;
  const x = text.slice("ed25519:".length);
  const bytes = Buffer.from(x, "base64url");
  if (bytes.toString("base64url") !== x) return false;
  bytes[31] = (bytes[31] ?? 0) & 0x7f;
  const y = BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
  return y < prime && !smallOrder.has(bytes.toString("hex"));
}

const userForm = /^user:([^\s:]{1,63})$/;

/** Returns the database user's name if `user:NAME` is given in place of a key. */
export function userOfKey(key: string): string | undefined {
  return userForm.exec(key)?.[1];
}

/** A database user's key cannot sign: only the server of the journal can confirm what that user did. */
export function keyOfUser(user: string): SigningKey {
  return { publicKey: `user:${user}`, sign: () => "" };
}

/**
 * Makes an Ed25519 key pair: the private key as PEM (PKCS 8), encrypted if there is a passphrase, and the public key.
 */
export function newKeyPair(passphrase: string | undefined): { readonly pem: string; readonly publicKey: string } {
  const form = { type: "pkcs8", format: "pem" } as const;
  // Never exports a generated key object: if the collector runs during the export, Node 20 waits for itself for ever.
  const { privateKey, publicKey } = generateKeyPairSync("ed25519", {
    privateKeyEncoding: passphrase === undefined ? form : { ...form, cipher: "aes-256-cbc", passphrase },
    publicKeyEncoding: { type: "spki", format: "der" },
  });
  return { pem: privateKey, publicKey: nameOf(createPublicKey({ key: publicKey, type: "spki", format: "der" })) };
}

/** Whether a PEM string needs a passphrase. */
const isEncrypted = (pem: string): boolean => pem.includes("BEGIN ENCRYPTED PRIVATE KEY");

/** Calls `passphrase` only if the file is encrypted. Problem: `key-unusable`. */
export async function signingKey(
  pem: string,
  file: string,
  passphrase: () => Promise<Result<string>>,
): Promise<Result<SigningKey>> {
  const word = isEncrypted(pem) ? await passphrase() : undefined;
  if (word && !word.ok) return word;
  try {
    const key = createPrivateKey({ key: pem, format: "pem", ...(word ? { passphrase: word.value } : {}) });
    if (key.asymmetricKeyType !== "ed25519") return fail(unusableKey(file, "it is not an Ed25519 key"));
    const bytesOf = (bytes: Uint8Array): string => sign(null, bytes, key).toString("base64");
    return ok({ publicKey: nameOf(createPublicKey(key)), sign: bytesOf });
  } catch (cause) {
    return fail(
      unusableKey(file, word ? "the passphrase is wrong, or the file is damaged" : "it is not a PEM file", cause),
    );
  }
}

/** Returns false if the signature is not valid, or if the key or the signature is malformed. */
export function isSignedBy(publicKey: string, bytes: Uint8Array, signature: string): boolean {
  if (!isPublicKey(publicKey)) return false;
  try {
    const x = publicKey.slice("ed25519:".length);
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(null, bytes, key, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

function nameOf(key: KeyObject): string {
  return `ed25519:${key.export({ format: "jwk" }).x}`;
}

function unusableKey(file: string, why: string, cause?: unknown): Problem {
  const message = `The key ${file} cannot be used: ${why}. Nothing was signed.`;
  const hint = `Name the private key that ${suggest`policy new-key`} wrote; its passphrase is asked for.`;
  return problem("key-unusable", message, hint, { where: { file }, cause });
}
