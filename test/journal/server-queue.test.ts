import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { readPolicy } from "../../src/approval/index.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { request } from "../../src/extras/four-eyes/request.ts";
import { ok } from "../../src/problem/index.ts";
import { makeStyle, renderReport } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { signedPolicy } from "../support/approvals.ts";
import { line } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import { runCommand } from "../support/run-command.ts";
import { requestsIn, type ServerDesks, serverDesks } from "../support/server-desks.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { nth } from "../support/thirty.ts";
import { codes, yaml } from "../support/two-desks.ts";

/** Writes files on Aisha's computer; the n-th has the number AP-2026-000n and the amount n times 1,050.00. */
function files({ desks }: ServerDesks, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const lines = [line({ quantity: String(at + 1), price: { base_amount: "1000" } })];
    return yaml(desks.aisha, `${at + 1}.yaml`, nth(at + 1, { document_lines: lines }));
  });
}

const number = (n: number): string => `AP-2026-${String(n).padStart(4, "0")}`;
const said = (report: Report): string => JSON.stringify(report);
const hashOf = (report: Report): string =>
  (report.view as unknown as { data: { request: { sha256: string } } }).data.request.sha256;

test("a request is in the journal, waits for who may approve it, and is sent once it is approved there; no file is written", async () => {
  const here = await serverDesks();
  const [file = ""] = files(here, 1);
  const asked = await here.requested([file]);
  expect(asked.outcome).toBe("done");
  const before = await here.send([file]);
  expect([before.outcome, codes(before)]).toEqual(["usage", ["approval-missing"]]);
  expect(requestsIn(await here.listed(here.desks.aisha))).toMatchObject([
    { state: "waiting", yours: true, waits_for_you: false, can_approve: ["Omar", "Sara"] },
  ]);
  const key = here.keyOf(here.desks.omar, here.omar);
  expect(requestsIn(await here.listed(here.desks.omar, { key }))).toMatchObject([
    { yours: false, waits_for_you: true },
  ]);
  expect(await here.sent()).toBe(0);
  expect((await here.approved([hashOf(asked).slice(0, 12)])).outcome).toBe("done");
  expect(requestsIn(await here.listed(here.desks.aisha))).toMatchObject([
    { state: "approved", decisions: [{ decision: "approved", by: "Omar" }] },
  ]);
  expect((await here.send([file])).outcome).toBe("done");
  expect((await here.send([file])).outcome).toBe("done");
  expect(await here.sent()).toBe(1);
  expect(requestsIn(await here.listed(here.desks.omar))).toEqual([]);
  expect(given(await here.desks.boss.openedJournal.policies.unapproved({ bodies: true }))).toEqual([]);
  for (const { folder } of Object.values(here.desks))
    expect(readdirSync(folder).filter((each) => /^(?:request|approval)-/.test(each))).toEqual([]);
});

test("a document that was changed after its approval is not sent", async () => {
  const here = await serverDesks();
  const [file = ""] = files(here, 1);
  await here.approved([hashOf(await here.requested([file])).slice(0, 12)]);
  const changed = yaml(here.desks.aisha, "changed.yaml", nth(1, { document_lines: [line({ quantity: "2" })] }));
  const report = await here.send([changed]);
  expect([report.outcome, codes(report)]).toEqual(["usage", ["approval-missing"]]);
  expect(await here.sent()).toBe(0);
});

test("documents are approved by their numbers, and the others stay in the request", async () => {
  const here = await serverDesks();
  const all = files(here, 3);
  await here.requested(all);
  const report = await here.approved([number(3), number(1)]);
  expect(said(report)).toContain('"2 of 3"');
  const some = await here.send(all, { allowSimilar: true, skipInvalid: true });
  expect(some.outcome).toBe("partial");
  expect(await here.sent()).toBe(2);
  expect(requestsIn(await here.listed(here.desks.omar))).toMatchObject([
    { state: "waiting", documents: [{ sent: true }, { number: number(2), sent: false }, { sent: true }] },
  ]);
  expect((await here.approved([number(2)])).outcome).toBe("done");
  expect((await here.send([all[1] ?? ""], { allowSimilar: true })).outcome).toBe("done");
  expect(await here.sent()).toBe(3);
});

