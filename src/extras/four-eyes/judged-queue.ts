import {
  type ApprovalFile,
  approverName,
  approverOf,
  delegationsIn,
  type EndedDelegations,
  judgeApproval,
  openApprovalFile,
  overLimit,
  type Person,
  type Policy,
  type RequestFile,
  type SignedPolicy,
  userOfKey,
} from "../../approval/index.ts";
import { money } from "../../document/index.ts";
import type { HandedRequest, Journal, QueuedRequest, RecordedDelegation } from "../../journal/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { lentToday, type Substitute } from "./lent.ts";
import { keptRequest } from "./waiting-requests.ts";

export type QueueState = "waiting" | "approved" | "rejected" | "outdated";

export interface JudgedInQueue {
  readonly queued: QueuedRequest;
  readonly file: RequestFile;
  readonly state: QueueState;
  /** Decisions with valid signatures, except those recorded by the requester's database user. */
  readonly decisions: readonly ApprovalFile[];
  /** People who may approve all unsent documents and have not decided yet, with roles and limits. */
  readonly able: readonly string[];
  /** Whether the current database user made the request. */
  readonly isMine: boolean;
  /** Whether the current user is one of `able`, even if the request was handed to someone else. */
  readonly mayDecide: boolean;
  /** Whether the current user is one of `able`, and the request was not handed to someone else. */
  readonly waitsForMe: boolean;
  /** The person to whom the request was handed; undefined once that person can no longer decide. */
  readonly handedTo: HandedRequest | undefined;
  /** Set if the user can only decide in place of another approver. */
  readonly forWhom: string | undefined;
}

export interface WhoAsks {
  readonly user: string | undefined;
  readonly key?: string | undefined;
  readonly name?: string | undefined;
}

function personHere({ people }: Policy, { user, key, name }: WhoAsks): Person | undefined {
  if (key !== undefined) return people.find((each) => each.key === key);
  return people.find((each) => each.key === `user:${user}`) ?? people.find((each) => each.name === name);
}

/** Judges requests by the policy in force. Problems: `journal-unusable`, `policy-missing`, `request-not-valid`. */
export async function judgedQueue(journal: Journal, who: WhoAsks, day: string): Promise<Result<JudgedInQueue[]>> {
  const open = await journal.policies.queue.open();
  if (!open.ok) return open;
  const delegations = await journal.policies.delegations.all();
  if (!delegations.ok) return delegations;
  const found: JudgedInQueue[] = [];
  for (const queued of open.value) {
    const file = await keptRequest(queued, journal);
    if (!file.ok) return file;
    const chain = await journal.policies.of(file.value.request.business_profile);
    if (!chain.ok) return chain;
    if (chain.value.now === undefined) continue;
    const opened = openedDecisions(queued);
    const ended = await journal.policies.delegations.ended(delegationsIn(opened));
    if (!ended.ok) return ended;
    const now = { signed: chain.value.now, day, ended: ended.value, delegations: delegations.value };
    found.push(judgedByPolicy(queued, file.value, opened, now, who));
  }
  return ok(found);
}

/** Skips decisions with invalid signatures and those recorded by the requester. */
function openedDecisions({ hash, writer: requester, decisions }: QueuedRequest): ApprovalFile[] {
  return decisions.flatMap(({ text, writer }) => {
    const opened = text === undefined || writer === requester ? undefined : openApprovalFile(text, { users: true });
    if (opened?.request.hash !== hash) return [];
    const user = userOfKey(opened.decision.by.key);
    return user === undefined || user === writer ? [opened] : [];
  });
}

interface Now {
  readonly signed: SignedPolicy;
  readonly day: string;
  readonly ended: EndedDelegations;
  readonly delegations: readonly RecordedDelegation[];
}

function judgedByPolicy(
  queued: QueuedRequest,
  file: RequestFile,
  opened: readonly ApprovalFile[],
  now: Now,
  who: WhoAsks,
): JudgedInQueue {
  const { policy } = now.signed;
  const isMine = queued.writer === who.user;
  const decisions = opened.filter((each) => counts(each, now));
  const state = stateOf(queued, file, decisions, now);
  const able = state === "waiting" ? ableIn(queued, file, decisions, now) : [];
  const me = isMine ? undefined : personHere(policy, who);
  const handedTo = able.some(({ key, forWhom }) => !forWhom && key === queued.handedTo?.key)
    ? queued.handedTo
    : undefined;
  const mine = able.filter(({ key }) => key === me?.key);
  const waits = mine.filter(({ key, forWhom }) => handedTo === undefined || handedTo.key === (forWhom?.key ?? key));
  const [first] = waits;
  const own = waits.find(({ forWhom }) => forWhom === undefined);
  return {
    ...{ queued, file, state, decisions, isMine, handedTo },
    able: able.map(({ name, forWhom }) => approverName({ name, for: forWhom })),
    mayDecide: mine.length > 0,
    waitsForMe: first !== undefined,
    forWhom: own ? undefined : first?.forWhom?.name,
  };
}

/** An approval counts if its signer may approve today, a rejection if its signer could decide when signing. */
function counts(file: ApprovalFile, { signed: { policy }, day, ended }: Now): boolean {
  const isApproval = file.decision.decision === "approved";
  return typeof (isApproval ? approverOf(file, policy, [day], ended) : approverOf(file, policy)) !== "string";
}

/** Runs the checks made before sending, except for the daily limits, on the unsent documents. */
function stateOf(
  { unsent }: QueuedRequest,
  { request, policy: own }: RequestFile,
  decisions: readonly ApprovalFile[],
  { signed, day, ended }: Now,
): QueueState {
  if (decisions.some(({ decision }) => decision.decision === "rejected")) return "rejected";
  if (own.hash !== signed.hash) return "outdated";
  const { account, business_profile: businessProfileId, documents } = request;
  const waiting = documents.filter(({ key }) => unsent.includes(key));
  const areApproved = waiting.every(({ key, gross_aed: grossInAed }) => {
    const send = { account, businessProfileId, key, grossInAed, changedSupplier: true };
    const limits = { policy: signed, files: decisions, day, spent: () => money.zero, ended };
    return judgeApproval(send, limits).is === "approved";
  });
  return areApproved ? "approved" : "waiting";
}

interface Able extends Pick<Person, "name" | "key"> {
  readonly forWhom?: Person;
}

function ableIn(
  { unsent }: QueuedRequest,
  { request }: RequestFile,
  decisions: readonly ApprovalFile[],
  { signed: { policy }, day, delegations }: Now,
): Able[] {
  const documents = request.documents.filter(({ key }) => unsent.includes(key));
  const limits = { day, spent: () => money.zero };
  const whole = decisions.filter(({ decision }) => decision.documents === undefined);
  const decided = whole.flatMap(({ decision, delegation }) => [decision.by.key, delegation?.delegation.by.key]);
  const isFree = ({ key }: { readonly key: string }): boolean => key !== request.by.key && !decided.includes(key);
  const own = policy.people.filter(
    (person) =>
      person.may.includes("approve") &&
      isFree(person) &&
      documents.every(({ gross_aed: grossInAed }) => overLimit(person, { grossInAed }, limits) === undefined),
  );
  const lent = lentToday(delegations, { policy, businessProfileId: request.business_profile, day });
  const places = lent.filter(({ approver, to }: Substitute) => own.includes(approver) && isFree(to));
  return [...own, ...places.map(({ approver, to }) => ({ ...to, forWhom: approver }))];
}
