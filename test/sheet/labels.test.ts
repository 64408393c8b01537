import { expect, test } from "vitest";
import { withLabels } from "../../src/sheet/in-words.ts";

test("a field is called by its label, and by its name where it is typed", () => {
  const text =
    "Remove party_tax_scheme.company_id, or: selfbill suppliers edit lime --set party_tax_scheme.company_id=…";
  const said = withLabels(text, { columns: [] });
  expect(said).not.toMatch(/Remove party_tax_scheme/);
  expect(said).toContain("--set party_tax_scheme.company_id=…");
});
