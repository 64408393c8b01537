import { isAbsolute } from "node:path";
import { notInPath } from "../contract/index.ts";
import { type EditionId, editionOf, editions, seriesFault } from "../document/index.ts";
import { fail, ok, problem, type Result, suggest } from "../problem/index.ts";

/** The version that new profiles pin. Source: contract §1.2, Decision 31. */
export const defaultServiceVersion = "20260101";
/** Source: contract, Decision 15. */
export const defaultVersionHeader = "X-SERVICE-VERSION";

/** Headers set by selfbill; a version header with such a name would break the request. */
const ownHeaders = new Set([
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

/** Accepts editions such as 1.0.4. Problem: `bad-setting`. */
export function parseRulesEdition(text: string): Result<EditionId> {
  const found = editionOf(text.trim());
  if (found) return ok(found.id);
  const known = editions.map(({ id }) => id).join(", ");
  return refuse(
    "rules_edition",
    `${shown(text)} is not an edition of the rules that selfbill knows.`,
    `Write one of: ${known}.`,
  );
}

/** Accepts eight digits that form a real date (YYYYMMDD). Problem: `bad-setting`. */
export function parseServiceVersion(text: string): Result<string> {
  const version = text.trim();
  const [, year = "", month = "", day = ""] = /^(\d{4})(\d{2})(\d{2})$/.exec(version) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const real = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`);
  if (real) return ok(version);
  return refuse(
    "service_version",
    `${shown(version)} is not a version: a version is a date, YYYYMMDD.`,
    `For instance ${defaultServiceVersion}.`,
  );
}

/**
 * Accepts any text without control characters that can stand in a path; ids are opaque (Decision 170). Problem:
 * `bad-setting`.
 */
export function parseBusinessProfileId(text: string): Result<string> {
  const id = text.trim();
  const why = /[\p{Cc}\p{Zl}\p{Zp}]/u.test(id) ? "it has a control character" : notInPath(id);
  if (why === undefined) return ok(id);
  return refuse(
    "business_profile_id",
    `${shown(id)} is not a business profile id: ${why}.`,
    "Copy it from the service's console.",
  );
}

export function parseCompany(text: string): Result<string> {
  const name = text.trim().replace(/ +/g, " ");
  if (name.length > 0 && name.length <= 200 && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) return ok(name);
  return refuse("company", `${shown(name)} is not a name for a company.`, "Write up to 200 letters, or none.");
}

export function parseAccountName(text: string): Result<string> {
  const name = text.trim();
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u.test(name)) return ok(name);
  return refuse(
    "account_name",
    `${shown(name)} is not a name for an account.`,
    "Write up to 64 letters, digits, spaces and . _ @ -, or none.",
  );
}

/** Whether the id belongs to a sandbox; only such ids begin with SBX-, in upper or lower case. */
export function isSandboxId(id: string | undefined): boolean {
  return /^SBX-/i.test(id ?? "");
}

/** Whether a service may be a sandbox, judging only by its address and id, not by what is listening there. */
export function mayBeSandbox(loopback: boolean, id: string | undefined): boolean {
  return loopback && (id === undefined || isSandboxId(id));
}

/** Accepts whole days, 0 to 365. Problem: `bad-setting`. */
export function parseAcceptanceDays(text: string): Result<string> {
  const days = text.trim();
  if (/^\d{1,3}$/.test(days) && Number(days) <= 365) return ok(String(Number(days)));
  return refuse("acceptance_days", `${shown(days)} is not a number of days from 0 to 365.`, "Write 14, or none.");
}

export function parseNumberSeries(text: string, path: string): Result<string> {
  const series = text.trim();
  const fault = seriesFault(series);
  if (fault === undefined) return ok(series);
  return refuse(path, `${shown(series)} is not a number series. ${fault}`, "Write it like SB-{yyyy}-{00000}, or none.");
}

/** Whether the journal's place is the address of a server; otherwise, it is a folder. */
export function isOnServer(place: string): boolean {
  return /^postgres(?:ql)?:/i.test(place);
}

/**
 * Returns what is wrong with a journal's place; undefined if a profile can use it. Rejects a password, because it would
 * be readable in the settings file.
 */
export function journalFault(place: string): string | undefined {
  if (!isOnServer(place)) return isAbsolute(place) ? undefined : "A folder is written with its whole path.";
  if (withoutPassword(place) !== place) return "Its address has a password in it.";
  const authorities = new URLSearchParams(place.split("?")[1]).get("sslrootcert");
  if (authorities === null || isAbsolute(authorities)) return undefined;
  return "Its sslrootcert is written with its whole path.";
}

export function withoutPassword(place: string): string {
  if (!isOnServer(place)) return place;
  return place.replace(/^([a-z]+:\/\/[^:@/?#]*):.*@/is, "$1:…@").replace(/([?&]\w*password=)[^&#]*/gi, "$1…");
}

/**
 * Accepts the absolute path of a folder, or the address of a server. Problem: `bad-setting`, which never shows the
 * address.
 */
export function parseJournal(text: string): Result<string> {
  const place = text.trim();
  const fault = journalFault(place);
  if (fault === undefined) return ok(place);
  const hint = `Write it like postgres://amina@db.example/books?sslrootcert=/path/ca.pem; ${suggest`journal login`} keeps its password.`;
  return refuse("journal", `The journal of a profile cannot be there. ${fault}`, hint);
}

/**
 * Accepts the name of a header that selfbill does not set itself: letters, digits and -, at most 64, beginning with a
 * letter. Problem: `bad-setting`.
 */
export function parseVersionHeader(text: string): Result<string> {
  const name = text.trim();
  if (/^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(name) && !ownHeaders.has(name.toLowerCase())) return ok(name);
  return refuse(
    "version_header",
    `${shown(name)} cannot be the name of the version header.`,
    `Usually it is ${defaultVersionHeader}.`,
  );
}

/** Accepts letters, digits, . _ and -, at most 64. Problem: `bad-setting`. */
export function parseProfileName(text: string): Result<string> {
  const name = text.trim();
  const usable = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) && !["constructor", "prototype"].includes(name);
  if (usable) return ok(name);
  return refuse("profile", `${shown(name)} cannot be the name of a profile.`, "Use letters, digits, dots and hyphens.");
}

/**
 * Accepts visible ASCII without spaces, at most 8,192 characters; removes surrounding spaces and line breaks.
 * Problem: `bad-token`.
 */
export function parseToken(text: string): Result<string> {
  const token = text.trim();
  const wrong = (message: string, hint: string) => fail(problem("bad-token", message, hint));
  if (token === "") return wrong("The token is empty.", "Copy it from the service's console and try again.");
  if (/^bearer\s/i.test(token))
    return wrong("The token begins with the word Bearer.", "Give only the part after that word.");
  if (token.length > 8192) return wrong("The token is longer than 8,192 characters.", "Check what was copied.");
  if (/^[\x21-\x7e]+$/.test(token)) return ok(token);
  return wrong(
    "The token contains a space, a line break or a character that no token has.",
    "Copy only the token, in one piece.",
  );
}

/** Accepts visible ASCII, at most 200 characters. Problem: `bad-setting`. */
export function parseClientId(text: string): Result<string> {
  const id = text.trim();
  if (/^[\x21-\x7e]{1,200}$/.test(id)) return ok(id);
  return refuse("client_id", `${shown(id)} is not a client id.`, "Copy it from the service's console, without spaces.");
}

/**
 * Accepts the same characters and length as `parseToken`; removes surrounding spaces and line breaks. Problem:
 * `bad-token`.
 */
export function parseClientSecret(text: string): Result<string> {
  const secret = text.trim();
  if (/^[\x21-\x7e]{1,8192}$/.test(secret)) return ok(secret);
  const what = secret === "" ? "is empty" : "contains a space, a line break or a character that no secret has";
  return fail(problem("bad-token", `The client secret ${what}.`, "Copy the whole secret, in one piece."));
}

function refuse(path: string, message: string, hint: string): Result<never> {
  return fail(problem("bad-setting", message, hint, { where: { path } }));
}

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
