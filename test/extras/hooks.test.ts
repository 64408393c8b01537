import { expect, test } from "vitest";
import { sandboxOf } from "../../src/commands/sandbox.ts";
import { suppliersOf } from "../../src/commands/suppliers.ts";
import { validate } from "../../src/commands/validate.ts";
import { hooksOf, partsFor } from "../../src/extra.ts";
import { extras } from "../../src/extras.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { runCommand } from "../support/run-command.ts";

test("a build without the extra that makes PDFs says so, and one with it makes them", async () => {
  const without = await hooksOf(extras.filter(({ hooks }) => hooks?.press === undefined)).press();
  expect(without).toMatchObject({ ok: false, problems: [{ code: "package-missing" }] });
  expect(without.ok || without.problems[0].message).toBe("This selfbill makes no PDF.");
  expect(await hooksOf(extras).press()).toMatchObject({ ok: true });
});

test("a build without the extra that writes a format says so before it checks a file", async () => {
  const desk = { ...offlineDesk(), hooks: hooksOf(extras.filter(({ hooks }) => hooks?.verdicts === undefined)) };
  for (const format of ["junit", "sarif", "github"]) {
    const { outcome, problems } = await runCommand(validate, desk, ["march.yaml"], { format });
    expect([outcome, problems.map(({ code }) => code)]).toEqual(["local_state", ["package-missing"]]);
    expect(problems[0]?.message).toBe(`This selfbill does not write the format ${format}.`);
  }
});

test("a build without the console says so when --open asks for it", async () => {
  const { outcome, problems } = await runCommand(sandboxOf([]), offlineDesk(), [], { open: true, memory: true });
  expect([outcome, problems[0]?.message]).toEqual(["local_state", "This selfbill has no console."]);
});

test("a build without the extra of an action does not know the action, and one with it does", async () => {
  const input = (command: ReturnType<typeof suppliersOf>) =>
    command.input(["accept", "SB-1"], { set: [], heading: [], acceptChangedSupplier: [] } as never);
  const without = input(suppliersOf([]));
  expect(without.ok || without.problems[0]).toMatchObject({
    code: "bad-usage",
    message: 'Unknown action "accept" for suppliers.',
    hint: expect.not.stringContaining(" accept,"),
  });
  expect(input(suppliersOf(await partsFor("suppliers", extras)))).toMatchObject({ ok: true });
});
