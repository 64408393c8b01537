import { expect, test } from "vitest";
import { totalsOf, toWire } from "../../src/contract/index.ts";
import { writeJson } from "../../src/json/index.ts";
import { callsThatChange, openService, type Service } from "../../src/send/index.ts";
import { invoice } from "../support/documents.ts";
import { accessTo } from "../support/raw-server.ts";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";

async function start(
  options: Parameters<typeof startTestSandbox>[0] = {},
): Promise<{ sandbox: TestSandbox; service: Service; profile: string }> {
  const sandbox = await startTestSandbox(options);
  const service = openService(accessTo(0, { baseUrl: sandbox.baseUrl, token: sandbox.token }));
  return { sandbox, service, profile: sandbox.businessProfileId };
}

const body = (change: Parameters<typeof invoice>[0] = {}) => writeJson(toWire(invoice(change), "invoice"));

test("what is created can be read again, found by its number, and keeps its totals", async () => {
  const { service, profile } = await start();
  const answer = await service[callsThatChange].create("invoice", profile, body());
  if (answer.verdict !== "created") throw new Error(answer.problems[0].message);
  const read = await service.document("invoice", answer.id);
  expect(read.ok && totalsOf(read.value)).toEqual(totalsOf(answer.document));
  const found = await service.list("invoice", { document_number: "SB-2026-0001" });
  expect(found.ok && found.value.content.map((each) => each.id)).toEqual([answer.id]);
});

test("the same number twice is a number that is taken", async () => {
  const { service, profile } = await start();
  await service[callsThatChange].create("invoice", profile, body());
  expect(await service[callsThatChange].create("invoice", profile, body())).toMatchObject({
    verdict: "refused",
    status: 400,
    problems: [{ code: "number-taken", outcome: "duplicate" }],
  });
});

test("all wrong fields come back with their places", async () => {
  const { service, profile } = await start();
  const answer = await service[callsThatChange].create("invoice", profile, '{"invoice_type_code":"380"}');
  expect(answer.verdict).toBe("refused");
  expect(answer.problems.map((each) => each.where?.path)).toEqual(
    expect.arrayContaining(["issue_date", "profile_execution_id", "invoice_type_code"]),
  );
});

test("an unknown business profile, a wrong token and an unknown document are told apart", async () => {
  const { sandbox, service } = await start();
  expect(await service[callsThatChange].create("invoice", "SBX-NOBODY", body())).toMatchObject({
    verdict: "refused",
    problems: [{ code: "service-refused" }],
  });
  const stranger = openService(accessTo(0, { baseUrl: sandbox.baseUrl, token: "wrong" }));
  expect(await stranger[callsThatChange].create("invoice", sandbox.businessProfileId, body())).toMatchObject({
    verdict: "refused",
    status: 401,
    problems: [{ code: "token-refused", outcome: "auth" }],
  });
  expect(await service.document("invoice", "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33")).toMatchObject({
    ok: false,
    status: 404,
    problems: [{ code: "not-found" }],
  });
});

test("the quota is read, and the request beyond it was not sent", async () => {
  const { service, profile } = await start({ rate: 2 });
  const first = await service.businessProfile(profile);
  expect(first).toMatchObject({ ok: true, rate: { limit: 2, remaining: 1 } });
  await service.businessProfile(profile);
  const refused = await service[callsThatChange].create("invoice", profile, body());
  expect(refused).toMatchObject({
    verdict: "not-sent",
    status: 429,
    problems: [{ code: "rate-limited", outcome: "not_sent" }],
  });
  expect(refused.rate.retryAfter).toBeGreaterThan(0);
});

test("the buyer's party comes as the settings keep it", async () => {
  const { sandbox, service, profile } = await start();
  const answer = await service.businessProfile(profile);
  expect(answer.ok && answer.value.party_tax_scheme).toEqual(sandbox.profile.party_tax_scheme);
  expect(await service.businessProfile("SBX-NOBODY")).toMatchObject({ ok: false, status: 404 });
});
