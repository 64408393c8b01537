import { expect, test } from "vitest";
import {
  type AskedSend,
  countedPeople,
  judgeApproval,
  openApprovalFile,
  openDelegation,
  openDelegationFile,
  openPolicy,
  type Policy,
  sealDelegation,
  sealPolicy,
  writeDelegationFile,
} from "../../src/approval/index.ts";
import { amount } from "../../src/document/index.ts";
import {
  approvalFor,
  approvalOf,
  delegationOf,
  holder,
  type Office,
  office,
  requestFor,
} from "../support/approvals.ts";

const key = "a".repeat(64);
const send: AskedSend = { account: "sandbox:SBX-1", businessProfileId: "SBX-1", key, grossInAed: "10500" };

/** Returns an office in which Tariq may request but not approve, and `judge`, which judges approvals by its policy. */
async function judging(change: (people: Office) => Partial<Policy> = () => ({})) {
  const people = await office();
  const tariq = await holder("Tariq");
  const own = people.policy(change(people));
  const whole: Policy = {
    ...own,
    people: [...own.people, { name: tariq.name, key: tariq.publicKey, may: ["request"] }],
  };
  const policy = openPolicy(sealPolicy(whole, people.owner));
  if (!policy) throw new Error("no policy");
  const judge = (
    texts: readonly string[],
    { day = "2026-06-15", spent = "0", ended = new Map<string, string>() } = {},
    asked: Partial<AskedSend> = {},
  ) => {
    const files = texts.map((text) => openApprovalFile(text));
    return judgeApproval({ ...send, ...asked }, { policy, files, day, spent: () => amount(spent), ended });
  };
  return { ...people, tariq, judge, request: requestFor(people.aisha, [key]) };
}

const said = (found: ReturnType<typeof judgeApproval>): string =>
  found.is === "refused" ? found.problem.message : found.is;

test("a delegate's approval counts as the approver's, and names both", async () => {
  const { judge, request, omar, tariq } = await judging();
  const delegation = delegationOf(omar, tariq);
  const found = judge([approvalFor(delegation, request, tariq)]);
  if (found.is !== "approved") throw new Error(said(found));
  expect(found.approval.approved).toMatchObject([
    { name: "Tariq", key: tariq.publicKey, for: { name: "Omar", key: omar.publicKey, sha256: delegation.hash } },
  ]);
  expect(countedPeople(found.approval)).toEqual([request.request.by.key, omar.publicKey]);
  expect(openDelegationFile(writeDelegationFile(delegation.envelope))).toEqual(delegation);
});

test("a delegation that is forged, of another, out of its days, of another company or ended does not count", async () => {
  const { judge, request, aisha, omar, sara, tariq, stranger } = await judging();
  const good = delegationOf(omar, tariq);
  const june = delegationOf(omar, tariq, { from: "2026-06-10", until: "2026-06-20" });
  const noFile = /is not an approval, or was changed/;
  const json = JSON.parse(approvalFor(good, request, tariq));
  const without = (member: string): string => JSON.stringify({ ...json, [member]: undefined });
  const swapped = JSON.stringify({ ...json, delegation: june.envelope });
  const forged = delegationOf({ ...stranger, name: "Omar" }, tariq);
  const outside = /Omar delegated to Tariq from 2026-06-10 until 2026-06-20/;
  const refused: ReadonlyArray<readonly [text: string, why: RegExp, day?: string]> = [
    [without("delegation"), noFile],
    [swapped, noFile],
    [approvalFor(good, request, sara), noFile],
    [approvalFor(forged, request, tariq), /the key of Omar is not one of policy 1/],
    [approvalFor(delegationOf(omar, stranger), request, stranger), /the key of Stranger is not one of policy 1/],
    [approvalFor(delegationOf(aisha, tariq), requestFor(sara, [key]), tariq), /Aisha may not approve/],
    [approvalFor(june, request, tariq), outside, "2026-06-21"],
    [approvalFor(june, request, tariq), outside, "2026-06-09"],
    [approvalFor(june, request, tariq, { at: "2026-06-20T20:00:00Z" }), outside],
    [approvalFor(june, request, tariq, { at: "2026-06-09T19:59:59Z" }), outside],
    [approvalFor(june, request, tariq, { at: "some day" }), outside],
    [
      approvalFor(delegationOf(omar, tariq, { business_profiles: ["sbx-2"] }), request, tariq),
      /for business profile SBX-1/,
    ],
    [approvalOf(request, tariq), /Tariq may not approve/],
    [approvalFor(delegationOf(omar, { ...tariq, name: "Zed" }), request, tariq), /the key of Zed belongs to Tariq/],
  ];
  for (const [text, why, day] of refused) expect(said(judge([text], day === undefined ? {} : { day }))).toMatch(why);
  for (const day of ["2026-06-10", "2026-06-20"])
    expect(said(judge([approvalFor(june, request, tariq, { at: `${day}T08:00:00Z` })], { day }))).toBe("approved");
  const ended = new Map([[good.hash, "it was ended"]]);
  expect(said(judge([approvalFor(good, request, tariq)], { ended }))).toMatch(/does not count: it was ended/);
});

