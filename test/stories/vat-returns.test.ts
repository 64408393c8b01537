import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { centre, centreRow, companies } from "../support/centre.ts";
import type { Ran } from "../support/run-selfbill.ts";

const [acme, oasis, palm] = companies as [CentreCompany, CentreCompany, CentreCompany];
type CentreCompany = (typeof companies)[number];

const trn = "100876543200003";
/** Two companies of one VAT group: the group's TRN, and a TIN for each. */
const parties: readonly (readonly [CentreCompany, string])[] = [
  [acme, "1008765432"],
  [oasis, "1005550001"],
];

// 40 boxes at 100, 200, 300 and 1000: net 4,000, 8,000, 12,000 and 40,000.
const rows = [
  centreRow(acme.name, "SB-1", "100"),
  centreRow(acme.name, "SB-2", "200"),
  centreRow(oasis.name, "SB-1", "300"),
  centreRow(palm.name, "SB-1", "1000"),
];

const jsonOf = ({ stdout }: Ran) => JSON.parse(stdout);
const june = ["--month", "2026-06"];

test("companies of one TRN have one annex, and no box has amounts of another return", async () => {
  const { folder, run, sheet } = await centre();
  expect((await run(["create-invoice", sheet("june.csv", rows), "--yes"])).code).toBe(0);
  for (const [{ profile, name }, tin] of parties) {
    const party = { name, tin, party_tax_scheme: { company_id: trn, tax_scheme: "VAT" } };
    writeFileSync(join(folder, "party.json"), JSON.stringify(party));
    expect((await run(["profile", "set", profile, "--party", "party.json"])).code).toBe(0);
  }
  const ran = await run(["report", ...june, "--all-companies", "--json"]);
  const report = jsonOf(ran);
  const box = (amount: string, vat: string) => [expect.objectContaining({ box: "9", amount, vat })];
  expect(report.vat_returns).toEqual([
    { trn, vat_group: true, companies: [acme.name, oasis.name], boxes: box("24000.00", "1200.00") },
    { trn: null, vat_group: false, companies: [palm.name], boxes: box("40000.00", "2000.00") },
  ]);
  const counted = report.companies.map(({ company, counted: { in_aed } }: never & Record<string, never>) => [
    company,
    in_aed,
  ]);
  expect(counted).toEqual([
    [acme.name, { net: "12000.00", vat: "600.00", gross: "12600.00" }],
    [oasis.name, { net: "12000.00", vat: "600.00", gross: "12600.00" }],
    [palm.name, { net: "40000.00", vat: "2000.00", gross: "42000.00" }],
  ]);
  expect(report.counted.in_aed.net).toBe("64000.00");
  expect(report.problems.map(({ code }: { code: string }) => code)).toEqual(["buyer-unknown"]);
  const lines = (await run(["report", ...june, "--all-companies"])).stdout;
  expect(lines).toContain("Self-billed documents of 3 companies, ");
  expect(lines).toContain(`TRN ${trn} (VAT group): ${acme.name}, ${oasis.name}`);
  const one = await run(["report", ...june, "--company", oasis.name]);
  expect(one.stdout).toContain(`Self-billed documents of ${oasis.name} (oasis), `);
  expect(one.stderr).toContain(`The VAT return of TRN ${trn} has the documents of other companies too: ${acme.name}.`);
  expect(jsonOf(await run(["report", ...june, "--company", palm.name, "--json"])).problems).toEqual([]);
  const written = await run(["report", ...june, "--all-companies", "--out", "june.xlsx", "--out", "register.csv"]);
  expect(written.code).toBe(0);
});
