import { describe, expect, test } from "vitest";
import { createInvoice } from "../../../src/commands/create-invoice.ts";
import { explain } from "../../../src/commands/explain.ts";
import type { SelfBilledDocument } from "../../../src/document/index.ts";
import { rules } from "../../../src/extras/rules-try/command.ts";
import { writeYaml } from "../../../src/read/index.ts";
import { makeStyle, renderReport } from "../../../src/render/index.ts";
import type { Report, Style } from "../../../src/report/index.ts";
import { inDollars, invoice } from "../../support/documents.ts";
import { offlineDesk } from "../../support/offline-desk.ts";
import { runCommand } from "../../support/run-command.ts";
import { runSelfbill, temporaryFolder } from "../../support/run-selfbill.ts";
import { type ServiceDesk, serviceDesk } from "../../support/service-desk.ts";
import { startTestSandbox } from "../../support/start-sandbox.ts";

function rowsOf({ view }: Report): readonly (readonly string[])[] {
  return view.view === "table" ? view.rows : [];
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into data of any shape
function dataOf({ view }: Report): any {
  return "data" in view ? view.data : undefined;
}

const offline = (...words: string[]) => runCommand(rules, offlineDesk(), words);

test("list shows each edition with its dates and marks the one in force today", async () => {
  const report = await offline("list");
  expect(rowsOf(report).map((row) => row.slice(0, 4))).toEqual([
    ["1.0.2", "2025-11", "2026-01-21", "2026-03-24"],
    ["1.0.3", "2026-03", "2026-03-25", "2026-05-27"],
    ["1.0.4 (today)", "2026-05", "2026-05-28", ""],
  ]);
  expect(new Set(dataOf(report).editions.map(({ hash }: { hash: string }) => hash)).size).toBe(3);
});

test("the built program says the hashes of the rules in the source", async () => {
  const { stdout } = await runSelfbill(["rules", "list", "--json"], { home: temporaryFolder() });
  expect(JSON.parse(stdout).editions).toEqual(dataOf(await offline("list")).editions);
});

test("try says its result beside the table of a pipe too, where nothing would be refused", async () => {
  const [pipe, terminal] = [false, true].map((isTerminal) =>
    makeStyle({ isTerminal, columns: 200, environment: {}, noColor: true }),
  ) as [Style, Style];
  const report = await runCommand(rules, serviceDesk(await startTestSandbox()), ["try", "1.0.4"]);
  const sentence = /^0 of 0 documents since .* would be refused by PINT AE 1\.0\.4, the edition in force\./;
  expect(renderReport(report, pipe, terminal).talk).toMatch(sentence);
  expect(renderReport(report, terminal, terminal)).toMatchObject({
    data: expect.stringMatching(/^✓ 0 of 0/),
    talk: "",
  });
});

describe("diff", () => {
  test("says what changed in between, whichever way round, and nothing of an edition and itself", async () => {
    const rowsBetween = async (a: string, b: string) => rowsOf(await offline("diff", a, b)).map((row) => row[2]);
    const last = await rowsBetween("1.0.3", "1.0.4");
    expect(last).toContain("IBR-192-AE");
    expect(last).not.toContain("IBR-186-AE");
    expect(await rowsBetween("1.0.4", "1.0.3")).toEqual(last);
    const both = await rowsBetween("1.0.2", "1.0.4");
    expect(both.length).toBe(last.length + (await rowsBetween("1.0.2", "1.0.3")).length);
    expect(await rowsBetween("1.0.4", "1.0.4")).toEqual([]);
  });

  test.each([
    [["diff"], "rules diff takes two editions."],
    [["diff", "1.0.3", "2.0"], 'Unknown edition of the rules: "2.0".'],
    [["diff", "1.0.2", "1.0.3", "1.0.4"], "rules diff takes two editions."],
    [["try"], "The edition is missing."],
    [["list", "all"], "rules list takes no further words."],
    [["show"], 'Unknown action "show" for rules.'],
  ])("%s is refused", async (words, message) => {
    const report = await offline(...words);
    expect(report).toMatchObject({ outcome: "usage", problems: [{ message }] });
  });
});

describe("try", () => {
  async function created(desk: ServiceDesk, ...documents: SelfBilledDocument[]): Promise<void> {
    for (const document of documents) {
      const file = desk.file(`${document.document_number}.yaml`, writeYaml(document, "invoice"));
      const report = await runCommand(createInvoice, desk, [file], { yes: true, allowSimilar: true });
      expect(report.outcome).toBe("done");
    }
  }
  const numbered = (document_number: string, change: Partial<SelfBilledDocument> = {}) =>
    invoice({ ...change, document_number });

  test("judges what was sent from here, of the last 90 days or since a day, and says which would be refused", async () => {
    const sandbox = await startTestSandbox();
    const desk = serviceDesk(sandbox, { clock: sandbox.clock });
    await created(
      desk,
      numbered("SB-1"),
      numbered("SB-2", inDollars),
      numbered("SB-3", { ...inDollars, issue_date: "2026-01-10", due_date: "2026-02-10" }),
    );
    const tried = (...words: string[]) => runCommand(rules, desk, ["try", ...words]);
    const today = await tried("1.0.4");
    expect(today).toMatchObject({ outcome: "done" });
    expect(dataOf(today)).toMatchObject({ documents: 2, refused: 0, not_judged: 0 });
    const before = await tried("1.0.3");
    expect(before).toMatchObject({ outcome: "invalid", problems: [] });
    expect(dataOf(before)).toMatchObject({ edition: "1.0.3", documents: 2, refused: 1 });
    expect(new Set(rowsOf(before).map((row) => `${row[0]} ${row[3]}`))).toEqual(new Set(["SB-2 IBR-126"]));
    const all = await runCommand(rules, desk, ["try", "1.0.3"], { since: "2026-01-01" });
    expect(dataOf(all)).toMatchObject({ documents: 3, refused: 2, since: "2026-01-01" });
    const file = desk.file("draft.yaml", writeYaml(numbered("SB-4", inDollars), "invoice"));
    expect(dataOf(await tried("1.0.3", file))).toMatchObject({ documents: 3, refused: 2 });
  });
});

test("explain says what editions changed about a rule, and knows a rule that is gone", async () => {
  const told = async (id: string) => dataOf(await runCommand(explain, offlineDesk(), [id]));
  expect((await told("IBR-192-AE")).rules[0].changes).toEqual([
    { edition: "1.0.4", text: "A credit transfer must name the account; earlier editions did not enforce this." },
  ]);
  expect((await told("IBR-116-AE")).rules[0].changes.map(({ edition }: { edition: string }) => edition)).toEqual([
    "1.0.4",
    "1.0.3",
  ]);
  expect((await told("ibr-sr-45")).rules[0]).toMatchObject({ id: "IBR-SR-45", until_edition: "1.0.3" });
});
