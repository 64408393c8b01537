import {
  type ApprovalFile,
  judgeApproval,
  openApprovalFile,
  overLimit,
  type Person,
  type Policy,
  personWho,
  type RequestFile,
  type SignedPolicy,
  userOfKey,
} from "../../approval/index.ts";
import { money } from "../../document/index.ts";
import type { Journal, QueuedRequest } from "../../journal/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { keptRequest } from "./waiting-requests.ts";

/** The state of a request in the journal. */
export type QueueState = "waiting" | "approved" | "rejected" | "outdated";

/** A request in the journal, judged by the policy in force. */
export interface JudgedInQueue {
  readonly queued: QueuedRequest;
  readonly file: RequestFile;
  readonly state: QueueState;
  /** Approvals and rejections with valid signatures, of other database users than the requester. */
  readonly decisions: readonly ApprovalFile[];
  /** Roles and limits of the people who have not decided yet and may approve everything that was not sent. */
  readonly able: readonly string[];
  /** Whether the current database user recorded it. */
  readonly isMine: boolean;
  /** Whether the current user is one of `able`. */
  readonly waitsForMe: boolean;
}

/** The current user: their database user, and the key or the name that identifies them in a policy. */
export interface WhoAsks {
  readonly user: string | undefined;
  readonly key?: string | undefined;
  readonly name?: string | undefined;
}

/** Returns the current user's entry in a policy. */
function personHere({ people }: Policy, { user, key, name }: WhoAsks): Person | undefined {
  if (key !== undefined) return people.find((each) => each.key === key);
  return people.find((each) => each.key === `user:${user}`) ?? people.find((each) => each.name === name);
}

/** Checks the requests in the journal. Problems: `journal-unusable`, `policy-missing`, `request-not-valid`. */
export async function judgedQueue(journal: Journal, who: WhoAsks, day: string): Promise<Result<JudgedInQueue[]>> {
  const open = await journal.policies.queue.open();
  if (!open.ok) return open;
  const found: JudgedInQueue[] = [];
  for (const queued of open.value) {
    const file = await keptRequest(queued, journal);
    if (!file.ok) return file;
    const chain = await journal.policies.of(file.value.request.business_profile);
    if (!chain.ok) return chain;
    if (chain.value.now) found.push(judgedByPolicy(queued, file.value, chain.value.now, who, day));
  }
  return ok(found);
}

function judgedByPolicy(
  queued: QueuedRequest,
  file: RequestFile,
  signed: SignedPolicy,
  who: WhoAsks,
  day: string,
): JudgedInQueue {
  const { policy } = signed;
  const isMine = queued.writer === who.user;
  const others = queued.decisions.filter(({ writer }) => writer !== queued.writer);
  const decisions = others.flatMap(({ text, writer }) => {
    const opened = text === undefined ? undefined : openApprovalFile(text, { users: true });
    if (opened?.request.hash !== queued.hash || !isOfPolicy(opened, policy)) return [];
    const user = userOfKey(opened.decision.by.key);
    return user === undefined || user === writer ? [opened] : [];
  });
  const state = stateOf(queued, file, signed, decisions, day);
  const able = state === "waiting" ? ableIn(queued, file, policy, decisions, day) : [];
  const me = personHere(policy, who);
  const waitsForMe = !isMine && me !== undefined && able.includes(me);
  return { queued, file, state, decisions, able: able.map(({ name }) => name), isMine, waitsForMe };
}

const isOfPolicy = ({ decision }: ApprovalFile, policy: Policy): boolean =>
  typeof personWho(decision.by, "approve", policy) !== "string";

/** Checks each document that was not sent as the journal does before sending, without the sums of the day. */
function stateOf(
  { unsent }: QueuedRequest,
  { request, policy: own }: RequestFile,
  signed: SignedPolicy,
  decisions: readonly ApprovalFile[],
  day: string,
): QueueState {
  if (decisions.some(({ decision }) => decision.decision === "rejected")) return "rejected";
  if (own.hash !== signed.hash) return "outdated";
  const { account, business_profile: businessProfileId, documents } = request;
  const waiting = documents.filter(({ key }) => unsent.includes(key));
  const areApproved = waiting.every(({ key, gross_aed: grossInAed }) => {
    const send = { account, businessProfileId, key, grossInAed, changedSupplier: true };
    const limits = { policy: signed, files: decisions, day, spent: () => money.zero };
    return judgeApproval(send, limits).is === "approved";
  });
  return areApproved ? "approved" : "waiting";
}

function ableIn(
  { unsent }: QueuedRequest,
  { request }: RequestFile,
  policy: Policy,
  decisions: readonly ApprovalFile[],
  day: string,
): Person[] {
  const documents = request.documents.filter(({ key }) => unsent.includes(key));
  const limits = { day, spent: () => money.zero };
  return policy.people.filter(
    (person) =>
      person.may.includes("approve") &&
      person.key !== request.by.key &&
      !decisions.some(({ decision }) => decision.by.key === person.key && decision.documents === undefined) &&
      documents.every(({ gross_aed: grossInAed }) => overLimit(person, { grossInAed }, limits) === undefined),
  );
}
