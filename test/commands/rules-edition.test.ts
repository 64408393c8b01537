import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { history } from "../../src/commands/history.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { makeStyle, renderJson, renderReport } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { inDollars, invoice } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { ask } from "../support/shop.ts";
import { SettableClock, startTestSandbox } from "../support/start-sandbox.ts";
import { exempt, lineOf } from "../support/vat-lines.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into data of any shape
const dataOf = ({ view }: Report): any => ("data" in view ? view.data : undefined);

const style = makeStyle({ isTerminal: false, columns: 200, environment: {}, noColor: true });

const changes: readonly (readonly [string, string, Partial<SelfBilledDocument>, string])[] = [
  ["1.0.3 comes into force", "2026-03-25", { document_lines: [lineOf(exempt)] }, "ALIGNED-IBRP-E-05"],
  ["1.0.4 comes into force", "2026-05-28", inDollars, "IBR-126"],
];

describe.each(changes)("when %s", (_, day, change, refusedBefore) => {
  const midnight = Date.parse(`${day}T00:00:00+04:00`);
  const document = invoice({ ...change, issue_date: day, due_date: day });

  /** The fatal findings of the check before sending, and the sandbox's verdict on the same document. */
  async function judgedAt(milliseconds: number): Promise<{ ids: readonly string[]; verdict: string }> {
    const clock = new SettableClock(milliseconds);
    const sandbox = await startTestSandbox({ clock });
    const desk = serviceDesk(sandbox, { clock });
    const file = desk.file("march.yaml", writeYaml(document, "invoice"));
    const checked = await runCommand(createInvoice, desk, [file], { yes: true, dryRun: true });
    const problems = checked.view.view === "submissions" ? checked.view.results.flatMap((each) => each.problems) : [];
    const ids = problems.filter(({ severity }) => severity === "error").map(({ code }) => code);
    await runCommand(createInvoice, desk, [file], { yes: true, sendAnyway: true });
    clock.advance(10);
    const { body } = await sandbox.call("GET", "/api/purchase-invoices");
    return { ids: [...new Set(ids)], verdict: body.content[0].meta_info.peppol_status.overall_status };
  }

  test("the day before, check and network judge by the edition before", async () => {
    const { ids, verdict } = await judgedAt(midnight - 60_000);
    expect(ids).toContain(refusedBefore);
    expect(verdict).toBe("VALIDATION_FAILED");
  });

  test("from midnight in the Emirates on, both judge by the new one", async () => {
    expect(await judgedAt(midnight)).toEqual({ ids: [], verdict: "APPROVED" });
  });
});

test("a dry run names the edition that it checked by, with its hash", async () => {
  const desk = serviceDesk(await startTestSandbox());
  const file = desk.file("march.yaml", writeYaml(invoice(), "invoice"));
  const dry = (rulesEdition?: string) =>
    runCommand(createInvoice, desk, [file], { yes: true, dryRun: true, rulesEdition });
  const report = await dry("1.0.3");
  expect(renderJson(report)).toMatchObject({
    results: [{ rules: { edition: "1.0.3", hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) } }],
  });
  expect(renderReport(report, style, style).talk).toContain("by the rules of PINT AE 1.0.3: nothing was sent");
  expect(await dry()).toMatchObject({ view: { results: [{ rules: { edition: "1.0.4" } }] } });
});

test("an edition that was asked for is what is checked, and is kept with what was sent", async () => {
  const sandbox = await startTestSandbox();
  const desk = serviceDesk(sandbox, { clock: sandbox.clock });
  const foreign = desk.file("dollars.yaml", writeYaml(invoice(inDollars), "invoice"));
  const create = (file: string, rulesEdition?: string) =>
    runCommand(createInvoice, desk, [file], { yes: true, rulesEdition });
  expect(await create(foreign, "1.0.3")).toMatchObject({ outcome: "invalid" });
  const domestic = desk.file("dirhams.yaml", writeYaml(invoice({ document_number: "SB-9" }), "invoice"));
  expect(await create(domestic, "1.0.3")).toMatchObject({ outcome: "done" });
  const kept = { edition: "1.0.3", hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) };
  const past = await runCommand(history, desk);
  expect(dataOf(past).history).toMatchObject([{ document_number: "SB-9", rules: kept }]);
  const now = await ask(desk, ["SB-9"]);
  expect(now.view).toMatchObject({ results: [{ rules: kept }] });
});