test("a no stops the request, and tells by whom and why; a new request of the same content can be approved", async () => {
  const here = await serverDesks();
  const [file = ""] = files(here, 1);
  const number = hashOf(await here.requested([file])).slice(0, 12);
  expect((await here.approved([number], { yes: false, reject: "wrong sum" })).outcome).toBe("done");
  expect(requestsIn(await here.listed(here.desks.aisha))).toMatchObject([
    { state: "rejected", can_approve: [], decisions: [{ decision: "rejected", by: "Omar", reason: "wrong sum" }] },
  ]);
  const report = await here.send([file]);
  expect([report.outcome, codes(report)]).toEqual(["usage", ["approval-invalid"]]);
  expect(said(report)).toContain("Omar rejected the request. Reason: “wrong sum”");
  Object.assign(here.desks.aisha, { now: () => new Date("2026-06-20T08:00:00Z") });
  const again = hashOf(await here.requested([file]));
  expect((await here.approved([again.slice(0, 12)])).outcome).toBe("done");
  expect((await here.send([file])).outcome).toBe("done");
  expect(await here.sent()).toBe(1);
});

test("only some documents of a request cannot be rejected, and what does not wait is named", async () => {
  const here = await serverDesks();
  await here.requested(files(here, 2));
  const part = await here.approved([number(1)], { yes: false, reject: "no" });
  expect([part.outcome, codes(part)]).toEqual(["usage", ["bad-usage"]]);
  const absent = await here.approved([number(9)]);
  expect([absent.outcome, codes(absent)]).toEqual(["refused", ["not-found"]]);
});

test("who requested it cannot approve it, not even with the key of somebody else", async () => {
  const here = await serverDesks();
  const [file = ""] = files(here, 1);
  const number = hashOf(await here.requested([file])).slice(0, 12);
  const own = await here.approved([number], {}, here.desks.aisha, here.aisha);
  expect(codes(own)).toEqual(["key-unusable"]);
  const stolen = await here.approved([number], {}, here.desks.aisha, here.omar);
  expect([stolen.outcome, codes(stolen)]).toEqual(["usage", ["approval-invalid"]]);
  // Opens a new session, as a new process would: a session in which the server refused a record sends nothing more.
  Object.assign(here.desks.aisha, { journal: async () => ok(here.as(here.users.aisha)) });
  expect(codes(await here.send([file]))).toEqual(["approval-missing"]);
  expect(await here.sent()).toBe(0);
});

test("limits name who may approve it, and --except, --within-limit and --total judge as they do for a file", async () => {
  const limits = (people: { name: string }[]) =>
    people.map((each) => (each.name === "Omar" ? { ...each, per_document: "2500" } : each));
  const here = await serverDesks();
  const { policy, owner } = here;
  const next = policy({ number: "2", business_profile: here.sandbox.businessProfileId });
  const signed = signedPolicy({ ...next, people: limits(next.people) as typeof next.people }, owner);
  given(await here.desks.boss.openedJournal.policies.set(signed, "boss"));
  const asked = hashOf(await here.requested(files(here, 3)));
  expect(requestsIn(await here.listed(here.desks.omar))).toMatchObject([{ can_approve: ["Sara"] }]);
  const name = asked.slice(0, 12);
  expect(codes(await here.approved([name]))).toEqual(["approval-invalid"]);
  expect(codes(await here.approved([name], { withinLimit: true, total: "1" }))).toEqual(["bad-usage"]);
  const report = await here.approved([name], { withinLimit: true, except: [number(2)], total: "1050" });
  expect([report.outcome, said(report).includes('"1 of 3"')]).toEqual(["done", true]);
});

test("a dry run knows the approvals in the journal", async () => {
  const here = await serverDesks();
  const [file = ""] = files(here, 1);
  const name = hashOf(await here.requested([file])).slice(0, 12);
  const dry = (): Promise<Report> => runCommand(createInvoice, here.desks.aisha, [file], { dryRun: true });
  expect(said(await dry())).toContain("approval-missing");
  await here.approved([name]);
  expect(said(await dry())).not.toContain("approval-");
});

test("a policy that follows makes a request outdated, and its approvals no longer count", async () => {
  const here = await serverDesks();
  const [file = ""] = files(here, 1);
  const name = hashOf(await here.requested([file])).slice(0, 12);
  await here.approved([name]);
  const next = here.policy({ number: "2", business_profile: here.sandbox.businessProfileId });
  given(await here.desks.boss.openedJournal.policies.set(signedPolicy(next, here.owner), "boss"));
  expect(requestsIn(await here.listed(here.desks.aisha))).toMatchObject([{ state: "outdated", can_approve: [] }]);
  expect(codes(await here.send([file]))).toEqual(["approval-invalid"]);
  expect(await here.sent()).toBe(0);
});

