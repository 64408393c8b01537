import * as z from "zod";
import { isJsonObject, type JsonObject, parseJson, writeJson } from "../json/index.ts";
import { openDelegation, type SignedDelegation } from "./delegation.ts";
import { type Envelope, type Openers, open, seal } from "./envelope.ts";
import type { SigningKey } from "./keys.ts";
import { openRequest, type SignedRequest } from "./request.ts";

const text = z.string();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const decisionSchema = z.strictObject({
  by: z.strictObject({ name: text, key: text }),
  /** UTC, ISO 8601. */
  at: text,
  decision: z.enum(["approved", "rejected"]),
  reason: text.optional(),
  /** SHA-256 of the signed request, hex; it covers the content of every document. */
  request: text,
  /** Number of the policy under which the decision was made. */
  policy: text,
  /**
   * Keys of the documents concerned; if absent, all documents in the request. Earlier versions reject an approval
   * that has this member.
   */
  documents: z.array(hash).min(1).optional(),
  /** SHA-256 of the page that showed the documents, hex, if there was one. */
  page: hash.optional(),
  /**
   * SHA-256 of the signed delegation, hex, if the decision was made in place of an approver. Earlier versions reject an
   * approval that has this member.
   */
  delegation: hash.optional(),
});

/** A decision about a request; this is what is signed. */
export type Decision = z.infer<typeof decisionSchema>;

/** A decision with a valid signature. */
export interface SignedDecision {
  readonly decision: Decision;
  /** SHA-256 of the signed text, hex. */
  readonly hash: string;
}

/** The request, the decision about it, and the delegation if there is one. All signatures are valid. */
export interface ApprovalFile extends SignedDecision {
  readonly request: SignedRequest;
  /** The delegation under which the signer made the decision. */
  readonly delegation?: SignedDelegation;
}

export function sealDecision(decision: Decision, key: SigningKey): Envelope {
  return seal("approval", writeJson(decision as unknown as JsonObject), key);
}

/** The file contains the documents' hashes, from the request, but not the documents. */
export function writeApprovalFile(request: JsonObject, approval: Envelope, delegation?: JsonObject): string {
  const file = { selfbill: "approval/1", request, approval, ...(delegation ? { delegation } : {}) };
  return `${writeJson(file, 1)}\n`;
}

/** Returns undefined if the file is not a decision, was changed, or belongs to another request. */
export function openApprovalFile(content: string, by: Openers = {}): ApprovalFile | undefined {
  const json = parseJson(content);
  if (!json.ok || !isJsonObject(json.value) || json.value.selfbill !== "approval/1") return undefined;
  const request = openRequest(json.value.request, by);
  const opened = open(json.value.approval, "approval", by);
  const read = decisionSchema.safeParse(opened?.payload);
  if (!request || !opened || !read.success) return undefined;
  const decision = read.data;
  if (decision.by.key !== opened.by || decision.request !== request.hash) return undefined;
  if (!isOfRequest(decision, request)) return undefined;
  const file = { decision, hash: opened.hash, request };
  if (decision.delegation === undefined) return file;
  const delegation = openDelegation(json.value.delegation, by);
  if (delegation?.hash !== decision.delegation || delegation.delegation.to.key !== opened.by) return undefined;
  return { ...file, delegation };
}

/**
 * Whether the decision fits the request: only an approval may leave out documents, and every document that it names
 * must belong to the request.
 */
function isOfRequest({ decision, documents }: Decision, { request }: SignedRequest): boolean {
  if (documents === undefined) return true;
  return decision === "approved" && documents.every((key) => request.documents.some((each) => each.key === key));
}

/** Returns the hashes of the delegations under which the decisions were made. */
export function delegationsIn(files: readonly (ApprovalFile | undefined)[]): string[] {
  return files.flatMap((file) => file?.delegation?.hash ?? []);
}

/** Returns false for a document of the request that the decision leaves out. */
export function covers({ documents }: Decision, key: string): boolean {
  return documents === undefined || documents.includes(key);
}
