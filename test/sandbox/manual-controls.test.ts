import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { controlCalls } from "../../src/sandbox/control/control-calls.ts";
import { faultsSchema } from "../../src/sandbox/control/fault-schema.ts";
import { top } from "../support/run-selfbill.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

/** The rows of the manual's table of controls: the call, and the code snippets after it. */
const rows = readFileSync(`${top}/src/manual/sandbox.md`, "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, method = "", path = "", says = ""] = /^\| `(GET|POST) (\/\S+)` \| (.*) \|$/.exec(line) ?? [];
    return path === "" ? [] : [{ method, path, codes: [...says.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code) }];
  });

test("every control works as the manual writes it", async () => {
  const sandbox = await startTestSandbox();
  const asked: string[] = [];
  const ask = async (method: string, path: string, body?: string): Promise<void> => {
    const { status, text } = await sandbox.call(method, path, body);
    expect({ method, path, body, status, text }).toMatchObject({ status: status === 201 ? 201 : 200 });
    asked.push(`${method} ${path}`);
  };
  for (const { method, path, codes } of rows) {
    const bodies = codes.filter((code) => code.startsWith("{"));
    if (bodies.length === 0) await ask(method, path, method === "POST" ? "" : undefined);
    for (const body of bodies) await ask(method, path, body);
    for (const code of codes) {
      const [, other, further = path] = /^(GET|POST|DELETE|HEAD)(?: (\/\S+))?$/.exec(code) ?? [];
      if (other !== undefined) await ask(other, further, other === "POST" ? "" : undefined);
    }
  }
  expect(rows.length).toBeGreaterThanOrEqual(8);
  const heads = new Set(controlCalls.map(({ path }) => path.split("/").slice(0, 3).join("/")));
  for (const head of heads)
    expect(
      asked.some((each) => each.includes(head)),
      head,
    ).toBe(true);
});

test("every fault that the manual names can be ordered", async () => {
  const sandbox = await startTestSandbox();
  const codes = rows.find(({ path }) => path === "/sandbox/faults")?.codes ?? [];
  const { fault: kinds, gateway: _, ...members } = faultsSchema.shape.faults.element.shape;
  expect(codes).toEqual(expect.arrayContaining([...kinds.options, ...Object.keys(members)]));
  for (const fault of kinds.options)
    expect((await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault }] })).status, fault).toBe(200);
  const given = {
    method: "GET",
    path: "/api",
    supplier: "1",
    number: "2",
    times: 1,
    spelling: "date",
    processed: true,
  };
  for (const more of [given, { probability: 0.5, seed: 7 }])
    expect(
      (await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "rate-limited", ...more }] })).status,
    ).toBe(200);
});
