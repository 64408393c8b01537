import { type Amount, amount, isDecimalText, money } from "../document/index.ts";
import { type Problem, problem, suggest } from "../problem/index.ts";
import { type ApprovalFile, covers } from "./decision.ts";
import { delegatorOf, type EndedDelegations, signedDay } from "./delegation.ts";
import { type Person, type Policy, personWho, type SignedPolicy } from "./policy.ts";

/** A document that is about to be claimed. */
export interface AskedSend {
  readonly account: string;
  readonly businessProfileId: string;
  /** As returned by `intentKey`. */
  readonly key: string;
  /**
   * The amount that counts towards limits, in AED with VAT, as an exact string. If it is unknown, the member is absent
   * and an approval is required.
   */
  readonly grossInAed?: string | undefined;
  /** The supplier's TRN, account or name differs from earlier documents. */
  readonly changedSupplier?: boolean | undefined;
  /** The exchange rate is implausible or unknown, so the amount in AED is unreliable. */
  readonly doubtfulRate?: boolean | undefined;
}

/** What the journal stores about the approval, along with the permitted document. */
export interface KeptApproval {
  /** The policy in force: its number, and the SHA-256 of its signed text. */
  readonly policy: { readonly number: string; readonly hash: string };
  readonly requested: ByPerson;
  readonly approved: readonly ByPerson[];
  /** The day in the UAE for which the approval counts, according to the journal's clock, which never goes back. */
  readonly day: string;
  /** In AED with VAT, as an exact string. */
  readonly grossInAed: string;
  /** SHA-256 hashes of the files, hex; the journal keeps the files' content. */
  readonly files: readonly string[];
}

/** A person who requested or approved a document. `sha256` is the hash of the text that the person signed. */
export interface ByPerson {
  readonly name: string;
  readonly key: string;
  /** UTC, ISO 8601, according to the signer's clock. */
  readonly at: string;
  readonly sha256: string;
  /** SHA-256 of the page on which the approver reviewed the documents, hex. */
  readonly page?: string;
  /** The approver in whose place the decision was made; `sha256`: hash of the signed delegation. */
  readonly for?: { readonly name: string; readonly key: string; readonly sha256: string };
}

/**
 * Keys of the people against whose daily limits the document counts: a delegate's approval counts for the approver.
 */
export function countedPeople({ requested, approved }: Pick<KeptApproval, "requested" | "approved">): string[] {
  return [requested.key, ...approved.map((each) => each.for?.key ?? each.key)];
}

/** Whether the policy lets a document be sent. */
export type ApprovalJudgement =
  /** No approval is required. */
  | { readonly is: "free" }
  | { readonly is: "approved"; readonly approval: Omit<KeptApproval, "files">; readonly by: readonly ApprovalFile[] }
  /** `why` is worded to follow a colon. */
  | { readonly is: "refused"; readonly problem: Problem; readonly why: string };

/**
 * Returns the amount that a person has requested and approved so far on a day, in AED with VAT, including documents in
 * doubt.
 */
export type SpentOn = (person: Person, day: string) => Amount;

interface Limits {
  readonly day: string;
  readonly spent: SpentOn;
  readonly ended: EndedDelegations;
}

/**
 * Decides whether the policy lets a document be sent. If several approvers are required, they must all be different
 * people. Problems: `approval-missing`, `approval-invalid`.
 */
