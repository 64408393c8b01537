import * as z from "zod";
import { businessProfileSchema } from "../document/index.ts";
import { isJsonObject, type JsonObject, type JsonValue, numbersAsText, parseJson, writeJson } from "../json/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";
import { type Envelope, type Openers, open, seal } from "./envelope.ts";
import type { SigningKey } from "./keys.ts";
import { openPolicy, type SignedPolicy } from "./policy.ts";

const text = z.string();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Added to the warnings of a document if the requester's records did not contain its supplier, or the supplier's
 * account. Not a problem code, because nothing is wrong with the document. An earlier version of selfbill rejects
 * such a request and asks for an update.
 */
export const supplierIsNew = "supplier-new";

const askedSchema = z.strictObject({
  /** The document's file, or its place in a file. */
  file: text,
  kind: z.enum(["invoice", "credit-note"]),
  /** The result of `intentKey` for account, business profile, kind and content. */
  key: hash,
  /** In AED with VAT. */
  gross_aed: text,
  /** Findings on the requester's computer; a changed supplier comes first. */
  warnings: z.array(z.strictObject({ code: text, message: text })),
});

const requestSchema = z.strictObject({
  by: z.strictObject({ name: text, key: text }),
  /** When the request was made; UTC, ISO 8601. */
  at: text,
  /** Number of the policy under which the request was made. */
  policy: text,
  account: text,
  business_profile: text,
  service_version: text,
  rules_edition: text.optional(),
  /** `yes`: the network's findings are warnings, as with --send-anyway. */
  send_anyway: z.enum(["yes", "no"]),
  /** The buyer's details, which some of the rules check. */
  buyer: businessProfileSchema.optional(),
  documents: z.array(askedSchema).min(1),
});

export type AskedDocument = z.infer<typeof askedSchema>;
/** A request for approval; this is what is signed. */
export type ApprovalRequest = z.infer<typeof requestSchema>;

/** A request with a valid signature. */
export interface SignedRequest {
  readonly request: ApprovalRequest;
  /** SHA-256 of the signed text, hex; identifies the request. */
  readonly hash: string;
  readonly envelope: JsonObject;
}

/** The signed request, the policy under which it was made, and the documents, whose hashes were signed. */
export interface RequestFile extends SignedRequest {
  readonly policy: SignedPolicy;
  /** The documents as JSON, in the order of `documents`. */
  readonly contents: readonly string[];
}

export function sealRequest(request: ApprovalRequest, key: SigningKey): Envelope {
  return seal("request", writeJson(request as unknown as JsonObject), key);
}

/** Returns undefined if the value is not a request, or its signature or content is invalid. */
export function openRequest(value: JsonValue | undefined, by: Openers = {}): SignedRequest | undefined {
  const opened = open(value, "request", by);
  const read = requestSchema.safeParse(opened && numbersAsText(opened.payload));
  if (!opened || !read.success || read.data.by.key !== opened.by || !isJsonObject(value)) return undefined;
  return { request: read.data, hash: opened.hash, envelope: value };
}

/** `policy`: the policy's envelope as JSON. */
export function writeRequestFile(request: JsonObject, policy: string, contents: readonly string[]): string {
  const signed = parseJson(policy);
  const file = { selfbill: "request/1", request, policy: signed.ok ? signed.value : null, contents: [...contents] };
  return `${writeJson(file, 1)}\n`;
}

/** Checks format and signatures, but not the documents. Problem: `request-not-valid`. */
export function openRequestFile(content: string, file: string, by: Openers = {}): Result<RequestFile> {
  const json = parseJson(content);
  if (!json.ok || !isJsonObject(json.value) || json.value.selfbill !== "request/1")
    return fail(notIntact(file, "it is not the file of a request"));
  const { request: envelope, policy: ofPolicy, contents } = json.value;
  const request = openRequest(envelope, by);
  if (!request) return fail(notIntact(file, "what was requested is not as it was signed"));
  const policy = openPolicy(ofPolicy);
  if (!policy) return fail(notIntact(file, "its policy is not as the owner signed it"));
  const texts = Array.isArray(contents) ? contents.filter((each) => typeof each === "string") : [];
  if (texts.length !== request.request.documents.length)
    return fail(notIntact(file, "it does not have the documents that were requested"));
  return ok({ ...request, policy, contents: texts });
}

/** The problem for a request file that cannot be approved as it is; `why` completes the message. */
export function notIntact(file: string, why: string): Problem {
  const message = `${file} cannot be approved: ${why}.`;
  const hint = `Ask for the file again, as ${suggest`request`} wrote it.`;
  return problem("request-not-valid", message, hint, { where: { file } });
}

/** Number of hex digits of the hash that users type to identify a request. */
const shown = 12;

export const requestNumber = (hash: string): string => hash.slice(0, shown);
