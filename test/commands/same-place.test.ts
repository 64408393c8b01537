import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inSamePlace } from "../../src/render/index.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

test("the acceptance that is named is of the profile that was stopped, and a sandbox has none", () => {
  const hint = "If it is lost, go on with this one: selfbill journal accept";
  expect(inSamePlace(hint, " --profile co2")).toBe(`${hint} --profile co2`);
  expect(inSamePlace(`${hint} --profile mine`, " --profile co2")).toBe(`${hint} --profile mine`);
  expect(inSamePlace(hint, " --sandbox")).toBe(hint);
});

test("the command that is named next leads to the sandbox again, where the one before was practice", async () => {
  const home = temporaryFolder();
  const file = join(home, "march.yaml");
  const selfbill = (...words: string[]) => runSelfbill([...words, "--sandbox"], { home });
  writeFileSync(file, readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8"));
  expect((await selfbill("due", file)).stdout).toContain(`selfbill create-invoice ${file} --sandbox`);
  expect((await selfbill("create-invoice", file, "--yes")).code).toBe(0);
  const out = join(home, "credit.yaml");
  const credit = await selfbill("create-credit-note", "--from", file, "--reason", "VD", "--out", out);
  expect(credit.stdout).toContain(`selfbill create-credit-note ${out} --sandbox`);
});

test("a map is tried with the supplier book of practice, and the commands that it names stay there", async () => {
  const home = temporaryFolder();
  const file = (name: string, text: string): string => {
    writeFileSync(join(home, name), text);
    return join(home, name);
  };
  const selfbill = (...words: string[]) => runSelfbill(words, { home, cwd: home });
  const supplier = file(
    "lime.yaml",
    "supplier: desert-lime\naccounting_supplier_party:\n  party_name: Desert Lime LLC\n",
  );
  expect((await selfbill("suppliers", "add", "--file", supplier, "--sandbox")).code).toBe(0);
  file(
    "bills.csv",
    "Invoice no,Invoice date,Supplier,Item,Qty,Unit,Price,VAT %\n1,2026-05-01,Desert Lime LLC,Tile,2,box,5,5\n",
  );
  const unknown = 'No entry of the supplier book has the name "Desert Lime LLC"';
  expect((await selfbill("map", "bills.csv")).stderr).toContain(unknown);
  const shown = await selfbill("map", "bills.csv", "--sandbox");
  expect(shown.stderr).not.toContain(unknown);
  expect(shown.stderr).toContain("To keep it: selfbill map --sandbox bills.csv --out map.yaml");
  const kept = await selfbill("map", "--sandbox", "bills.csv", "--out", "map.yaml");
  expect(kept.stdout).toContain("selfbill import --sandbox bills.csv --map map.yaml");
  expect((await selfbill("import", "--sandbox", "bills.csv", "--map", "map.yaml")).stderr).not.toContain(unknown);
});
