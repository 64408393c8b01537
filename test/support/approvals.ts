import {
  type ApprovalRequest,
  type Decision,
  type Delegation,
  newKeyPair,
  openApprovalFile,
  openDelegation,
  openRequest,
  type Policy,
  type SignedDelegation,
  type SigningKey,
  sealDecision,
  sealDelegation,
  sealPolicy,
  sealRequest,
  signingKey,
  writeApprovalFile,
} from "../../src/approval/index.ts";
import { writeJson } from "../../src/json/index.ts";
import { fail, problem } from "../../src/problem/index.ts";

/** The holder of a signing key, with a name. */
export interface Holder extends SigningKey {
  readonly name: string;
  readonly pem: string;
}

export async function holder(name: string): Promise<Holder> {
  const { pem } = newKeyPair(undefined);
  const key = await signingKey(pem, `${name}.key`, async () => fail(problem("bad-usage", "no passphrase", "none")));
  if (!key.ok) throw new Error(key.problems[0].message);
  return { name, pem, ...key.value };
}

/**
 * Returns people with their keys, and a function that makes a policy for them: Aisha requests, Omar approves, Sara may
 * do both; the owner may do neither.
 */
export async function office() {
  const [aisha, omar, sara, owner, stranger] = await Promise.all(
    ["Aisha", "Omar", "Sara", "Owner", "Stranger"].map(holder),
  );
  if (!aisha || !omar || !sara || !owner || !stranger) throw new Error("no keys");
  const policy = (change: Partial<Policy> = {}): Policy => ({
    number: "1",
    business_profile: "SBX-1",
    approval_from: "0",
    approvals: "1",
    people: [
      { name: aisha.name, key: aisha.publicKey, may: ["request"] },
      { name: omar.name, key: omar.publicKey, may: ["approve"] },
      { name: sara.name, key: sara.publicKey, may: ["request", "approve"] },
    ],
    ...change,
  });
  return { aisha, omar, sara, owner, stranger, policy };
}

export type Office = Awaited<ReturnType<typeof office>>;

/** Returns a policy as it is stored. */
export const signedPolicy = (policy: Policy, owner: SigningKey): string => writeJson(sealPolicy(policy, owner));

/** Makes a request for approval; `keys` identify its documents. */
export function requestFor(by: Holder, keys: readonly string[], change: Partial<ApprovalRequest> = {}) {
  const request: ApprovalRequest = {
    by: { name: by.name, key: by.publicKey },
    at: "2026-06-15T08:00:00.000Z",
    policy: "1",
    account: "sandbox:SBX-1",
    business_profile: "SBX-1",
    service_version: "20260101",
    send_anyway: "no",
    documents: keys.map((key) => ({ file: "one.yaml", kind: "invoice", key, gross_aed: "10500", warnings: [] })),
    ...change,
  };
  const signed = openRequest(sealRequest(request, by));
  if (!signed) throw new Error("the request does not open");
  return signed;
}

/** Returns the file with a decision about the request. */
export function approvalOf(request: ReturnType<typeof requestFor>, by: Holder, change: Partial<Decision> = {}): string {
  const decision: Decision = {
    by: { name: by.name, key: by.publicKey },
    at: "2026-06-15T09:00:00.000Z",
    decision: "approved",
    request: request.hash,
    policy: "1",
    ...change,
  };
  return writeApprovalFile(request.envelope, sealDecision(decision, by));
}

/** A delegation that covers all days unless `change` limits them. */
export function delegationOf(by: Holder, to: Pick<Holder, "name" | "publicKey">, change: Partial<Delegation> = {}) {
  const delegation: Delegation = {
    by: { name: by.name, key: by.publicKey },
    to: { name: to.name, key: to.publicKey },
    at: "2026-06-01T08:00:00.000Z",
    from: "2026-06-01",
    until: "2099-12-31",
    business_profiles: ["sbx-1"],
    ...change,
  };
  const signed = openDelegation(sealDelegation(delegation, by), { users: true });
  if (!signed) throw new Error("the delegation does not open");
  return signed;
}

export function approvalFor(
  delegation: SignedDelegation,
  request: ReturnType<typeof requestFor>,
  by: Holder,
  change: Partial<Decision> = {},
): string {
  const own = JSON.parse(approvalOf(request, by, { delegation: delegation.hash, ...change }));
  return JSON.stringify({ ...own, delegation: delegation.envelope });
}

export function openedApproval(...words: Parameters<typeof approvalOf>) {
  const opened = openApprovalFile(approvalOf(...words));
  if (!opened) throw new Error("the approval does not open");
  return opened;
}
