import * as z from "zod";
import { businessProfileName, gulfDay, isDay } from "../document/index.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJson, writeJson } from "../json/index.ts";
import { type Envelope, type Openers, open, seal } from "./envelope.ts";
import type { SigningKey } from "./keys.ts";
import { type Person, type Policy, personWho } from "./policy.ts";

const text = z.string();
const day = text.refine(isDay);
const someone = z.strictObject({ name: text, key: text });

const delegationSchema = z.strictObject({
  /** The approver, who signs the delegation. */
  by: someone,
  /** The person who approves in the approver's place. */
  to: someone,
  /** Time of signing; UTC, ISO 8601. */
  at: text,
  /** The first and the last day, UAE time, both inclusive. */
  from: day,
  until: day,
  /** Business profiles, as normalised by `businessProfileName`. */
  business_profiles: z.array(text).min(1).max(200),
});

/** An approver's permission for another person to approve in their place for some days; this is what is signed. */
export type Delegation = z.infer<typeof delegationSchema>;

/** A delegation with a valid signature from the approver. */
export interface SignedDelegation {
  readonly delegation: Delegation;
  /** SHA-256 of what was signed, hex, which identifies the delegation. */
  readonly hash: string;
  readonly envelope: JsonObject;
}

/** Delegations that no longer count, keyed by hash, each with the reason in plain language. */
export type EndedDelegations = ReadonlyMap<string, string>;

/** Signs a delegation and returns the envelope. */
export function sealDelegation(delegation: Delegation, key: SigningKey): Envelope {
  return seal("delegation", writeJson(delegation as unknown as JsonObject), key);
}

/**
 * Opens a signed delegation; undefined if the value is not one, its signature is not valid, or its last day is before
 * its first.
 */
export function openDelegation(value: JsonValue | undefined, by: Openers = {}): SignedDelegation | undefined {
  const opened = open(value, "delegation", by);
  const read = delegationSchema.safeParse(opened?.payload);
  if (!opened || !read.success || read.data.by.key !== opened.by || !isJsonObject(value)) return undefined;
  const { from, until } = read.data;
  return from > until ? undefined : { delegation: read.data, hash: opened.hash, envelope: value };
}

/**
 * Reads a record that claims to be a delegation, without checking its signature. Used only to describe the record in
 * a warning.
 */
export function claimedDelegation(value: JsonValue | undefined): Delegation | undefined {
  const text = isJsonObject(value) && typeof value.payload === "string" ? value.payload : "";
  const payload = parseJson(Buffer.from(text, "base64").toString("utf8"));
  const read = delegationSchema.safeParse(payload.ok ? payload.value : undefined);
  return read.success ? read.data : undefined;
}

/** Builds the content of a delegation file. */
export function writeDelegationFile(delegation: JsonObject): string {
  return `${writeJson({ selfbill: "delegation/1", delegation }, 1)}\n`;
}

/** Reads the content of a delegation file; returns undefined if it is not one or has been changed. */
export function openDelegationFile(content: string): SignedDelegation | undefined {
  const json = parseJson(content);
  if (!json.ok || !isJsonObject(json.value) || json.value.selfbill !== "delegation/1") return undefined;
  return openDelegation(json.value.delegation);
}

/**
 * Returns the approver in whose place the delegate acts, or the reason, in words, why the delegation does not count.
 * The rights are those of the approver: the delegate only has to be one of the policy's people. `days`: the days on
 * which the delegation must count.
 */
export function delegatorOf(
  { delegation: { by, to, from, until, business_profiles: profiles }, hash }: SignedDelegation,
  { policy, businessProfileId, days, ended }: DelegationUse,
): Person | string {
  const approver = personWho(by, "approve", policy);
  const delegate = personWho(to, undefined, policy);
  if (typeof approver === "string") return approver;
  if (typeof delegate === "string") return delegate;
  if (!profiles.includes(businessProfileName(businessProfileId)))
    return `${by.name} did not delegate to ${to.name} for business profile ${businessProfileId}`;
  const outside = days.find((each) => each < from || each > until);
  if (outside !== undefined)
    return `${by.name} delegated to ${to.name} from ${from} until ${until}, and it counts for ${outside}`;
  const why = ended.get(hash);
  return why === undefined ? approver : `the delegation of ${by.name} to ${to.name} does not count: ${why}`;
}

/** Where and when a delegation is used. */
export interface DelegationUse {
  readonly policy: Policy;
  readonly businessProfileId: string;
  readonly days: readonly string[];
  readonly ended: EndedDelegations;
}

/** Returns the UAE day of a signed time; if the text is not a time, a value that sorts before all days. */
export function signedDay(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? "" : gulfDay(new Date(time));
}

/** Names a person who approved, for display, together with the approver in whose place they acted, if any. */
export function approverName({ name, for: forWhom }: { name: string; for?: { name: string } | undefined }): string {
  return forWhom === undefined ? name : `${name} for ${forWhom.name}`;
}
