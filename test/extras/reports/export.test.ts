import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exportBooks } from "../../../src/extras/reports/books/command.ts";
import { report } from "../../../src/extras/reports/command.ts";
import type { Report } from "../../../src/report/index.ts";
import { absentPrograms } from "../../support/browser.ts";
import { inDollars, invoice } from "../../support/documents.ts";
import { leavesOut } from "../../support/left-out.ts";
import { monthAtDesk, sumOf } from "../../support/month.ts";
import { type Given, runCommand } from "../../support/run-command.ts";
import type { ServiceDesk } from "../../support/service-desk.ts";
import { create, shop } from "../../support/shop.ts";

const run = (desk: ServiceDesk, form: string, options: Given<typeof exportBooks> = {}): Promise<Report> =>
  runCommand(exportBooks, desk, [form], { month: "2026-06", ...options });

function textOf({ view }: Report): string {
  if (view.view !== "raw") throw new Error(JSON.stringify(view));
  return view.text;
}

const skips = (program: string): boolean => leavesOut(absentPrograms([program]));

async function june() {
  const place = await monthAtDesk(20);
  await runCommand(report, place.desk, [], { month: "2026-06", refresh: true });
  const counted = place.documents.filter(({ fate }) => fate === "approved" || fate === "pending");
  return { ...place, counted };
}

test("hledger takes the entries, they balance, and VAT and payables are those of the sources", async (context) => {
  if (skips("hledger")) return context.skip();
  const { desk, counted } = await june();
  const out = join(desk.folder, "june.journal");
  expect((await run(desk, "hledger", { out })).outcome).toBe("done");
  execFileSync("hledger", ["-f", out, "check"]);
  const balance = (account: string): string =>
    execFileSync("hledger", ["-f", out, "bal", account, "-N", "-B", "--flat"]).toString().trim().split(/ {2,}/)[0] ??
    "";
  const all = sumOf(counted);
  const reverse = sumOf(counted, "AE").net.times("0.05");
  expect(balance("Input VAT")).toBe(`${all.vat.plus(reverse).toFixed(2)} AED`);
  expect(balance("Output VAT")).toBe(`${reverse.negated().toFixed(2)} AED`);
  expect(balance("Payables")).toBe(`${all.gross.negated().toFixed(2)} AED`);
  expect(balance("Purchases")).toBe(`${all.net.toFixed(2)} AED`);
  const text = readFileSync(out, "utf8");
  expect(text).toMatch(
    /^2026-06-02 \* \(SB-2026-0002\) Supplier 1003 LLC \| self-billed invoice {2}; id:[\w-]+, sha256:[0-9a-f]{64}, trn:\d{15}$/m,
  );
  expect(text).not.toMatch(/SB-LOST/);
  expect(desk.said.at(-1)).toMatch(/not exported/);
});

test("beancount takes them too, names with quotes and all", async (context) => {
  if (skips("bean-check")) return context.skip();
  const { desk } = await june();
  const supplier = invoice().accounting_supplier_party;
  await create(
    desk,
    invoice({
      document_number: 'SB-"x"',
      issue_date: "2026-06-15",
      accounting_supplier_party: { ...supplier, party_name: 'Tiles "R" Us \\ LLC | ; (x)' },
    }),
  );
  const out = join(desk.folder, "june.beancount");
  await run(desk, "beancount", { out, open: true });
  const checked = spawnSync("bean-check", [out]);
  expect(checked.stderr.toString() + checked.stdout.toString()).toBe("");
  expect(checked.status).toBe(0);
  if (!skips("hledger")) {
    const journal = join(desk.folder, "june.journal");
    await run(desk, "hledger", { out: journal });
    execFileSync("hledger", ["-f", journal, "check"]);
  }
});

test("a mapping names the accounts, by supplier before category; a wrong one is told at its line", async () => {
  const { desk } = await shop();
  await create(desk, invoice(inDollars));
  const accounts = desk.file(
    "accounts.yaml",
    "expenses: Expenses:Other\ncategories:\n  S: Expenses:Standard\npayable: Liabilities:Trade Payables\n",
  );
  const text = textOf(await run(desk, "hledger", { accounts }));
  expect(text).toMatch(/Expenses:Standard +36725\.00 AED\n/);
  expect(text).toMatch(/Liabilities:Trade Payables +-10500\.00 USD @@ 38561\.25 AED\n/);
  const own = desk.file("own.yaml", 'suppliers:\n  "100234567400003": Expenses:Tiles\n');
  expect(textOf(await run(desk, "csv", { accounts: own }))).toContain(",Expenses:Tiles,36725.00,,");
  const wrong = await run(desk, "csv", { accounts: desk.file("wrong.yaml", "expense: Expenses:Tiles\n") });
  expect(wrong.problems[0]).toMatchObject({ code: "bad-setting", hint: "Did you mean expenses?", where: { line: 1 } });
  const bad = await run(desk, "csv", { accounts: desk.file("bad.yaml", "payable: 2100\n") });
  expect(bad.problems[0]).toMatchObject({ code: "bad-setting", where: { line: 1 } });
});

test.each([
  ["gnucash", {}, "Unknown form"],
  ["csv", { open: true }, "--open belongs to beancount"],
] as const)("%s %j is refused", async (form, options, says) => {
  const { desk } = await shop();
  expect(await run(desk, form, options)).toMatchObject({
    outcome: "usage",
    problems: [{ message: expect.stringContaining(says) }],
  });
});