export function judgeApproval(
  send: AskedSend,
  {
    policy: inForce,
    files,
    ...limits
  }: { policy: SignedPolicy | undefined; files: readonly (ApprovalFile | undefined)[] } & Limits,
): ApprovalJudgement {
  if (inForce === undefined || !needsApproval(send, inForce.policy)) return { is: "free" };
  const { policy, hash } = inForce;
  const faults: (string | Problem)[] = [];
  const groups = new Map<string, ApprovalFile[]>();
  const leftOut: ApprovalFile[] = [];
  for (const file of files) {
    if (file === undefined) faults.push("a file that was given is not an approval, or was changed");
    else if (!isAbout(file, send)) continue;
    else if (!covers(file.decision, send.key)) leftOut.push(file);
    else groups.set(file.request.hash, [...(groups.get(file.request.hash) ?? []), file]);
  }
  for (const group of groups.values()) {
    const one = judgeGroup(group, leftOut, send, policy, limits);
    if (one.is === "refused") {
      faults.push(one.why);
      continue;
    }
    const { request } = one.by[0] as ApprovalFile;
    const requested = { ...request.request.by, at: request.request.at, sha256: request.hash };
    const approved = one.by.map(signedBy);
    const numbered = { number: policy.number, hash };
    const approval = { policy: numbered, requested, approved, day: limits.day, grossInAed: send.grossInAed ?? "" };
    return { is: "approved", approval, by: one.by };
  }
  const [unnamed] = leftOut;
  if (faults.length === 0 && unnamed) faults.push(withoutIt(unnamed));
  const [why = "none of its content was given"] = faults;
  const words = typeof why === "string" ? why : why.message.replace(/^Nothing was sent: /, "").replace(/\.$/, "");
  return { is: "refused", problem: refusal(faults, files.length, policy), why: words };
}

function signedBy({ decision: { by, at, page }, hash, delegation }: ApprovalFile): ByPerson {
  const forWhom = delegation && { for: { ...delegation.delegation.by, sha256: delegation.hash } };
  return { ...by, at, sha256: hash, ...(page === undefined ? {} : { page }), ...forWhom };
}

/** Whether the approval file is about this content in this account. */
function isAbout({ request: { request } }: ApprovalFile, { account, businessProfileId, key }: AskedSend): boolean {
  return (
    request.account === account &&
    request.business_profile === businessProfileId &&
    request.documents.some((each) => each.key === key)
  );
}

/** The server applies the same test to a record (four-eyes-sql.ts). */
export function needsApproval(
  { grossInAed, changedSupplier, doubtfulRate }: AskedSend,
  { approval_from: from }: Policy,
): boolean {
  if (changedSupplier || doubtfulRate || grossInAed === undefined || !isDecimalText(grossInAed)) return true;
  return money.compare(amount(grossInAed), amount(from)) >= 0;
}

type OfGroup =
  | { readonly is: "enough"; readonly by: readonly ApprovalFile[] }
  | { readonly is: "refused"; readonly why: string | Problem };

/** All decisions in `group` are about the same request. */
function judgeGroup(
  group: readonly ApprovalFile[],
  leftOut: readonly ApprovalFile[],
  send: AskedSend,
  policy: Policy,
  limits: Limits,
): OfGroup {
  const [first] = group;
  if (first === undefined) return { is: "refused", why: "" };
  const requester = personWho(first.request.request.by, "request", policy);
  if (typeof requester === "string") return { is: "refused", why: requester };
  const over = overLimit(requester, send, limits);
  if (over !== undefined) return { is: "refused", why: over };
  const rejected = group.find(({ decision }) => decision.decision === "rejected");
  if (rejected) return { is: "refused", why: rejection(rejected) };
  const faults: string[] = [];
  const chosen = new Set<ApprovalFile>();
  const people = new Set<string>();
  // An approver and a delegate each count only once. Decisions in a person's own right come first, and later ones
  // before earlier ones.
  const [lent, own] = [group.filter((each) => each.delegation), group.filter((each) => !each.delegation)];
  for (const file of [...own.reverse(), ...lent.reverse()]) {
    const why = whyNotApproved(file, requester, send, policy, limits);
    if (why !== undefined) faults.push(why);
    const keys = [file.decision.by.key, ...(file.delegation ? [file.delegation.delegation.by.key] : [])];
    if (why !== undefined || keys.some((key) => people.has(key))) continue;
    chosen.add(file);
    for (const key of keys) people.add(key);
  }
  const by = group.filter((each) => chosen.has(each));
  const needed = Number.parseInt(policy.approvals, 10);
  if (by.length >= needed) return { is: "enough", by };
  const others = leftOut.filter(({ request }) => request.hash === first.request.hash);
  const names = [...new Set(others.map(({ decision }) => decision.by.name))];
  const without = names.length === 0 ? "" : `; ${names.join(" and ")} left it out`;
  const why = faults.at(-1) ?? `${needed} people must approve it, and ${by.length} did${without}`;
  return { is: "refused", why };
}

