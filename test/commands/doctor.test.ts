import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { computerChecks, diskOf, type Runtime } from "../../src/commands/doctor/computer.ts";
import { reachChecks } from "../../src/commands/doctor/service.ts";
import { authorityChecks } from "../../src/commands/doctor/way.ts";
import { makeIdentity } from "../support/certificate.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { variablesOf } from "../support/variables-of.ts";

interface Line {
  readonly check: string;
  readonly state: string;
  readonly says: string;
  readonly code: string | null;
  readonly hint: string | null;
  readonly facts: Readonly<Record<string, string | null>>;
}

async function doctor(home: string, env: Record<string, string>, ...words: string[]) {
  const ran = await runSelfbill(["doctor", "--json", ...words], { home, env: { LANG: "C.UTF-8", ...env } });
  const told = JSON.parse(ran.stdout) as { outcome: string; checks: Line[]; counts: Record<string, number> };
  const line = (name: string) => told.checks.find(({ check }) => check === name);
  return { ...ran, ...told, line };
}

const jwt = (exp: number): string =>
  ["eyJhbGciOiJIUzI1NiJ9", Buffer.from(JSON.stringify({ exp })).toString("base64url"), "c2lnbmF0dXJl"].join(".");

test("everything is OK with a sandbox, and nothing is made or kept by looking", async () => {
  const sandbox = await startTestSandbox();
  const home = temporaryFolder();
  const env = variablesOf(sandbox);
  const offline = await doctor(home, env, "--offline");
  expect([offline.code, offline.outcome, offline.counts.error]).toEqual([0, "done", 0]);
  expect(offline.line("service")).toMatchObject({ state: "skipped" });
  expect(existsSync(join(home, "data"))).toBe(false);
  const whole = await doctor(home, env);
  expect([whole.code, whole.counts.error]).toEqual([0, 0]);
  for (const name of [
    "node",
    "tls",
    "packages",
    "locale",
    "disk",
    "settings",
    "drive",
    "journal",
    "token",
    "service",
    "access",
  ])
    expect(whole.line(name), name).toMatchObject({ state: "ok", hint: null });
  expect(whole.stdout + whole.stderr).not.toContain(sandbox.token);
});

test("without a service it says so, with the command to run, and ends with 2", async () => {
  const found = await doctor(temporaryFolder(), {});
  expect([found.code, found.outcome]).toEqual([2, "usage"]);
  expect(found.line("settings")).toMatchObject({ state: "error", code: "no-profile" });
  expect(found.line("settings")?.hint).toContain("selfbill profile set");
  const text = await runSelfbill(["doctor"], { home: temporaryFolder(), env: {} });
  expect(text.stdout).toMatch(/^ERROR\tSettings\t.*\t.*selfbill profile set/m);
  expect(text.stderr).toContain("✗ 1 error");
});

test("a clock that is off is a warning; a token that the service refuses is an error with exit code 4", async () => {
  const behind = { date: new Date(Date.now() + 7_200_000).toUTCString() };
  const server = await startRawServer((socket, { head }) =>
    socket.end(/^authorization:/im.test(head) ? http(401, '{"message":"no"}', behind) : http(404, "", behind)),
  );
  const env = {
    SELFBILL_BASE_URL: `http://127.0.0.1:${server.port}`,
    SELFBILL_BUSINESS_PROFILE_ID: "BP-1",
    SELFBILL_TOKEN: "canary-4711",
  };
  const found = await doctor(temporaryFolder(), env);
  expect(found.code).toBe(4);
  expect(found.line("clock")).toMatchObject({ state: "warning", code: "clock-off" });
  expect(found.line("clock")?.says).toMatch(/1(?:19|20) minutes behind/);
  expect(found.line("access")).toMatchObject({ state: "error", code: "token-refused" });
  expect(found.stdout + found.stderr).not.toContain("canary");
  // The request to the service itself is anonymous: no token, id or version.
  const asked = server.requests.filter(({ head }) => !/^authorization:/im.test(head));
  expect(asked).toHaveLength(1);
  expect(asked[0]?.head).not.toMatch(/BP-1|version|canary/i);
});

