import * as z from "zod";
import { businessProfileName, foldedName, isDecimalText, nameSkeleton } from "../document/index.ts";
import { type JsonObject, type JsonValue, writeJson } from "../json/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { type Envelope, open, seal } from "./envelope.ts";
import { isPublicKey, type SigningKey, userOfKey } from "./keys.ts";

const name = z.string().trim().min(1).max(100);
const key = z.string().refine(isPublicKey, "is not a public key as selfbill policy new-key prints it");
const amountText = z
  .string()
  .refine((text) => isDecimalText(text) && !text.startsWith("-"), "is not an amount, such as 250000.00");
const count = z.string().regex(/^[1-9]\d{0,8}$/, "is not a whole number from 1 on");

/** A person's key or, with `keys: optional`, the database user who represents the person in a journal on a server. */
const keyOrUser = z
  .string()
  .refine(
    (text) => isPublicKey(text) || userOfKey(text) !== undefined,
    "is neither a public key as selfbill policy new-key prints it, nor user:NAME",
  );

const personSchema = z.strictObject({
  name,
  key: keyOrUser,
  may: z.array(z.enum(["request", "approve"])).min(1),
  /** Limit for one document, in AED with VAT; if absent, there is no limit. */
  per_document: amountText.optional(),
  per_day: amountText.optional(),
});

const profileId = z.string().trim().min(1).max(200);

/** A database user's rights in a journal on a server. */
const rightSchema = z.strictObject({
  user: z.string().regex(/^[^\s:]{1,63}$/, "is not the name of a database user"),
  may: z.array(z.enum(["request", "approve", "send"])).min(1),
  /** If absent, the right applies to all of the policy's business profiles. */
  business_profiles: z.array(profileId).min(1).max(200).optional(),
});

const policySchema = z.strictObject({
  /** Increases with each policy, so that an old one cannot be set again. */
  number: count,
  /** The buyer's id at the service, regardless of the service's address. */
  business_profile: profileId.optional(),
  /** Several buyers, in place of one. Earlier versions reject a policy with this member. */
  business_profiles: z.array(profileId).min(1).max(200).optional(),
  /** In AED with VAT; documents for this amount or more need an approval, and 0 means all. */
  approval_from: amountText,
  /** Number of approvers, who must all be different from the requester. */
  approvals: z.string().regex(/^[1-5]$/, "is not a number from 1 to 5"),
  /**
   * `optional`: a person may be a database user without a key, written as `user:NAME`. Earlier versions reject a policy
   * with this member.
   */
  keys: z.enum(["required", "optional"]).optional(),
  /** The key that signs the next policy, if it is not the key that signed this policy. */
  next_owner: key.optional(),
  people: z.array(personSchema).min(1).max(500),
  /**
   * Rights of database users. If absent, everyone who can write to the journal may do everything that approvals allow.
   * Earlier versions reject a policy with this member.
   */
  rights: z.array(rightSchema).min(1).max(2_000).optional(),
});

/** Amounts are in AED with VAT, as exact strings. */
export type Person = z.infer<typeof personSchema>;
/** What a user may do for a company. */
export type Right = z.infer<typeof rightSchema>["may"][number];
/** Every value is a string, as signed. */
export type Policy = z.infer<typeof policySchema>;

/** A policy with a valid signature. */
export interface SignedPolicy {
  readonly policy: Policy;
  /** The public key of the signer. */
  readonly by: string;
  /** SHA-256 of the signed text, hex. */
  readonly hash: string;
}

/** Returns the names of the policy's business profiles, normalised by `businessProfileName`; at least one. */
export function profilesOf({ business_profile: one, business_profiles: several }: Policy): readonly string[] {
  return [...new Set((several ?? (one === undefined ? [] : [one])).map(businessProfileName))];
}

/** Returns the beginning of a key, for display; for a database user, the whole name. */
export function fingerprintOf(publicKey: string): string {
  if (userOfKey(publicKey) !== undefined) return publicKey;
  return publicKey.slice("ed25519:".length, "ed25519:".length + 12);
}

/**
 * Returns the person with this name and key who has the right `what`, if one is given; otherwise, in words, why there
 * is none.
 */
export function personWho(
  { name, key }: { readonly name: string; readonly key: string },
  what: "request" | "approve" | undefined,
  { people, number }: Policy,
): Person | string {
  const person = people.find((each) => each.key === key);
  if (person === undefined) return `the key of ${name} is not one of policy ${number}`;
  if (foldedName(person.name) !== foldedName(name)) return `the key of ${name} belongs to ${person.name}`;
  if (what !== undefined && !person.may.includes(what)) return `${person.name} may not ${what} documents`;
  return person;
}

/**
 * `values`: as a person wrote them, with every scalar kept as a string. Reports every problem together, as
 * `policy-not-valid`.
 */
