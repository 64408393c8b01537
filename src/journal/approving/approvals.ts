import {
  type ApprovalFile,
  approverOf,
  delegationsIn,
  fingerprintOf,
  judgeApproval,
  type KeptApproval,
  needsApproval,
  openApprovalFile,
  openPolicy,
  type PolicyChain,
  policyChain,
  profilesOf,
  type SignedPolicy,
  unclearNames,
  userOfKey,
  whyNotNext,
} from "../../approval/index.ts";
import type { Database } from "../../database/index.ts";
import { businessProfileName } from "../../document/index.ts";
import { parseJson } from "../../json/index.ts";
import { fail, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Contents } from "../content/contents.ts";
import { sha256 } from "../keys/intent-key.ts";
import { mayNotHere } from "../server/company-rights.ts";
import { hasOldRules, mayNotSetPolicies, notByNamedUsers, notByTwoUsers } from "../server/four-eyes.ts";
import type { keptTexts } from "../store/kept-texts.ts";
import type { journalNotes } from "../store/notes.ts";
import type { Intent } from "../store/records.ts";
import type { RecordsTable } from "../store/records-table.ts";
import { type ApprovalsGiven, approvalsGiven } from "../verify/approvals-given.ts";
import { unapproved } from "../verify/unapproved.ts";
import { approvedSums, askedOf } from "./approved-sums.ts";
import { delegationRows } from "./delegation-rows.ts";
import type { ApprovalAsked, Policies, Unapproved, WhichUnapproved } from "./policies.ts";
import { queueRows } from "./queue-rows.ts";
import { teamRows } from "./team-rows.ts";

const policyNote = "policy";

const askHere = (): string =>
  `Ask another person: ${suggest`request FILE --key ME.key`}. Once ${suggest`approvals`} says approved, send it.`;

interface Parts {
  readonly database: Database;
  readonly notes: ReturnType<typeof journalNotes>;
  readonly records: RecordsTable;
  readonly contents: Contents;
  readonly kept: Pick<ReturnType<typeof keptTexts>, "find" | "keepOnce">;
  /** Unix milliseconds. */
  readonly now: () => number;
}

type ApprovalVerdict =
  | { readonly is: "free" }
  | { readonly is: "approved"; readonly approval: KeptApproval; readonly texts: readonly string[] }
  | { readonly is: "not-approved"; readonly problem: Problem };

/** Every call must be made inside a transaction. */
export function approvalGate({ database, notes, records, contents, kept, now }: Parts) {
  /** Approval files already opened: one file may cover thousands of documents. */
  const opened = new Map<string, ApprovalFile | undefined>();
  const openOnce = (text: string): ApprovalFile | undefined => {
    if (!opened.has(text)) opened.set(text, openApprovalFile(text, { users: true }));
    return opened.get(text);
  };
  const barredFrom = sendRights(database);
  const sums = approvedSums(database, records, contents);
  const [queue, delegations] = [queueRows({ database, kept }), delegationRows(database)];
  const textsOf = (businessProfileId: string): string[] => policyTexts(notes, businessProfileId);
  return {
    textsOf,
    queue,
    delegations,
    team: teamRows(database, (businessProfileId) => textsOf(businessProfileId).at(-1)),
    unapproved: (which: WhichUnapproved): Unapproved[] => unapproved({ database, notes, records, kept }, which),
    hasOldRules: (): boolean => hasOldRules(database),
    approvalsGiven: (): ApprovalsGiven => approvalsGiven(database),
    judge(intent: Intent, asked: ApprovalAsked | undefined): ApprovalVerdict {
      const barred = barredFrom(intent.account);
      if (barred !== undefined) return { is: "not-approved", problem: noRight(barred) };
      const texts = textsOf(intent.businessProfileId);
      if (texts.length === 0) return { is: "free" };
      const chain = policyChain(texts);
      if (chain.damage !== undefined) return { is: "not-approved", problem: notBelieved(chain.damage) };
      const { businessProfileId } = intent;
      const send = askedOf(intent, asked);
      // Decisions are not read for a document that needs no approval.
      const isNeeded = chain.now !== undefined && needsApproval(send, chain.now.policy);
      const recorded = isNeeded
        ? queue.decisionsOn(intent.key).filter((text) => counts(openOnce(text), chain.now))
        : [];
      const all = new Set([...(asked?.files ?? []), ...recorded]);
      const given = [...all].map((text) => ({ text, file: openOnce(text) }));
      const { day, today = day } = sums.dayOf(businessProfileId, now());
      const files = given.map(({ file }) => file);
      const limits = { day, spent: sums.spentIn(businessProfileId), ended: delegations.ended(delegationsIn(files)) };
      const found = judgeApproval(send, { policy: chain.now, files, ...limits });
      if (found.is === "refused") return { is: "not-approved", problem: hintedFor(database, found.problem) };
      if (found.is === "free") return found;
      const unfit =
        (today > day ? clockAhead(today, day) : undefined) ??
        notRecorded(notByNamedUsers(database, found.by) ?? notByTwoUsers(database, found.by));
      if (unfit) return { is: "not-approved", problem: unfit };
      const usedTexts = found.by.flatMap((file) => given.find((each) => each.file === file)?.text ?? []);
      const approval = { ...found.approval, files: usedTexts.map((text) => sha256(text)) };
      return { is: "approved", approval, texts: usedTexts };
    },
    keep(verdict: ApprovalVerdict, intent: Intent): Intent {
      if (verdict.is !== "approved") return intent;
      for (const text of verdict.texts) kept.keepOnce(text);
      return { ...intent, approval: verdict.approval };
    },
    set: (envelope: string, by: string, at: string): Problem | undefined =>
      setPolicy({ database, notes, textsOf }, { envelope, by, at }),
  };
}

