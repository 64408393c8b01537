import { join } from "node:path";
import { expect, test } from "vitest";
import { sandboxOf } from "../../src/commands/sandbox.ts";
import { suppliersOf } from "../../src/commands/suppliers.ts";
import { validate } from "../../src/commands/validate.ts";
import { hooksOf, partsFor } from "../../src/extra.ts";
import { handoverCommand } from "../../src/extras/handover/command.ts";
import { extras } from "../../src/extras.ts";
import { handOverBooks } from "../../src/journal/admin.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { runCommand } from "../support/run-command.ts";
import { tempHome } from "../support/settings.ts";
import { settingsDesk } from "../support/settings-desk.ts";
import { factsAt, quietDesk, supplier, tiles, transfer, walkThrough } from "../support/wizard-answers.ts";

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

test.each([
  ["accept", "SB-1"],
  ["import", "vendors.csv"],
])("a build without the extra of suppliers %s does not know the action, and one with it does", async (action, name) => {
  const input = (command: ReturnType<typeof suppliersOf>) =>
    command.input([action, name], { set: [], heading: [], acceptChangedSupplier: [] } as never);
  const without = input(suppliersOf([]));
  expect(without.ok || without.problems[0]).toMatchObject({
    code: "bad-usage",
    message: `Unknown action "${action}" for suppliers.`,
    hint: expect.not.stringContaining(` ${action},`),
  });
  expect(input(suppliersOf(await partsFor("suppliers", extras)))).toMatchObject({ ok: true });
});

test("a build without what completes lines completes nothing, and says nothing", async () => {
  const filler = await hooksOf([]).fill(offlineDesk());
  const document = { document_lines: [{ name: "Ceramic floor tile" }] };
  if (filler.ok) filler.value.fill(document);
  expect(document).toEqual({ document_lines: [{ name: "Ceramic floor tile" }] });
  expect(filler.ok && filler.value.remarks("june.csv")).toEqual([]);
});

test("a build that remembers no items asks the same questions but for what to keep", async () => {
  const asked = async (hooks: ReturnType<typeof hooksOf>) => {
    const facts = await factsAt({ ...quietDesk(), hooks });
    const lines = [...supplier, ...tiles, ["What comes next?", "No more lines"]] as const;
    const { asked, written } = await walkThrough([...lines, ...transfer], facts);
    return { asked: asked.map(({ question }) => question.message), document: written?.document };
  };
  const [without, all] = [await asked(hooksOf([])), await asked(hooksOf(extras))];
  expect(without.asked).toEqual(all.asked.filter((each) => each !== "Keep in your item book:"));
  expect(without.asked.length).toBe(all.asked.length - 1);
  expect(without.document).toEqual(all.document);
});

test("a build without a book that a handover file has changes nothing", async () => {
  const desk = settingsDesk();
  const file = join(tempHome(), "our-books");
  expect(
    handOverBooks(
      file,
      new Map([
        ["profiles", ""],
        ["suppliers", ""],
        ["items", "items: []"],
      ]),
    ),
  ).toMatchObject({ ok: true });
  const { outcome, problems } = await runCommand(handoverCommand, { ...desk, hooks: hooksOf([]) }, [], { from: file });
  expect([outcome, problems.map(({ code }) => code)]).toEqual(["local_state", ["package-missing"]]);
  expect(problems[0]?.message).toBe(
    "Nothing was changed: the file has a book of items, which this selfbill cannot keep.",
  );
});
