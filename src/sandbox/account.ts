import { createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import type { Database } from "../database/index.ts";
import { isJsonObject, parseJson } from "../json/index.ts";
import type { Organization } from "./profile.ts";

export const settingSchema = `CREATE TABLE IF NOT EXISTS setting (
  name TEXT PRIMARY KEY, value TEXT NOT NULL
) STRICT;`;

/** Created when a data folder is first used and reused afterwards. */
export interface Account extends Organization {
  /** `sandbox:` and the data folder's id, independent of the port (Decision 28). */
  readonly accountId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Signs the tokens that the sandbox issues; other tokens are rejected. */
  readonly key: Buffer;
  /** Never expires. */
  readonly token: string;
}

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const randomLetters = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join("");

/** Values to use instead of generated ones for a new account. */
export interface GivenAccount {
  readonly token?: string | undefined;
  readonly businessProfileId?: string | undefined;
}

/** Reads or creates the account in one transaction, so that two processes that start at the same time agree on it. */
export function openAccount(database: Database, now: number, given: GivenAccount = {}): Account {
  return database.transaction(() => {
    const kept = (name: string, make: () => string): string => {
      const row = database.get("SELECT value FROM setting WHERE name = ?", name);
      if (row) return String(row.value);
      const value = make();
      database.run("INSERT INTO setting (name, value) VALUES (?, ?)", name, value);
      return value;
    };
    const key = Buffer.from(
      kept("key", () => randomBytes(32).toString("hex")),
      "hex",
    );
    const orgId = kept("org_id", randomUUID);
    return {
      accountId: `sandbox:${kept("folder_id", () => randomLetters(10))}`,
      orgId,
      profileUuid: kept("profile_uuid", randomUUID),
      profileId: kept("profile_id", () => given.businessProfileId ?? `SBX-${randomLetters(10)}`),
      createdAt: Number(kept("created_at", () => String(now))),
      clientId: kept("client_id", () => `sbx-${randomLetters(12)}`),
      clientSecret: kept("client_secret", () => randomBytes(24).toString("hex")),
      key,
      token: kept(
        "token",
        () => given.token ?? issueToken(key, { iss: "selfbill-sandbox", sub: orgId, jti: randomUUID() }),
      ),
    };
  });
}

/**
 * Issues a token: a JWT signed with HS256. `exp` in the claims is Unix seconds; without it, the token does not expire.
 */
export function issueToken(key: Buffer, claims: Readonly<Record<string, string | number>>): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${signed}.${signature(key, signed)}`;
}

/**
 * Cache of verified tokens with their expiry in Unix milliseconds, because a client usually sends the same token with
 * every request.
 */
const issued = new WeakMap<Buffer, Map<string, number>>();
/** Limits the memory used for a client that fetches a token for each request. */
const maxKept = 100;

/** True for an unexpired token of this sandbox; `now` is in Unix milliseconds. */
export function isIssued(key: Buffer, token: string, now: number): boolean {
  const known = issued.get(key) ?? new Map<string, number>();
  issued.set(key, known);
  const end = known.get(token) ?? endOf(key, token);
  if (end === undefined) return false;
  if (known.size >= maxKept) known.clear();
  known.set(token, end);
  return end > now;
}

/** Returns undefined for a token that this sandbox did not issue. */
function endOf(key: Buffer, token: string): number | undefined {
  const cut = token.lastIndexOf(".");
  if (cut < 0) return undefined;
  const expected = Buffer.from(signature(key, token.slice(0, cut)));
  const given = Buffer.from(token.slice(cut + 1));
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  const claims = parseJson(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  if (!claims.ok || !isJsonObject(claims.value)) return undefined;
  const { exp } = claims.value;
  return exp === undefined ? Number.POSITIVE_INFINITY : Number(String(exp)) * 1000;
}

function signature(key: Buffer, signed: string): string {
  return createHmac("sha256", key).update(signed).digest("base64url");
}
