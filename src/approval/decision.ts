import * as z from "zod";
import { isJsonObject, type JsonObject, parseJson, writeJson } from "../json/index.ts";
import { type Envelope, open, seal } from "./envelope.ts";
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
  /** SHA-256 of the signed request, hex: it names every content. */
  request: text,
  /** The number of the policy under which it was decided. */
  policy: text,
  /** Keys of the documents that it is about, where these are not all of the request. Earlier versions take no approval that has it. */
  documents: z.array(hash).min(1).optional(),
  /** SHA-256 of the page that showed the documents, hex, where there was one. */
  page: hash.optional(),
});

/** What somebody decided about a request; it is what is signed. */
export type Decision = z.infer<typeof decisionSchema>;

/** A decision whose signature holds. */
export interface SignedDecision {
  readonly decision: Decision;
  /** SHA-256 of what was signed, hex. */
  readonly hash: string;
}

/** The file of a decision: the request with its signature, and the decision about it. Both signatures hold. */
export interface ApprovalFile extends SignedDecision {
  readonly request: SignedRequest;
}

/** Signs a decision. */
export function sealDecision(decision: Decision, key: SigningKey): Envelope {
  return seal("approval", writeJson(decision as unknown as JsonObject), key);
}

/** The text of a decision's file: the documents stay where they are, their hashes are in the request. */
export function writeApprovalFile(request: JsonObject, approval: Envelope): string {
  return `${writeJson({ selfbill: "approval/1", request, approval }, 1)}\n`;
}

/** Reads the file of a decision; undefined when it is none, was changed, or is about another request. */
export function openApprovalFile(content: string): ApprovalFile | undefined {
  const json = parseJson(content);
  if (!json.ok || !isJsonObject(json.value) || json.value.selfbill !== "approval/1") return undefined;
  const request = openRequest(json.value.request);
  const opened = open(json.value.approval, "approval");
  const read = decisionSchema.safeParse(opened?.payload);
  if (!request || !opened || !read.success) return undefined;
  const decision = read.data;
  if (decision.by.key !== opened.by || decision.request !== request.hash) return undefined;
  if (!isOfRequest(decision, request)) return undefined;
  return { decision, hash: opened.hash, request };
}

/** Only an approval leaves documents out, and all that it names are documents of the request. */
function isOfRequest({ decision, documents }: Decision, { request }: SignedRequest): boolean {
  if (documents === undefined) return true;
  return decision === "approved" && documents.every((key) => request.documents.some((each) => each.key === key));
}

/** Whether a decision is about this content; a document of its request that it leaves out is none. */
export function covers({ documents }: Decision, key: string): boolean {
  return documents === undefined || documents.includes(key);
}