function hintedFor({ engine }: Database, found: Problem): Problem {
  return engine === "sqlite" || found.code !== "approval-missing" ? found : { ...found, hint: askHere() };
}

/** Cached per account: if a right was withdrawn in the meantime, the server itself refuses its use. */
function sendRights(database: Database): (account: string) => string | undefined {
  const allowed = new Set<string>();
  return (account) => {
    const why = allowed.has(account) ? undefined : mayNotHere(database, account, "send");
    if (why === undefined) allowed.add(account);
    return why;
  };
}

function setPolicy(
  { database, notes, textsOf }: Pick<Parts, "database" | "notes"> & { textsOf(businessProfileId: string): string[] },
  { envelope, by, at }: Record<"envelope" | "by" | "at", string>,
): Problem | undefined {
  const json = parseJson(envelope);
  const signed = json.ok ? openPolicy(json.value) : undefined;
  if (!signed) return notSet("it is not as its owner signed it");
  if (mayNotSetPolicies(database)) return notTheirs();
  const unfit = unfitPlace(signed, database);
  if (unfit !== undefined) return notSet(unfit);
  const [unclear] = unclearNames(signed.policy);
  if (unclear !== undefined) return notSet(unclear);
  const profiles = profilesOf(signed.policy);
  for (const name of profiles) {
    const before = policyChain(textsOf(name));
    if (before.damage !== undefined) return notBelieved(before.damage);
    const why = whyNotNext(signed, before);
    if (why !== undefined) return notSet(profiles.length === 1 ? why : `of business profile ${name}, ${why}`);
  }
  const { number } = signed.policy;
  for (const business_profile of profiles) {
    const data = { business_profile, number, hash: signed.hash, owner: fingerprintOf(signed.by), by, envelope };
    notes.add({ at, type: policyNote, data });
  }
  return undefined;
}

/** Explains why this journal cannot identify the database users that a policy names. */
function unfitPlace({ policy }: SignedPolicy, database: Database): string | undefined {
  const hasUsers = policy.people.some(({ key }) => userOfKey(key) !== undefined);
  if (!hasUsers && policy.rights === undefined) return undefined;
  const what = hasUsers ? "people without a key" : "rights of database users";
  if (database.engine === "sqlite") return `it has ${what}, and only a journal on a server knows its users`;
  return hasOldRules(database)
    ? `it has ${what}, and the rules of the server are those of an earlier selfbill: ${suggest`journal init`}`
    : undefined;
}

/** A recorded rejection counts only if an approver made it. */
function counts(file: ApprovalFile | undefined, inForce: SignedPolicy | undefined): boolean {
  if (file === undefined || inForce === undefined) return false;
  return file.decision.decision === "approved" || typeof approverOf(file, inForce.policy) !== "string";
}

