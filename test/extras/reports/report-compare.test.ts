import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { report } from "../../../src/extras/reports/command.ts";
import { fail, problem } from "../../../src/problem/index.ts";
import { makeStyle } from "../../../src/render/index.ts";
import { creditNote, invoice } from "../../support/documents.ts";
import { given } from "../../support/journal-file.ts";
import { type Given, runCommand } from "../../support/run-command.ts";
import { create, from, screen, shop } from "../../support/shop.ts";

/**
 * May: one invoice for 10,000 net. June: two invoices, one of them rejected, and a credit note for 1,000 against the
 * other.
 */
async function twoMonths() {
  const { desk } = await shop();
  await create(desk, invoice({ document_number: "SB-1", issue_date: "2026-05-20", due_date: "2026-06-30" }));
  await create(desk, invoice({ document_number: "SB-2", ...from("1003456785") }));
  await create(desk, invoice({ document_number: "SB-3", ...from("1004567896") }));
  await create(
    desk,
    creditNote({ document_number: "CN-1", billing_reference: [{ id: "SB-2", issue_date: "2026-06-15" }] }),
  );
  for (const { id, intent } of given(await desk.openedJournal.tries.called("SB-3")))
    given(await desk.openedJournal.saw(intent.account, id ?? "", "REJECTED"));
  const ask = (change: Given<typeof report> = {}, at = desk) =>
    runCommand(report, at, [], { month: "2026-06", compare: "2026-05", ...change });
  return { desk, ask };
}

test("two months side by side: counts, net and VAT of totals, categories and boxes, with the difference", async () => {
  const { desk, ask } = await twoMonths();
  const done = await ask();
  if (done.view.view !== "raw") throw new Error(JSON.stringify(done));
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into JSON of any shape
  const { compared, counted, period } = done.view.data as any;
  expect([compared.with, period.name]).toEqual(["2026-05", "2026-06"]);
  const rows = compared.figures.map((each: Record<string, string>) => Object.values(each).join(" | "));
  expect(rows).toEqual([
    "Total | Counted | invoices | 1 | 1 | 0",
    "Total | Counted | credit_notes | 0 | 1 | 1",
    "Total | Counted | net | 10000.00 | 9000.00 | -1000.00",
    "Total | Counted | vat | 500.00 | 450.00 | -50.00",
    "Total | Not counted | invoices | 0 | 1 | 1",
    "Total | Not counted | credit_notes | 0 | 0 | 0",
    "Total | Not counted | net | 0.00 | 10000.00 | 10000.00",
    "Total | Not counted | vat | 0.00 | 500.00 | 500.00",
    "By VAT category | standard rate (S) | invoices | 1 | 1 | 0",
    "By VAT category | standard rate (S) | credit_notes | 0 | 1 | 1",
    "By VAT category | standard rate (S) | net | 10000.00 | 9000.00 | -1000.00",
    "By VAT category | standard rate (S) | vat | 500.00 | 450.00 | -50.00",
    "VAT return | Box 9: Standard rated expenses | net | 10000.00 | 9000.00 | -1000.00",
    "VAT return | Box 9: Standard rated expenses | vat | 500.00 | 450.00 | -50.00",
  ]);
  // Apart from the comparison, the answer covers only June.
  expect(counted.in_aed.net).toBe("9000.00");
  const alone = await ask({ compare: undefined });
  expect(alone.view.view === "raw" && "compared" in alone.view.data).toBe(false);
  for (const columns of [80, 120]) {
    const dataStyle = makeStyle({ isTerminal: true, columns, environment: {}, noColor: true });
    const shown = screen(await ask({}, Object.assign(Object.create(desk), { dataStyle })), columns);
    expect(shown).toContain("Self-billed documents 2026-06 beside 2026-05 (SANDBOX)");
    expect(shown).toMatch(/Net AED +│ 10,000\.00 │ +9,000\.00 │ +-1,000\.00/);
    expect(Math.max(...shown.split("\n").map((line) => line.length))).toBeLessThanOrEqual(columns);
  }
});

test("as CSV, as a workbook and by supplier; a month without documents counts as nothing", async () => {
  const { desk, ask } = await twoMonths();
  const out = [join(desk.folder, "two.csv"), join(desk.folder, "two.xlsx")];
  await ask({ out });
  const csv = readFileSync(out[0] ?? "", "utf8")
    .trim()
    .split("\r\n");
  expect(csv[0]).toBe("Part,What,Figure,2026-05,2026-06,Difference");
  expect(csv).toContain("Total,Counted,Net AED,10000.00,9000.00,-1000.00");
  expect(
    screen(await ask({ output: "csv" }), "pipe")
      .trim()
      .split("\r\n"),
  ).toEqual(csv);
  const suppliers = screen(await ask({ by: "supplier", output: "csv" }), "pipe");
  expect(suppliers).toContain("(100345678500003),Net AED,0.00,10000.00,10000.00");
  // Without a profile, the compared month determines which accounts are reported.
  const noProfile = async () => fail(problem("no-profile", "No profile.", "Make one."));
  for (const at of [desk, Object.assign(Object.create(desk), { profile: noProfile })])
    expect(screen(await ask({ month: "2026-01", output: "csv" }, at), "pipe")).toContain(
      "Total,Counted,Net AED,10000.00,0.00,-10000.00",
    );
});
