import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cases } from "../../../src/extras/certify/cases.ts";
import { certify } from "../../../src/extras/certify/certify.ts";
import { runSelfbill, startSelfbill, temporaryFolder } from "../../support/run-selfbill.ts";
import { casesOf, clientOf, faultsOf } from "./run-cases.ts";

test("there are more than sixty cases, each under its own id", () => {
  expect(cases.length).toBeGreaterThan(60);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

test("a created document is demanded with its id, and in plain cases with its status", async () => {
  const say = `"${process.execPath}" -e "${[
    "const e = process.env",
    "const named = { 'x-service-version': e.SELFBILL_SERVICE_VERSION, 'content-type': 'application/json' }",
    "const headers = { authorization: 'Bearer ' + e.SELFBILL_TOKEN, ...named }",
    "const body = require('fs').readFileSync(e.CERTIFY_DOCUMENT, 'utf8')",
    "fetch(e.SELFBILL_BASE_URL + '/api/purchase-invoices/' + e.SELFBILL_BUSINESS_PROFILE_ID, { method: 'POST', headers, body })",
  ].join("; ")}.then((a) => a.json()).then((a) => console.log(JSON.stringify(CLAIM)))"`;
  const claims = {
    id: "{ result: 'created', id: a.id }",
    none: "{ result: 'created' }",
    wrong: "{ result: 'created', id: 'x' }",
  };
  const found = (claim: string) => faultsOf(say.replace("CLAIM", claim), ["plain", "late-answer", "null-meta"]);
  expect(await found(claims.id)).toEqual({ plain: ["names-no-status"] });
  expect(await found(claims.none)).toEqual({ plain: ["names-no-id"], "late-answer": ["names-no-id"] });
  expect(Object.values(await found(claims.wrong))).toEqual([
    ["claims-too-much"],
    ["claims-too-much"],
    ["claims-too-much"],
  ]);
});

test("a client that does not end is ended with everything that it started, and what it leaves running too", async () => {
  const folder = temporaryFolder();
  const [one] = casesOf(["plain"]);
  if (one === undefined) throw new Error("no case");
  const pidOf = (name: string): number => Number(readFileSync(join(folder, name), "utf8"));
  const sleeper = (name: string): string => `sh -c 'echo $$ > ${join(folder, name)}; exec sleep 300'`;
  const environment = { PATH: process.env.PATH };
  const hangs = await certify(one, { command: `${sleeper("hangs")}; true`, environment, milliseconds: 1500 });
  expect(hangs).toMatchObject({ ok: true, value: { faults: ["did-nothing", "says-nothing"] } });
  expect([existsSync(join(folder, "hangs")), runs(pidOf("hangs"))]).toEqual([true, false]);
  const left = `${sleeper("left")} & while [ ! -s ${join(folder, "left")} ]; do :; done`;
  await certify(one, { command: left, environment, milliseconds: 60_000 });
  expect(runs(pidOf("left"))).toBe(false);
});

/** Whether the process runs; a zombie that its parent has not reaped yet does not count. */
function runs(pid: number): boolean {
  return spawnSync("kill", ["-0", String(pid)]).status === 0 && !isZombie(pid);
}

function isZombie(pid: number): boolean {
  return spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout.startsWith("Z");
}

test("--format junit: one suite, a case failed with its faults, remarks beside", async () => {
  const only = ["lost-cut-id", "no-401", "credit-note"].flatMap((id) => ["--only", id]);
  const words = ["certify", "--client", clientOf("lost-is-not-sent"), ...only, "--format", "junit"];
  const { code, stdout } = await runSelfbill(words, { home: temporaryFolder() });
  expect([code, stdout.match(/<testcase /g)?.length]).toEqual([20, 3]);
  expect(stdout).toMatch(/<testsuite name="selfbill.certify" [^>]*tests="3" failures="1" errors="0" skipped="0"/);
  expect(stdout).toMatch(
    /<testcase name="lost-cut-id: [^>]*>\s*<failure type="lost-a-201" message="The document was created, and/,
  );
  const cannot = [
    "certify",
    "--client",
    `echo '{"result":"not_supported"}'`,
    "--only",
    "credit-note",
    "--format",
    "junit",
  ];
  const remarked = await runSelfbill(cannot, { home: temporaryFolder() });
  expect([remarked.code, remarked.stdout]).toEqual([
    0,
    expect.stringContaining("<system-out>credit-note: The client says"),
  ]);
});

test("selfbill certify names the faults of a client and ends with 20, or with 0", async () => {
  const home = temporaryFolder();
  const only = ["--only", "lost-cut-id", "--only", "no-401"];
  const bad = await runSelfbill(["certify", "--client", clientOf("lost-is-not-sent"), ...only, "--json"], { home });
  const { cases: told, problems } = JSON.parse(bad.stdout);
  expect([bad.code, told.map((each: { faults: string[] }) => each.faults), problems[0].code]).toEqual([
    20,
    [["lost-a-201"], []],
    "client-at-fault",
  ]);
  expect((await runSelfbill(["certify", "--client", clientOf("careful"), ...only], { home })).code).toBe(0);
  expect((await runSelfbill(["certify", "--only", "lost-cloze", "--list"], { home })).stderr).toContain("lost-close");
  expect((await runSelfbill(["certify"], { home })).code).toBe(2);
});

test("a failed case shows the requests, what the client said and how it ended; the end counts the cases", async () => {
  const only = ["--only", "lost-close", "--only", "no-401"];
  const words = ["certify", "--client", `echo oops >&2; ${clientOf("lost-is-not-sent")}`, ...only];
  const { stderr } = await runSelfbill(words, { home: temporaryFolder() });
  const told = stderr.slice(0, stderr.indexOf("no-401: OK"));
  expect(told).toMatch(
    /\+0\.00 s POST \/api\/purchase-invoices\/\S+\s+→\s+no\s+answer\s+\(fault:\s+close\),\s+created/,
  );
  expect(told).toMatch(/The client says: not_sent\n +The client ended with exit code 0\.\n +stderr: oops/);
  expect(stderr).toContain("2 cases: 1 OK, 1 failed.");
  const json = JSON.parse((await runSelfbill([...words, "--json"], { home: temporaryFolder() })).stdout);
  expect(json.summary).toEqual({ cases: 2, ok: 1, failed: 1, remarks: 0, not_run: 0 });
  expect(json.cases[0]).toMatchObject({ claim: { result: "not_sent" }, exit_code: 0, stderr: ["oops"] });
  expect(json.cases[0].trace[0]).toMatchObject({ after_ms: 0, method: "POST", status: null, fault: "close" });
  const junit = await runSelfbill([...words, "--format", "junit"], { home: temporaryFolder() });
  expect(junit.stdout).toMatch(/lost-a-201: [^<]*\n\+0\.00 s POST/);
});

test("a client that does not start ends the run after its first case, in its own words and with exit code 2", async () => {
  const only = ["--only", "plain", "--only", "lost-close"];
  const words = ["certify", "--client", "no-such-client --fast", ...only, "--json"];
  const { code, stdout, stderr } = await runSelfbill(words, { home: temporaryFolder() });
  const [{ message, hint }] = JSON.parse(stdout).problems as [{ message: string; hint: string }];
  expect([code, stderr.includes("lost-close")]).toEqual([2, false]);
  expect(message).toMatch(
    /^The client did not start: it ended with exit code 127 before its first request: .*no-such-client.*not found/,
  );
  expect(hint).toContain("no-such-client --fast");
});

test("--listen leads a client that somebody runs by hand through the cases, and ends with the same result", async () => {
  const only = ["lost-cut-id", "no-401", "lost-close"].flatMap((id) => ["--only", id]);
  const running = startSelfbill(["certify", "--listen", ...only, "--json"], { home: temporaryFolder() });
  await running.says("Case 1 of 3");
  const told = (name: string): string => new RegExp(`^${name}: (\\S+)`, "m").exec(running.complained())?.[1] ?? "";
  const base = told("Base URL");
  const named = { "x-service-version": "20260101", "content-type": "application/json" };
  const headers = { authorization: `Bearer ${told("Token")}`, ...named };
  const say = async (claim: string) => (await fetch(`${base}/certify`, { method: "POST", body: claim })).json();
  const { case: one, document } = (await (await fetch(`${base}/certify`)).json()) as { case: object; document: object };
  expect(one).toMatchObject({ id: "lost-close" });
  const create = (): Promise<unknown> =>
    fetch(`${base}/api/purchase-invoices/${told("Business profile")}`, {
      method: "POST",
      headers,
      body: JSON.stringify(document),
    })
      .then((answer) => answer.text())
      .catch(() => undefined);
  await create();
  expect(await say("no idea")).toHaveProperty("errors");
  expect(await say("not_sent")).toMatchObject({
    case: "lost-close",
    ok: false,
    faults: ["lost-a-201"],
    next: { id: "lost-cut-id" },
  });
  await create();
  const found = await (await fetch(`${base}/api/purchase-invoices`, { headers })).json();
  const { id } = (found as { content: { id: string }[] }).content[0] ?? { id: "" };
  expect(await say(`created ${id} APPROVED`)).toMatchObject({ ok: true, next: { id: "no-401" } });
  await create();
  expect(await say('a line before\n{"result":"refused"}')).toMatchObject({ case: "no-401", ok: true, next: null });
  const { stdout, code } = await running.ended;
  const { cases: judged, problems } = JSON.parse(stdout);
  expect([code, judged.map((each: { ok: boolean }) => each.ok), problems[0].code]).toEqual([
    20,
    [false, true, true],
    "client-at-fault",
  ]);
});

test("--listen that is stopped before the last case does not call the client good", async () => {
  const running = startSelfbill(["certify", "--listen", "--only", "no-401"], { home: temporaryFolder() });
  await running.says("Case 1 of 1");
  running.signal("SIGINT");
  expect(await running.ended).toMatchObject({
    code: 130,
    stderr: expect.stringContaining("Stopped with 1 of 1 cases left"),
  });
});

test("--client that is stopped ends the client too, and does not call it good", async () => {
  const pid = join(temporaryFolder(), "pid");
  const client = `sh -c 'echo $$ > ${pid}; echo started >&2; exec sleep 300'; true`;
  const running = startSelfbill(["certify", "--client", client, "--only", "plain"], { home: temporaryFolder() });
  await running.says("started");
  running.signal("SIGINT");
  expect(await running.ended).toMatchObject({
    code: 130,
    stderr: expect.stringContaining("Stopped with 1 of 1 cases left"),
  });
  await expect.poll(() => runs(Number(readFileSync(pid, "utf8")))).toBe(false);
});