test("a service that cannot be reached is an error with exit code 22, and the proxy on the way is named", async () => {
  const env = {
    SELFBILL_BASE_URL: "https://einvoice.example",
    SELFBILL_BUSINESS_PROFILE_ID: "BP-1",
    SELFBILL_TOKEN: "canary-4711",
    HTTPS_PROXY: "http://clerk:canary-pass@127.0.0.1:1",
  };
  const found = await doctor(temporaryFolder(), env);
  expect(found.code).toBe(22);
  expect(found.line("proxy")).toMatchObject({ state: "ok", facts: { proxy: "http://127.0.0.1:1" } });
  expect(found.line("service")).toMatchObject({ state: "error", code: "not-connected" });
  expect(found.line("service")?.says).toContain("http://127.0.0.1:1");
  expect(found.line("access")).toMatchObject({ state: "skipped" });
  expect(found.stdout + found.stderr).not.toContain("canary");
});

test("a token tells when it ends by its own words", async () => {
  const base = { SELFBILL_BASE_URL: "https://einvoice.example", SELFBILL_BUSINESS_PROFILE_ID: "BP-1" };
  const seconds = Math.floor(Date.now() / 1000);
  const token = async (exp: number) =>
    (await doctor(temporaryFolder(), { ...base, SELFBILL_TOKEN: jwt(exp) }, "--offline")).line("token");
  expect(await token(seconds - 60)).toMatchObject({
    ...{ state: "error", code: "token-refused" },
    hint: expect.stringContaining("set SELFBILL_TOKEN to it"),
  });
  expect(await token(seconds + 86_400)).toMatchObject({ state: "warning", code: "token-ending" });
  expect(await token(seconds + 86_400 * 30)).toMatchObject({
    state: "ok",
    facts: { ends: new Date((seconds + 86_400 * 30) * 1000).toISOString() },
  });
});

test("a damaged journal is an error with exit code 27", async () => {
  const sandbox = await startTestSandbox();
  const home = temporaryFolder();
  const env = variablesOf(sandbox);
  const sent = await runSelfbill(["create-invoice", "templates/standard-invoice.yaml", "--yes"], { home, env });
  expect(sent.code).toBe(0);
  expect((await doctor(home, env)).line("journal")).toMatchObject({ state: "ok" });
  const file = join(home, "data", "journal.db");
  const bytes = readFileSync(file);
  const at = bytes.indexOf("Desert Lime");
  bytes.write("Xesert", at < 0 ? 5_000 : at);
  writeFileSync(file, bytes);
  const found = await doctor(home, env);
  expect(found.code).toBe(27);
  expect(found.line("journal")).toMatchObject({ state: "error", code: "journal-unusable" });
  expect(found.line("journal")?.hint).toMatch(/restore|copy/);
});

const runtime = (change: Partial<Runtime>): Runtime => ({
  platform: "linux",
  arch: "x64",
  versions: { node: "22.13.0", openssl: "3.0.0", sqlite: "3.50.0" },
  has: () => true,
  ...change,
});
const stateOf = (name: string, environment: Record<string, string>, change: Partial<Runtime>) =>
  computerChecks(environment, temporaryFolder(), runtime(change)).find(({ check }) => check === name)?.state;

test.each(["20.19.0", "22.13.0", "24.0.0", "26.1.0"])("Node %s is supported", (node) => {
  expect(stateOf("node", {}, { versions: { node } })).toBe("ok");
});

test.each([
  ["linux", "x64", /all tests run/],
  ["win32", "x64", /under Wine, none on a real Windows/],
  ["darwin", "arm64", /not tested by us/],
])("what was tested on %s %s is said beside Node", (platform, arch, said) => {
  const checks = computerChecks({}, temporaryFolder(), runtime({ platform, arch }));
  expect(checks.find(({ check }) => check === "node")?.says).toMatch(said);
});