export function readPolicy(values: unknown, file: string): Result<Policy> {
  const read = policySchema.safeParse(withDefaults(values));
  const found = read.success ? [...faultsOf(read.data), ...unclearNames(read.data)] : read.error.issues.map(wordsOf);
  const [first, ...more] = found.map((each) => notValid(each, file));
  if (first !== undefined) return { ok: false, problems: [first, ...more] };
  return read.success ? ok(read.data) : fail(notValid("it is empty", file));
}

export function sealPolicy(policy: Policy, owner: SigningKey): Envelope {
  return seal("policy", writeJson(policy as unknown as JsonObject), owner);
}

/** Returns undefined if the value is not a policy, or its signature or content is invalid. */
export function openPolicy(value: JsonValue | undefined): SignedPolicy | undefined {
  const opened = open(value, "policy");
  const read = policySchema.safeParse(opened?.payload);
  if (!opened || !read.success || faultsOf(read.data).length > 0) return undefined;
  return { policy: read.data, by: opened.by, hash: opened.hash };
}

function withDefaults(values: unknown): unknown {
  return typeof values === "object" && values !== null ? { approval_from: "0", approvals: "1", ...values } : values;
}

/** Errors that no single value reveals; for example, four eyes need two people. */
function faultsOf(policy: Policy): string[] {
  const { people, approvals, keys: demand = "required", next_owner: owner } = policy;
  const twice = <T>(all: readonly T[]): T[] => all.filter((each, at) => all.indexOf(each) !== at);
  const names = twice(people.map((each) => foldedName(each.name)));
  const keys = twice(people.map((each) => each.key));
  const needed = Number.parseInt(approvals, 10);
  const able = people.filter(({ may }) => may.includes("request"));
  const enough = able.some(
    (one) => people.filter((each) => each !== one && each.may.includes("approve")).length >= needed,
  );
  return [
    ...scopeFaults(policy),
    ...names.map((each) => `the name "${each}" appears twice`),
    ...keys.map((each) => `the key ${fingerprintOf(each)}… belongs to two people`),
    ...people.flatMap(({ name: who, key: own }) =>
      demand === "required" && userOfKey(own) !== undefined
        ? [`${who} has no key, which is allowed only with keys: optional`]
        : [],
    ),
    ...(people.some((each) => each.key === owner) ? ["next_owner is the key of one of the people"] : []),
    ...(enough ? [] : [`nobody may request a document that ${approvals} other people may approve`]),
  ];
}

/** Errors in the policy's companies, and in the rights for them. */
function scopeFaults(policy: Policy): string[] {
  const { business_profile: one, business_profiles: several, rights = [] } = policy;
  if (one === undefined && several === undefined) return ["business_profile is missing"];
  if (one !== undefined && several !== undefined) return ["business_profile and business_profiles exclude each other"];
  const own = new Set(profilesOf(policy));
  const strange = rights.flatMap(({ user, business_profiles: named = [] }) =>
    named.filter((each) => !own.has(businessProfileName(each))).map((each) => ({ user, each })),
  );
  return strange.map(({ user, each }) => `the rights of ${user} name ${each}, which the policy is not for`);
}

/** Greek capitals whose lowercase form looks like a different Latin letter. */
const greek: Readonly<Record<string, string>> = { Ν: "N", Υ: "Y", Ζ: "Z" };
/** Letters of scripts in which some letters look like Latin ones. */
const likeLatin = /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/**
 * Describes names that could be mistaken for others. Checked only when a policy is made: a policy already in force
 * stays valid.
 */
export function unclearNames({ people }: Policy): string[] {
  const seen = new Map<string, string>();
  return people.flatMap(({ name: who }) => {
    if (/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(who))
      return [`the name ${JSON.stringify(who)} has characters that cannot be seen`];
    if (likeLatin.test(who) && /\p{Script=Latin}/u.test(who))
      return [`the name "${who}" mixes letters of two alphabets that look alike`];
    const plain = nameSkeleton(who.replace(/[ΝΥΖ]/g, (letter) => greek[letter] ?? letter)) || foldedName(who);
    const other = seen.get(plain);
    seen.set(plain, who);
    // Identical names are reported elsewhere.
    return other === undefined || foldedName(other) === foldedName(who)
      ? []
      : [`the names "${other}" and "${who}" look alike`];
  });
}

function wordsOf({ path, message, code, ...rest }: z.core.$ZodIssue): string {
  const at = path.map((each) => (typeof each === "number" ? `[${each}]` : `.${String(each)}`)).join("");
  const where = at.replace(/^\./, "") || "it";
  if (code === "unrecognized_keys")
    return `${where} has an unknown name: ${"keys" in rest ? rest.keys.join(", ") : ""}`;
  if (code === "invalid_type" && /undefined/.test(message)) return `${where} is missing`;
  return code === "custom" || code === "invalid_format" ? `${where} ${message}` : `${where}: ${message}`;
}

function notValid(what: string, file: string): Problem {
  const hint = "selfbill help approvals shows a policy. Correct the file, then run the same command again.";
  return problem("policy-not-valid", `The policy is not valid: ${what}.`, hint, { where: { file } });
}
