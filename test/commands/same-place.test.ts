import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { suggestFor } from "../../src/commands/answer/suggest-for.ts";
import { suggest } from "../../src/problem/index.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const office = { profile: "office" };
const company = { company: "Acme Retail" };

test.each([
  [{ sandbox: true }, suggest`status SB-1`, "selfbill status --sandbox SB-1"],
  [{ sandbox: true }, suggest`resolve ID --created X`, "selfbill resolve --sandbox ID --created X"],
  [{ sandbox: true }, suggest`suppliers list`, "selfbill suppliers --sandbox list"],
  [{ sandbox: true }, suggest`explain 23`, "selfbill explain 23"],
  [{ sandbox: true }, suggest`journal accept`, "selfbill journal accept"],
  [{ sandbox: true }, suggest`login`, "selfbill login"],
  [{ sandbox: true }, suggest`create-invoice ${"a.yaml"} --sandbox`, "selfbill create-invoice a.yaml --sandbox"],
  [office, suggest`create-${"credit-note"} a.yaml`, "selfbill create-credit-note --profile office a.yaml"],
  [office, suggest`suppliers accept SB-1`, "selfbill suppliers accept --profile office SB-1"],
  [office, suggest`suppliers show lime`, "selfbill suppliers show lime"],
  [office, suggest`journal accept`, "selfbill journal accept --profile office"],
  [office, suggest`login`, "selfbill login --profile office"],
  [office, suggest`new invoice`, "selfbill new invoice --profile office"],
  [office, suggest`new --resume ID`, "selfbill new --resume ID"],
  [office, suggest`resolve --profile mine`, "selfbill resolve --profile mine"],
  [company, suggest`show SB-1`, "selfbill show --company 'Acme Retail' SB-1"],
  [{}, suggest`show SB-1`, "selfbill show SB-1"],
])("with %j a suggestion names the same books where its command takes them", (books, suggestion, shown) => {
  expect(suggestFor(books, () => `${suggestion}`)).toBe(shown);
});

test("the command that is named next leads to the sandbox again, where the one before was practice", async () => {
  const home = temporaryFolder();
  const file = join(home, "march.yaml");
  const selfbill = (...words: string[]) => runSelfbill([...words, "--sandbox"], { home });
  writeFileSync(file, readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8"));
  expect((await selfbill("due", file)).stdout).toContain(`selfbill create-invoice --sandbox ${file}`);
  expect((await selfbill("create-invoice", file, "--yes")).code).toBe(0);
  const out = join(home, "credit.yaml");
  const credit = await selfbill("create-credit-note", "--from", file, "--reason", "VD", "--out", out);
  expect(credit.stdout).toContain(`selfbill create-credit-note --sandbox ${out}`);
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