test.each(["18.20.0", "20.18.3", "21.7.0", "22.12.0", "23.11.0"])("Node %s is not", (node) => {
  expect(stateOf("node", {}, { versions: { node } })).toBe("error");
});

test("what is missing on this computer is told: packages, UTF-8, certificates that are not checked, room on the disk", () => {
  expect(stateOf("packages", {}, { versions: { node: "20.19.0" }, has: () => false })).toBe("error");
  expect(stateOf("packages", {}, { has: () => false })).toBe("warning");
  expect(stateOf("locale", { LANG: "C" }, {})).toBe("warning");
  expect(stateOf("locale", { LANG: "ar_AE.utf8" }, {})).toBe("ok");
  expect(stateOf("locale", {}, { platform: "darwin" })).toBe("ok");
  expect(stateOf("tls", { NODE_TLS_REJECT_UNAUTHORIZED: "0" }, {})).toBe("error");
  expect([1e6, 1e8, 1e9].map((free) => diskOf("/", free).state)).toEqual(["error", "warning", "ok"]);
});

test("a file of authorities that cannot vouch for anything is told", () => {
  const folder = temporaryFolder();
  const put = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const state = (path: string) => authorityChecks([{ from: "NODE_EXTRA_CA_CERTS", path }], Date.now())[0];
  expect(authorityChecks([], Date.now())[0]).toMatchObject({ state: "ok" });
  expect(state(put("good.pem", makeIdentity(["a.example"]).cert))).toMatchObject({ state: "ok" });
  expect(state(put("old.pem", makeIdentity(["a.example"], new Date("2020-01-01")).cert))?.says).toContain("expired");
  expect(state(put("none.pem", "nothing"))?.says).toContain("holds no certificate");
  expect(state(join(folder, "missing.pem"))).toMatchObject({ state: "error" });
});

test("a certificate that ends soon is a warning", () => {
  const now = Date.now();
  const reached = (days: number) =>
    reachChecks(
      { is: "reached", secure: { protocol: "TLSv1.3", validTo: now + days * 86_400_000 }, clockAhead: 0 },
      now,
    )[0]?.state;
  expect([reached(10), reached(20)]).toEqual(["warning", "ok"]);
  // Still 30 June in UTC, but 1 July in the Gulf.
  const validTo = Date.parse("2026-06-30T21:30:00Z");
  const [check] = reachChecks({ is: "reached", secure: { protocol: "TLSv1.3", validTo }, clockAhead: 0 }, 0);
  expect(check?.says).toContain("certificate until 2026-07-01");
});

test("auth status tells when the token ends, and with --check whether the service accepts it", async () => {
  const sandbox = await startTestSandbox();
  const base = { SELFBILL_BASE_URL: sandbox.baseUrl, SELFBILL_BUSINESS_PROFILE_ID: sandbox.businessProfileId };
  const status = (token: string, ...words: string[]) =>
    runSelfbill(["auth", "status", "--json", ...words], {
      home: temporaryFolder(),
      env: { ...base, SELFBILL_TOKEN: token },
    });
  const good = await status(sandbox.token, "--check");
  expect(JSON.parse(good.stdout).sign_in).toMatchObject({ from: "SELFBILL_TOKEN", ends: null, accepted: true });
  const bad = await status("canary-4711", "--check");
  expect([bad.code, JSON.parse(bad.stdout).problems[0].code]).toEqual([4, "token-refused"]);
  const unasked = await status(jwt(2_000_000_000));
  expect(JSON.parse(unasked.stdout).sign_in).toMatchObject({ ends: "2033-05-18T03:33:20.000Z", accepted: null });
  const read = await runSelfbill(["auth", "status"], {
    home: temporaryFolder(),
    env: { ...base, SELFBILL_TOKEN: jwt(2_000_000_000) },
  });
  expect(read.stdout).toContain("2033-05-18 07:33:20 +04:00");
});
