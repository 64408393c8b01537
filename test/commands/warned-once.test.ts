import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runSelfbill, top } from "../support/run-selfbill.ts";
import { Sitting, withoutTerminal } from "../support/wizard-sitting.ts";

const supplier = `supplier: desert-lime
accounting_supplier_party:
  party_name: Desert Lime Trading LLC
  party_tax_scheme:
    company_id: "100234567400003"
`;

/** Sets up a supplier book that contains Desert Lime but no agreement with it, and two invoices. */
async function sat(): Promise<Sitting> {
  const sitting = new Sitting();
  writeFileSync(sitting.file("lime.yaml"), supplier);
  const file = ["--file", sitting.file("lime.yaml")];
  await runSelfbill(["suppliers", "add", "--sandbox", ...file], { home: sitting.home });
  copyFileSync(join(top, "templates/standard-invoice.yaml"), sitting.file("one.yaml"));
  const other = readFileSync(sitting.file("one.yaml"), "utf8").replace("quantity: 40", "quantity: 41");
  writeFileSync(sitting.file("two.yaml"), other);
  return sitting;
}

const count = (screen: string, what: string): number => screen.split(what).length - 1;

describe.skipIf(withoutTerminal)("a missing agreement, at a terminal", () => {
  test("is said once before the question, with the command of practice, and not again after it", async () => {
    const sitting = await sat();
    const one = sitting.start(["create-invoice", "one.yaml", "--sandbox"], { columns: 80 });
    await one.answer("Send this document to the sandbox?", "y");
    expect(await one.ended()).toBe(0);
    const screen = one.lines().join("\n");
    expect(count(screen, "agreement-missing")).toBe(1);
    expect(screen.replace(/\s+/g, " ")).toContain("selfbill suppliers --sandbox edit desert-lime --set");
    const several = sitting.start(["create-invoice", "one.yaml", "two.yaml", "--sandbox", "--allow-similar"]);
    await several.answer("Type 1 to send the document to the sandbox", "1");
    expect(await several.ended()).toBe(0);
    const both = several.lines().join("\n");
    expect(both).toMatch(/two\.yaml.*agreement-missing/);
    expect(count(both, "two.yaml:") + count(both, "other place")).toBeLessThanOrEqual(2);
    expect(both.lastIndexOf("agreement-missing")).toBeLessThan(both.indexOf("Type 1 to send"));
  });

  test("is in the answer of a script, and without a question it is said once, too", async () => {
    const sitting = await sat();
    const home = { home: sitting.home, cwd: sitting.folder };
    const plain = await runSelfbill(["create-invoice", "one.yaml", "--sandbox", "--yes"], home);
    expect([plain.code, count(plain.stderr, "agreement-missing")]).toEqual([0, 1]);
    const json = await runSelfbill(
      ["create-invoice", "two.yaml", "--sandbox", "--yes", "--json", "--allow-similar"],
      home,
    );
    expect(JSON.parse(json.stdout)).toMatchObject({ results: [{ problems: [{ code: "agreement-missing" }] }] });
  });
});
