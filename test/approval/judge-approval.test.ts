import { expect, test } from "vitest";
import { type AskedSend, judgeApproval, openPolicy, type Policy, sealPolicy } from "../../src/approval/index.ts";
import { amount, money } from "../../src/document/index.ts";
import { type Office, office, openedApproval, requestFor } from "../support/approvals.ts";

const key = "a".repeat(64);
const send: AskedSend = {
  account: "sandbox:SBX-1",
  businessProfileId: "SBX-1",
  key,
  grossInAed: "10500",
  changedSupplier: false,
};

async function judging(change: (people: Office) => Partial<Policy> = () => ({})) {
  const people = await office();
  const policy = openPolicy(sealPolicy(people.policy(change(people)), people.owner));
  if (!policy) throw new Error("no policy");
  const judge = (files: Parameters<typeof judgeApproval>[1]["files"], asked: Partial<AskedSend> = {}, spent = "0") =>
    judgeApproval(
      { ...send, ...asked },
      { policy, files, day: "2026-06-15", spent: () => amount(spent), ended: new Map() },
    );
  return { ...people, judge };
}

const code = (found: ReturnType<typeof judgeApproval>): string =>
  found.is === "refused" ? `${found.problem.code}: ${found.problem.message}` : found.is;

test("without a policy, and below its amount, nothing is asked; a changed supplier and an unknown amount always ask", async () => {
  const { judge } = await judging(() => ({ approval_from: "10000.00" }));
  const none = { policy: undefined, files: [], day: "", spent: () => money.zero, ended: new Map() };
  expect(judgeApproval(send, none)).toEqual({ is: "free" });
  expect(code(judge([], { grossInAed: "9999.99" }))).toBe("free");
  expect(code(judge([], { grossInAed: "10000" }))).toMatch(/^approval-missing: .*from AED 10,000.00/);
  expect(code(judge([], { grossInAed: "1", changedSupplier: true }))).toMatch(/^approval-missing/);
  expect(code(judge([], { grossInAed: undefined }))).toMatch(/^approval-missing/);
});

test("an approval lets exactly this content of this account pass, and tells who gave it", async () => {
  const { judge, aisha, omar } = await judging();
  const file = openedApproval(requestFor(aisha, ["0".repeat(64), key]), omar);
  expect(judge([undefined, file])).toMatchObject({
    is: "approved",
    by: [file],
    approval: {
      policy: { number: "1" },
      requested: { name: "Aisha", key: aisha.publicKey },
      approved: [{ name: "Omar", key: omar.publicKey, at: "2026-06-15T09:00:00.000Z", sha256: file.hash }],
      day: "2026-06-15",
      grossInAed: "10500",
    },
  });
  for (const other of [{ key: "b".repeat(64) }, { account: "sandbox:SBX-2" }, { businessProfileId: "SBX-2" }])
    expect(code(judge([file], other))).toMatch(/^approval-missing: .*none of those that were given/);
});

test("whoever may not, did not, or did it twice does not let it pass", async () => {
  const { judge, aisha, omar, sara, stranger } = await judging();
  const request = requestFor(aisha, [key]);
  const refused: ReadonlyArray<readonly [ReturnType<typeof openedApproval> | undefined, RegExp]> = [
    [undefined, /is not an approval, or was changed/],
    [openedApproval(request, aisha), /Aisha may not approve/],
    [openedApproval(requestFor(sara, [key]), sara), /Sara requested it and cannot approve it/],
    [openedApproval(requestFor(omar, [key]), sara), /Omar may not request/],
    [openedApproval(request, stranger), /the key of Stranger is not one of policy 1/],
    [openedApproval(request, { ...stranger, name: "Omar" }), /the key of Omar is not one of policy 1/],
    [openedApproval(request, { ...omar, name: "Sara" }), /the key of Sara belongs to Omar/],
    [openedApproval(requestFor(stranger, [key]), omar), /the key of Stranger/],
    [openedApproval(request, omar, { policy: "2" }), /under policy 2, and policy 1 is in force/],
    [
      openedApproval(request, omar, { decision: "rejected", reason: "not ours" }),
      /Omar rejected the request\. Reason: “not ours”/,
    ],
  ];
  for (const [file, said] of refused) {
    expect(code(judge([file]))).toMatch(/^approval-invalid/);
    expect(code(judge([file]))).toMatch(said);
  }
  // One valid approval is sufficient, whatever else was passed; but a rejection of the same request is not ignored.
  expect(judge([undefined, openedApproval(request, stranger), openedApproval(request, omar)]).is).toBe("approved");
  const no = openedApproval(request, sara, { decision: "rejected", reason: "wait" });
  expect(code(judge([openedApproval(request, omar), no]))).toMatch(/Sara rejected the request\. Reason: “wait”/);
});

