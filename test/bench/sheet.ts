import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plainRow } from "../support/plain-row.ts";
import { workbook } from "../support/workbook.ts";
import { bin, type Checkout, run } from "./program.ts";
import { interleaved, type Measured, type Work } from "./rounds.ts";

const rows = 5_000;

/** The cell values that all rows share, by heading; number, item and price differ. */
const { "Invoice number": _number, Item: _item, Description: _says, "Unit price": _price, ...shared } = plainRow;

/** Code with which other packages read a workbook, and do nothing else; run if the --peers folder has the package. */
const readers: Readonly<Record<string, (file: string) => string>> = {
  "xlsx reading": (file) => `require("xlsx").utils.sheet_to_json(require("xlsx").readFile(${file}).Sheets.Invoices)`,
  "exceljs reading": (file) => `new (require("exceljs").Workbook)().xlsx.readFile(${file})`,
};

/**
 * Reads a workbook of 5,000 rows, makes 2,000 documents from it and validates them, compared with packages that only
 * read it.
 */
export async function benchSheet(checkouts: readonly Checkout[], rounds: number, peers?: string): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-bench-"));
  const file = join(folder, "March.xlsx");
  const headings = ["Invoice number", "Item", "Description", "Unit price", ...Object.keys(shared)];
  const cells = Array.from({ length: rows }, (_, at) => [
    `SB-${Math.floor(at / 2.5)}`,
    `Tile no. ${at}`,
    `Ceramic tile ${at}`,
    { v: `${10 + (at % 900)}.25` },
    ...Object.values(shared),
  ]);
  writeFileSync(file, workbook([{ name: "Invoices", rows: [headings, ...cells] }]));
  const works = Object.fromEntries(
    checkouts.map((each): [string, Work] => [each.name, () => run([bin(each), "import", file], folder)]),
  );
  const others = Object.entries(readers)
    .filter(([name]) => peers !== undefined && existsSync(join(peers, "node_modules", name.split(" ")[0] ?? "")))
    .map(([name, code]): [string, Work] => {
      const script = join(folder, `${name.replace(" ", "-")}.cjs`);
      const load = `const require = module.constructor.createRequire(${JSON.stringify(join(peers ?? "", "x.cjs"))});`;
      writeFileSync(script, `(function () { ${load} return ${code(JSON.stringify(file))}; })();`);
      return [name, () => run([script], folder)];
    });
  try {
    const series = await interleaved({ ...works, ...Object.fromEntries(others) }, rounds);
    return [{ part: "sheet", name: "import of a sheet of 5,000 rows", unit: "ms", series }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
