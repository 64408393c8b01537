import { join } from "node:path";
import { expect, test } from "vitest";
import { cases, certify } from "../../src/certify/index.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

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