function policyTexts(notes: Parts["notes"], businessProfileId: string): string[] {
  const wanted = businessProfileName(businessProfileId);
  const all = notes.ofType(policyNote);
  return all.flatMap(({ data }) => (data.business_profile === wanted ? [String(data.envelope)] : []));
}

export type ApprovalGate = ReturnType<typeof approvalGate>;

export function policiesOf(
  gate: ApprovalGate,
  access: {
    read<T>(work: () => T): Promise<Result<T>>;
    unless(work: () => Problem | undefined): Promise<Result<void>>;
    at(): string;
  },
): Policies {
  const chainOf = async (businessProfileId: string): Promise<Result<PolicyChain>> => {
    const chain = await access.read(() => policyChain(gate.textsOf(businessProfileId)));
    return chain.ok && chain.value.damage !== undefined ? fail(notBelieved(chain.value.damage)) : chain;
  };
  const { queue, team, delegations } = gate;
  return {
    team: {
      rights: async () => access.read(team.rights),
      whyOut: async () => access.read(() => team.whyOut()),
      mayNot: async (account, what) => access.read(() => team.mayNot(account, what)),
      forgedRights: async () => access.read(team.forgedRights),
      members: async () => access.read(team.members),
    },
    delegations: {
      all: async () => access.read(delegations.all),
      forged: async () => access.read(delegations.forged),
      ended: async (hashes) => access.read(() => delegations.ended(hashes)),
    },
    queue: {
      me: async () => access.read(queue.me),
      open: async () => access.read(queue.open),
      decisionsOn: async (key) => access.read(() => queue.decisionsOn(key)),
      myName: async () => access.read(queue.myName),
    },
    of: chainOf,
    unapproved: async (which) => access.read(() => gate.unapproved(which)),
    approvalsGiven: async () => access.read(() => gate.approvalsGiven()),
    haveOldRules: async () => access.read(() => gate.hasOldRules()),
    text: async (businessProfileId) => access.read(() => gate.textsOf(businessProfileId).at(-1)),
    async set(envelope, by) {
      const done = await access.unless(() => gate.set(envelope, by, access.at()));
      if (!done.ok) return done;
      const json = parseJson(envelope);
      const signed = json.ok ? openPolicy(json.value) : undefined;
      return signed ? chainOf(profilesOf(signed.policy)[0] ?? "") : fail(notSet("it is not as its owner signed it"));
    },
  };
}

/** If the journal differs from what an owner signed, it is unknown which documents may be sent. */
function notBelieved(why: string): Problem {
  const message = `Nothing was sent: the approval policy in the journal cannot be believed: ${why}.`;
  const hint = `Put the latest journal back: ${suggest`journal restore FILE`}. ${suggest`journal verify`} tells what was changed.`;
  return problem("policy-missing", message, hint);
}

/** `done` completes the sentence "Nothing was …". */
export function noRight(why: string, done = "sent"): Problem {
  const hint = "Ask the owner of the policy for the right. Who may do what: selfbill team list";
  return problem("no-right", `Nothing was ${done}: ${why}.`, hint);
}

function clockAhead(today: string, day: string): Problem {
  const message = `Nothing was sent: the clock here says ${today}, and the service's said ${day} when the last document was sent. Limits of a day go by the clock.`;
  return problem("clock-ahead", message, "Set the clock, then run the same command again.");
}

function notRecorded(why: string | undefined): Problem | undefined {
  if (why === undefined) return undefined;
  const message = `Nothing was sent: its approval is not valid: ${why}.`;
  const hint = `Whoever approves names this journal, as themselves: ${suggest`approve REQUEST.json --key THEIR.key --journal`}`;
  return problem("approval-invalid", message, `${hint} postgres://…`);
}

function notTheirs(): Problem {
  const message = "The policy was not set: in a journal on a server only the database role selfbill_owner may set it.";
  return problem("policy-not-valid", message, "Ask the owner to run it with their own address: --journal postgres://…");
}

function notSet(why: string): Problem {
  const hint = `${suggest`policy show`} tells which policy is in force, and whose key may sign the next one.`;
  return problem("policy-not-valid", `The policy was not set: ${why}.`, hint);
}