test("the list fits 80 and 120 columns", async () => {
  const here = await serverDesks();
  await here.requested(files(here, 3));
  const report = await here.listed(here.desks.aisha);
  for (const columns of [80, 120]) {
    const style = makeStyle({ isTerminal: true, columns, environment: {}, noColor: true });
    const lines = renderReport(report, style, style).data.split("\n");
    expect(lines.filter((each) => [...each].length > columns)).toEqual([]);
  }
});

/** Sets a policy in which Aisha and Omar are database users without keys. */
async function withoutKeys({ desks, owner, policy, sandbox, users }: ServerDesks): Promise<void> {
  const next = policy({ number: "2", business_profile: sandbox.businessProfileId, keys: "optional" });
  const byUser: Readonly<Record<string, string>> = { Aisha: `user:${users.aisha}`, Omar: `user:${users.omar}` };
  const all = next.people.map((each) => ({ ...each, key: byUser[each.name] ?? each.key }));
  given(await desks.boss.openedJournal.policies.set(signedPolicy({ ...next, people: all }, owner), "boss"));
}

test("with keys: optional the database user stands for the key, and verify says so", async () => {
  const here = await serverDesks();
  await withoutKeys(here);
  const [file = ""] = files(here, 1);
  const asked = await here.requested([file], { key: undefined });
  expect(asked.outcome).toBe("done");
  expect(requestsIn(await here.listed(here.desks.omar))).toMatchObject([{ waits_for_you: true }]);
  const own = await here.approved([number(1)], { key: undefined }, here.desks.aisha);
  expect(codes(own)).toEqual(["key-unusable"]);
  const stranger = await here.approved([number(1)], { key: undefined }, here.desks.boss);
  expect([stranger.outcome, codes(stranger)]).toEqual(["usage", ["key-unusable"]]);
  expect((await here.approved([number(1)], { key: undefined })).outcome).toBe("done");
  expect((await here.send([file])).outcome).toBe("done");
  expect(await here.sent()).toBe(1);
  const { policies } = here.desks.boss.openedJournal;
  expect(given(await policies.unapproved({ bodies: true }))).toEqual([]);
  const proven = given(await policies.approvalsGiven());
  expect([proven.signed, [...proven.byUser]]).toEqual([0, [[here.users.omar, 1]]]);
});

test("an approval without a signature counts only if the user whom it names recorded it", async () => {
  const here = await serverDesks();
  await withoutKeys(here);
  const [file = ""] = files(here, 1);
  await here.requested([file], { key: undefined });
  // The owner, who is not one of the policy's people, records a fake approval by Omar.
  Object.assign(here.desks.boss.openedJournal.policies.queue, { me: async () => ok(here.users.omar) });
  const posed = await here.approved([number(1)], { key: undefined }, here.desks.boss);
  expect(posed.outcome).toBe("done");
  expect(requestsIn(await here.listed(here.desks.aisha))).toMatchObject([{ state: "waiting", decisions: [] }]);
  const report = await here.send([file]);
  expect([report.outcome, codes(report)]).toEqual(["usage", ["approval-invalid"]]);
  expect(said(report)).toContain(`the database user ${here.users.omar} did not record the approval of Omar`);
  expect(await here.sent()).toBe(0);
});

test("a request without a signature that another user recorded cannot be approved", async () => {
  const here = await serverDesks();
  await withoutKeys(here);
  const [file = ""] = files(here, 1);
  Object.assign(here.desks.aisha, { journal: here.desks.boss.journal });
  const { queue } = here.desks.boss.openedJournal.policies;
  Object.assign(queue, { me: async () => ok(here.users.aisha) });
  expect((await here.requested([file], { key: undefined })).outcome).toBe("done");
  const report = await here.approved([number(1)], { key: undefined });
  expect([report.outcome, codes(report)]).toEqual(["invalid", ["request-not-valid"]]);
});

test("without a key a journal in a file takes neither a request nor such a policy", async () => {
  const here = await serverDesks();
  const desk = serviceDesk(here.sandbox);
  const report = await runCommand(request, desk, ["a.yaml"]);
  expect([report.outcome, codes(report)]).toEqual(["usage", ["bad-usage"]]);
  const next = here.policy({ keys: "optional" });
  const people = next.people.map((each) => (each.name === "Omar" ? { ...each, key: "user:omar" } : each));
  const set = await desk.openedJournal.policies.set(signedPolicy({ ...next, people }, here.owner), "boss");
  expect(set).toMatchObject({ problems: [{ message: expect.stringContaining("only a journal on a server") }] });
  const without = readPolicy({ ...next, keys: "required", people }, "policy.yaml");
  expect(without).toMatchObject({ problems: [{ message: expect.stringContaining("Omar has no key") }] });
});