test("nobody approves their own request through a delegation, nor the approver's, nor delegates further", async () => {
  const { judge, aisha, omar, sara, tariq } = await judging();
  const ofTariq = requestFor(tariq, [key]);
  expect(said(judge([approvalFor(delegationOf(omar, tariq), ofTariq, tariq)]))).toMatch(/Tariq requested it/);
  const ofSara = requestFor(sara, [key]);
  expect(said(judge([approvalFor(delegationOf(sara, tariq), ofSara, tariq)]))).toMatch(/Sara requested it/);
  // Tariq acts for Omar, and tries to delegate a right that is not his own.
  const further = delegationOf(tariq, aisha);
  expect(said(judge([approvalFor(further, ofSara, aisha)]))).toMatch(/Tariq may not approve/);
});

test("the approver's limits and day hold, not those of the delegate", async () => {
  const limits = ({ aisha, omar, sara }: Office): Partial<Policy> => ({
    people: [
      { name: "Aisha", key: aisha.publicKey, may: ["request"] },
      { name: "Omar", key: omar.publicKey, may: ["approve"], per_document: "5000" },
      { name: "Sara", key: sara.publicKey, may: ["request", "approve"], per_document: "20000", per_day: "20000" },
    ],
  });
  const { judge, request, omar, sara } = await judging(limits);
  const over = [approvalFor(delegationOf(omar, sara), request, sara)];
  expect(said(judge(over))).toMatch(/the limit of Omar is AED 5,000.00 per document/);
  const fits = [approvalFor(delegationOf(sara, omar), request, omar)];
  expect(said(judge(fits))).toBe("approved");
  expect(said(judge(fits, { spent: "9500.01" }))).toMatch(/the limit of Sara is AED 20,000.00 per day/);
});

test("an approver and a delegate are one pair of eyes, whoever signs", async () => {
  const { judge, request, omar, sara, tariq } = await judging(() => ({ approvals: "2" }));
  const own = approvalOf(request, omar);
  const tariqForOmar = approvalFor(delegationOf(omar, tariq), request, tariq);
  const tariqForSara = approvalFor(delegationOf(sara, tariq), request, tariq);
  for (const pair of [
    [own, tariqForOmar],
    [tariqForOmar, tariqForSara],
    [tariqForOmar, tariqForOmar],
  ])
    expect(said(judge(pair))).toMatch(/2 people must approve it, and 1 did/);
  expect(said(judge([own, tariqForSara]))).toBe("approved");
  expect(said(judge([tariqForOmar, own, approvalOf(request, sara)]))).toBe("approved");
});

test("a delegation whose last day is before its first, or whose text was changed, is not one", async () => {
  const { omar, sara } = await office();
  expect(() => delegationOf(omar, sara, { from: "2026-06-02", until: "2026-06-01" })).toThrow();
  expect(() => delegationOf(omar, sara, { until: "2026-06-31" })).toThrow();
  const { envelope } = delegationOf(omar, sara);
  const changed = {
    ...envelope,
    payload: Buffer.from(atob(String(envelope.payload)).replace("2099", "3099")).toString("base64"),
  };
  expect(openDelegation(changed)).toBeUndefined();
  // A delegation signed by anyone but the person who delegates is rejected, even if that signer has a valid key.
  const { delegation } = delegationOf(omar, sara);
  expect(openDelegation(sealDelegation(delegation, omar))).toBeDefined();
  expect(openDelegation(sealDelegation(delegation, sara))).toBeUndefined();
  expect(openDelegationFile("{}")).toBeUndefined();
});
