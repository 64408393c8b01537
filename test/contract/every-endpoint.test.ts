import { expect, test } from "vitest";
import { type Endpoint, endpoints, segmentNames } from "../../src/contract/index.ts";
import { foreignDocumentId } from "../../src/sandbox/index.ts";
import { requestTo } from "../support/endpoint-requests.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

// The sandbox's `call` fails for any answer that does not match the description in status, type or shape.

const nowhere = "00000000-0000-4000-8000-000000000000";
const named = (of: readonly Endpoint[]) => of.map((each) => [each.operation, each] as const);
const withToken = endpoints.filter(({ definition }) => definition.token !== false);
const ofDocuments = endpoints.filter(({ path }) => path.includes("{id}"));

test.each(named(endpoints))("%s answers with success where what it asks for exists", async (_, endpoint) => {
  const sandbox = await startTestSandbox();
  const { status } = await sandbox.call(...(await requestTo(sandbox, endpoint)));
  expect(status).toBe(endpoint.definition.success ?? 200);
});

const named404 = endpoints.filter(({ definition, path }) => definition.does === "reads" && path.includes("{"));
test.each(named(named404))("%s answers 404 for each segment of its path that is unknown", async (_, endpoint) => {
  for (const name of segmentNames(endpoint.path)) {
    const sandbox = await startTestSandbox();
    const { status, body } = await sandbox.call(...(await requestTo(sandbox, endpoint, { [name]: nowhere })));
    expect([name, status, JSON.stringify(body)]).toEqual([name, 404, expect.stringMatching(/not found|There is no/)]);
  }
});

test.each(named(ofDocuments.filter(({ kind }) => kind !== "sales-credit-note")))(
  "%s answers 403 for a document of another organization",
  async (_, endpoint) => {
    const sandbox = await startTestSandbox();
    const { status, body } = await sandbox.call(...(await requestTo(sandbox, endpoint, { id: foreignDocumentId })));
    expect([status, body.errors.message]).toEqual([403, expect.stringContaining(foreignDocumentId)]);
  },
);

test.each(named(withToken))("%s demands a token, and a version that is one", async (_, endpoint) => {
  const sandbox = await startTestSandbox();
  const [method, path, body] = await requestTo(sandbox, endpoint);
  for (const [headers, status] of [
    [{ authorization: "" }, 401],
    [{ "x-service-version": "soon" }, 400],
  ] as const)
    expect(await sandbox.call(method, path, body, headers)).toMatchObject({
      status,
      body: { errors: { message: expect.any(String) } },
    });
});

test.each(named(withToken))("%s meets the faults that a test of a client orders", async (_, endpoint) => {
  const sandbox = await startTestSandbox();
  const request = await requestTo(sandbox, endpoint);
  await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "status", status: 500 }] });
  const { status, body } = await sandbox.call(...request);
  expect([status, body]).toEqual([500, { errors: { message: "An error occurred" } }]);
});

const withoutToken = endpoints.filter(({ definition }) => definition.token === false);
test.each(named(withoutToken))("%s meets the faults that name its path, and leaves the others", async (_, endpoint) => {
  const sandbox = await startTestSandbox({ rate: 60 });
  const request = await requestTo(sandbox, endpoint);
  const ask = async () => (await sandbox.call(...request)).status;
  const path = request[1].replace(/\?.*/, "");
  const faults = [{ status: 502 }, { status: 503, path }, { status: 429, path }];
  await sandbox.call("POST", "/sandbox/faults", { faults: faults.map((each) => ({ fault: "status", ...each })) });
  expect([await ask(), await ask(), await ask()]).toEqual([503, 429, 200]);
  expect((await sandbox.call("GET", "/sandbox/faults")).body.faults).toMatchObject([{ status: 502, met: 0 }]);
});

const versioned = withoutToken.filter(({ definition }) => definition.version !== false);
test.each(named(versioned))("%s demands a version that is one, without a token too", async (_, endpoint) => {
  const sandbox = await startTestSandbox();
  const [method, path, body] = await requestTo(sandbox, endpoint);
  for (const version of ["abc", "20200101"])
    expect((await sandbox.call(method, path, body, { authorization: "", "x-service-version": version })).status).toBe(
      400,
    );
});

test.each(named(withToken))("%s counts against the rate limit of the account", async (_, endpoint) => {
  const sandbox = await startTestSandbox({ rate: 60 });
  const request = await requestTo(sandbox, endpoint);
  for (let left = 60; left > 0; left--) await sandbox.call("GET", "/api/nowhere");
  expect((await sandbox.call(...request)).status).toBe(429);
});

test("without Phase 2 the calls of that subscription are refused, and no others", async () => {
  for (const endpoint of withToken) {
    const sandbox = await startTestSandbox({ phase2: false });
    const { status, body } = await sandbox.call(...(await requestTo(sandbox, endpoint)));
    const refused = status === 403 && /Phase 2/.test(body.errors.message);
    expect([endpoint.operation, refused]).toEqual([endpoint.operation, endpoint.definition.phase2 === true]);
  }
});

test.each(named(endpoints.filter(({ definition }) => definition.does === "changes")))(
  "%s takes JSON alone where the sandbox is strict, and never more than 8 MiB",
  async (_, endpoint) => {
    const sandbox = await startTestSandbox({ strict: true });
    const [method, path] = await requestTo(sandbox, endpoint);
    expect((await sandbox.call(method, path, "{}", { "content-type": "text/plain" })).status).toBe(415);
    expect((await sandbox.call(method, path, " ".repeat(8_388_609))).status).toBe(413);
  },
);