test("two approvals are of two people, about one request", async () => {
  const { judge, aisha, omar, sara } = await judging(() => ({ approvals: "2" }));
  const request = requestFor(aisha, [key]);
  const [one, again] = [
    openedApproval(request, omar),
    openedApproval(request, omar, { at: "2026-06-15T10:00:00.000Z" }),
  ];
  expect(code(judge([one]))).toMatch(/2 people must approve it, and 1 did/);
  expect(code(judge([one, again]))).toMatch(/2 people must approve it, and 1 did/);
  const other = openedApproval(requestFor(aisha, [key], { at: "2026-06-15T08:01:00.000Z" }), sara);
  expect(code(judge([one, other]))).toMatch(/^approval-invalid/);
  expect(judge([one, openedApproval(request, sara)])).toMatchObject({ approval: { approved: [{}, {}] } });
});

test("limits are of who requests and of who approves, with what the day has already", async () => {
  for (const [who, name] of ["Aisha", "Omar"].entries()) {
    const limited = (limits: object) =>
      judging(({ policy }) => ({
        people: policy().people.map((each, at) => (at === who ? { ...each, ...limits } : each)),
      }));
    const judged = async (limits: object, spent = "0"): Promise<string> => {
      const { judge, aisha, omar } = await limited(limits);
      return code(judge([openedApproval(requestFor(aisha, [key]), omar)], {}, spent));
    };
    expect(await judged({ per_document: "10500.00" })).toBe("approved");
    expect(await judged({ per_document: "10499.99" })).toMatch(`limit of ${name} is AED 10,499.99 per document`);
    expect(await judged({ per_day: "20000" }, "9500")).toBe("approved");
    const over = `limit of ${name} is AED 20,000.00 per day; AED 9,500.01 of 2026-06-15 are used`;
    expect(await judged({ per_day: "20000" }, "9500.01")).toMatch(over);
  }
});

const [second, third] = ["b", "c"].map((each) => each.repeat(64)) as [string, string];

test("an approval of some documents of a request lets these pass and no other, and says who left it out", async () => {
  const { judge, aisha, omar } = await judging();
  const request = requestFor(aisha, [key, second, third]);
  const file = openedApproval(request, omar, { documents: [key, third] });
  expect(judge([file])).toMatchObject({ is: "approved", by: [file] });
  expect(code(judge([file], { key: third }))).toBe("approved");
  expect(code(judge([file], { key: second }))).toBe(
    "approval-missing: Nothing was sent: Omar approved the request of Aisha without this document.",
  );
  const rest = openedApproval(request, omar, { documents: [second] });
  expect(code(judge([file, rest], { key: second }))).toBe("approved");
});

test("of two people who approve, each counts for the documents that they did not leave out", async () => {
  const { judge, aisha, omar, sara } = await judging(() => ({ approvals: "2" }));
  const request = requestFor(aisha, [key, second]);
  const all = openedApproval(request, omar);
  const one = openedApproval(request, sara, { documents: [key] });
  expect(code(judge([all, one]))).toBe("approved");
  expect(code(judge([all, one], { key: second }))).toMatch(
    /^approval-invalid: .*2 people must approve it, and 1 did; Sara left it out\.$/,
  );
});
