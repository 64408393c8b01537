import { join } from "node:path";
import { expect, test } from "vitest";
import { cases, certify } from "../../src/certify/index.ts";
import { runSelfbill, startSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const client = join(top, "test/certify/clients/client.mjs");
const commandOf = (fault: string): string => `"${process.execPath}" "${client}" ${fault}`;

/** What a client does wrong in some cases, which run side by side. */
async function faultsOf(fault: string, ids: readonly string[]): Promise<Record<string, readonly string[]>> {
  const chosen = cases.filter(({ id }) => ids.includes(id));
  const running = { command: commandOf(fault), environment: { PATH: process.env.PATH }, milliseconds: 60_000 };
  const done = await Promise.all(chosen.map((one) => certify(one, running)));
  return Object.fromEntries(
    done.flatMap((each) => (each.ok && each.value.faults.length > 0 ? [[each.value.case.id, each.value.faults]] : [])),
  );
}

test("there are forty cases, each under its own id", () => {
  expect(cases.length).toBeGreaterThanOrEqual(40);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

test.each<[string, readonly string[], Record<string, readonly string[]>]>([
  ["resends", ["lost-close", "lost-500"], { "lost-close": ["sent-twice"], "lost-500": ["sent-twice"] }],
  ["gives-up", ["lost-reset", "lost-202"], { "lost-reset": ["lost-a-201"], "lost-202": ["lost-a-201"] }],
  [
    "null-is-success",
    ["null-overall", "null-meta"],
    { "null-overall": ["misread-a-null"], "null-meta": ["misread-a-null"] },
  ],
  ["hurries", ["429-documented"], { "429-documented": ["came-back-too-early"] }],
  ["believes-201", ["lost-201-null-id"], { "lost-201-null-id": ["claims-too-much"] }],
  ["careful", ["lost-close", "no-close", "lost-201-null", "null-legs", "429-gateway", "look-up-null", "no-400"], {}],
])("a client that %s is found out where it does so", async (fault, ids, found) => {
  expect(await faultsOf(fault, ids)).toEqual(found);
});

test("a client that says nothing is told so", async () => {
  const [one] = cases;
  if (one === undefined) throw new Error("no case");
  const running = { command: "exit 0", environment: { PATH: process.env.PATH }, milliseconds: 60_000 };
  expect(await certify(one, running)).toMatchObject({ ok: true, value: { faults: ["says-nothing"], requests: 0 } });
});

test("selfbill certify names the faults of a client and ends with 20, or with 0", async () => {
  const home = temporaryFolder();
  const only = ["--only", "lost-cut-id", "--only", "no-401"];
  const bad = await runSelfbill(["certify", "--client", commandOf("gives-up"), ...only, "--json"], { home });
  const { cases: told, problems } = JSON.parse(bad.stdout);
  expect([bad.code, told.map((each: { faults: string[] }) => each.faults), problems[0].code]).toEqual([
    20,
    [["lost-a-201"], []],
    "client-at-fault",
  ]);
  expect((await runSelfbill(["certify", "--client", commandOf("careful"), ...only], { home })).code).toBe(0);
  expect((await runSelfbill(["certify", "--only", "lost-cloze", "--list"], { home })).stderr).toContain("lost-close");
  expect((await runSelfbill(["certify"], { home })).code).toBe(2);
});

test("--listen leads a client that somebody runs by hand through the cases, and ends with the same result", async () => {
  const only = ["lost-cut-id", "no-401", "lost-close"].flatMap((id) => ["--only", id]);
  const running = startSelfbill(["certify", "--listen", ...only, "--json"], { home: temporaryFolder() });
  await running.says("Case 1 of 3");
  const told = (name: string): string => new RegExp(`^${name}: (\\S+)`, "m").exec(running.complained())?.[1] ?? "";
  const base = told("Base URL");
  const headers = { authorization: `Bearer ${told("Token")}`, "x-service-version": "20260101" };
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