function whyNotApproved(
  file: ApprovalFile,
  requester: Person,
  send: AskedSend,
  policy: Policy,
  { ended, ...limits }: Limits,
): string | undefined {
  const { decision } = file;
  const approver = approverOf(file, policy, [limits.day], ended);
  if (typeof approver === "string") return approver;
  for (const { key, name } of [approver, decision.by])
    if (key === requester.key) return `${name} requested it and cannot approve it`;
  if (decision.policy !== policy.number)
    return `${decision.by.name} approved it under policy ${decision.policy}, and policy ${policy.number} is in force`;
  return overLimit(approver, send, limits);
}

/**
 * Returns the signer, or the approver who delegated to the signer; otherwise the reason, in words, why the decision
 * does not count. A decision in somebody's place counts only if the delegation is valid on the day of the decision
 * and on `days`.
 */
export function approverOf(
  { decision, delegation, request: { request } }: ApprovalFile,
  policy: Policy,
  days: readonly string[] = [],
  ended: EndedDelegations = new Map(),
): Person | string {
  const signer = personWho(decision.by, delegation ? undefined : "approve", policy);
  if (delegation === undefined || typeof signer === "string") return signer;
  const use = { policy, businessProfileId: request.business_profile, days: [signedDay(decision.at), ...days], ended };
  return delegatorOf(delegation, use);
}

/**
 * Returns, in words, why a document is not within a person's limits; undefined if it is. An amount equal to a limit is
 * within it.
 */
export function overLimit(
  person: Person,
  { grossInAed = "" }: Pick<AskedSend, "grossInAed">,
  { day, spent }: { readonly day: string; readonly spent: SpentOn },
): string | undefined {
  const { name, per_document: one, per_day: all } = person;
  if (one === undefined && all === undefined) return undefined;
  if (!isDecimalText(grossInAed)) return `its amount is not known, and ${name} has a limit`;
  const gross = amount(grossInAed);
  if (one !== undefined && money.compare(gross, amount(one)) > 0)
    return `it comes to AED ${money.forPeople(gross)} with VAT, and the limit of ${name} is AED ${money.forPeople(amount(one))} per document`;
  if (all === undefined) return undefined;
  const before = spent(person, day);
  if (money.compare(money.add(before, gross), amount(all)) <= 0) return undefined;
  return `the limit of ${name} is AED ${money.forPeople(amount(all))} per day; AED ${money.forPeople(before)} of ${day} are used, and this one comes to AED ${money.forPeople(gross)}`;
}

function rejection({ decision: { by, reason = "" } }: ApprovalFile): Problem {
  const why = reason.trim() === "" ? "" : ` Reason: “${reason}”.`;
  const message = `Nothing was sent: ${by.name} rejected the request.${why}`;
  const hint = `Correct the document, then request approval again: ${suggest`request FILE --key ME.key`}`;
  return problem("approval-invalid", message, hint);
}

/** Returns the problem for a document that the approver left out of the approval; it can still be approved later. */
function withoutIt({ decision, request: { request } }: ApprovalFile): Problem {
  const message = `Nothing was sent: ${decision.by.name} approved the request of ${request.by.name} without this document.`;
  const hint = `Have it approved: ${suggest`approve REQUEST.json --key THEIR.key`.byAnother()}. Or change it, and request it anew.`;
  return problem("approval-missing", message, hint);
}

function refusal(
  faults: readonly (string | Problem)[],
  given: number,
  { number, approval_from: from }: Policy,
): Problem {
  const [why] = faults;
  if (typeof why === "object") return why;
  if (why !== undefined) {
    const message = `Nothing was sent: its approval is not valid: ${why}.`;
    return problem("approval-invalid", message, `Ask for a new approval: ${suggest`request FILE --key ME.key`}`);
  }
  const which = money.isPositive(amount(from))
    ? `documents from AED ${money.forPeople(amount(from))} with VAT on, and those of a changed supplier or an unusual exchange rate, need`
    : "every document needs";
  const none = given === 0 ? "none was given" : "none of those that were given is of exactly this content";
  const message = `Nothing was sent: by policy ${number} ${which} the approval of another person, and ${none}.`;
  const hint = `Ask another person: ${suggest`request FILE --key ME.key`}. Then send it with --approval APPROVAL.json`;
  return problem("approval-missing", message, hint);
}
