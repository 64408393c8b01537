import { type Decision, openApprovalFile, sealDecision, writeApprovalFile } from "../../approval/index.ts";
import { serverJournal } from "../../commands/answer/journal-head.ts";
import type { Desk } from "../../desk/index.ts";
import { sha256 } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { Chosen } from "./chosen-documents.ts";
import type { WrittenDecision } from "./decisions-report.ts";
import type { SeenPage } from "./seen-documents.ts";

interface Deciding {
  /** The reason; undefined for an approval. */
  readonly reject: string | undefined;
  readonly out: string | undefined;
  readonly page: SeenPage | undefined;
}

/**
 * Signs the decision and records it in the journal on a server. Also writes it to a file if there is no such journal or
 * a folder was given. Problems: `approval-invalid`, `file-exists`, `output-unwritable`, `journal-unusable`.
 */
export async function recordDecision(
  chosen: Chosen,
  { reject, out, page }: Deciding,
  desk: Desk,
): Promise<Result<WrittenDecision>> {
  const { judged, approved } = chosen;
  const { file, person, key, delegation } = judged;
  const keys = [...new Set(approved.map(({ asked }) => asked.key))];
  const isPart = reject === undefined && file.request.documents.some((each) => !keys.includes(each.key));
  const decision: Decision = {
    by: { name: delegation?.delegation.to.name ?? person.name, key: key.publicKey },
    at: desk.now().toISOString(),
    decision: reject === undefined ? "approved" : "rejected",
    ...(reject === undefined ? {} : { reason: reject.trim() }),
    request: file.hash,
    policy: file.policy.policy.number,
    ...(isPart ? { documents: keys } : {}),
    ...(page ? { page: page.hash } : {}),
    ...(delegation ? { delegation: delegation.hash } : {}),
  };
  const text = writeApprovalFile(file.envelope, sealDecision(decision, key), delegation?.envelope);
  const signed = openApprovalFile(text, { users: true });
  if (!signed) return fail(problem("fault", "The approval could not be signed.", "Report it, with the version."));
  const { hash } = signed;
  const about = reject === undefined ? keys : file.request.documents.map((each) => each.key);
  const recorded = await recordedOnServer({ decision, hash, text, keys: about }, file.request.by.name, desk);
  if (!recorded.ok) return recorded;
  if (recorded.value && out === undefined) return ok({ decision, chosen, hash, file: undefined });
  const name = fileName(decision, isPart ? hash.slice(0, 6) : undefined);
  const written = await desk.output.write(out ?? ".", name, text, { private: true });
  return written.ok ? ok({ decision, chosen, hash, file: written.value }) : written;
}

export function nameInFile({ name, key }: Decision["by"]): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return (plain || key.slice(8, 16)).slice(0, 40);
}

/** The name includes the part, because one request can have several approvals for different documents. */
function fileName({ decision, request, by }: Decision, part: string | undefined): string {
  const who = nameInFile(by);
  const what = decision === "approved" ? "approval" : "rejection";
  return `${what}-${request.slice(0, 12)}-${who}${part === undefined ? "" : `-part-${part}`}.json`;
}

/**
 * Returns false for a journal in a file. On a server, an approval counts only if a database user other than the
 * requester's recorded it. Problem: `approval-invalid`.
 */
async function recordedOnServer(
  {
    decision,
    hash,
    text,
    keys,
  }: {
    readonly decision: Decision;
    readonly hash: string;
    readonly text: string;
    readonly keys: readonly string[];
  },
  requester: string,
  desk: Desk,
): Promise<Result<boolean>> {
  const journal = await serverJournal(desk);
  if (!journal.ok) return journal;
  if (journal.value === undefined) return ok(false);
  const { decision: is, request, reason, delegation } = decision;
  // The server cannot read the signed text, so it uses these values to enforce the approval.
  const said = { request, approval: hash, by: decision.by.name, keys, file: sha256(text) };
  const more = { ...(reason === undefined ? {} : { reason }), ...(delegation === undefined ? {} : { delegation }) };
  const noted = await journal.value.note(is, { ...said, ...more }, text);
  if (noted.ok) return ok(true);
  const refusal = refusalOf(noted.problems[0]);
  if (refusal === undefined) return noted;
  const hint = `Hand the request of ${requester} to another person, with a database user of their own.`;
  return fail(problem("approval-invalid", `Nothing was approved: ${refusal}.`, hint));
}

/** Returns the server's message if one of its rules rejected a record. */
export function refusalOf({ cause }: Problem): string | undefined {
  return cause instanceof Error && "code" in cause && cause.code === raisedByRule ? cause.message : undefined;
}

/** SQLSTATE of errors raised by the journal's rules on a server. */
const raisedByRule = "P0001";
