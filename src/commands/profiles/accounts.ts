import type { Desk } from "../../desk/index.ts";
import { nearest } from "../../document/index.ts";
import { failAll, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { readValues } from "../../read/index.ts";
import { type Accounts, accountsSchema } from "../../settings/index.ts";

export const usualAccounts = {
  expenses: "Expenses:Purchases",
  input_vat: "Assets:Input VAT",
  output_vat: "Liabilities:Output VAT",
  payable: "Liabilities:Payables",
} as const;

/**
 * Reads a mapping of accounts from a file. Problems: any file-reading problem, `bad-setting` for each invalid entry.
 */
export async function readAccounts(file: string, desk: Desk): Promise<Result<Accounts>> {
  const bytes = await desk.files.read(file);
  if (!bytes.ok) return bytes;
  const read = readValues(bytes.value, file);
  if (!read.ok) return read;
  const { values, spot } = read.value;
  const known = Object.keys(accountsSchema.shape);
  const problems: Problem[] = [];
  for (const name of Object.keys(values)) {
    if (known.includes(name)) continue;
    const guess = nearest(name, known);
    const hint = guess === undefined ? `Use ${known.join(", ")}.` : `Did you mean ${guess}?`;
    problems.push(
      problem("bad-setting", `${name} is not part of a mapping of accounts.`, hint, { where: spot(name, "name") }),
    );
  }
  if (problems.length > 0) return failAll(problems);
  const parsed = accountsSchema.safeParse(values);
  if (parsed.success) return ok(parsed.data);
  for (const { path } of parsed.error.issues) {
    const at = path.map(String).join(".");
    const message = `${at} is not the name of an account.`;
    const hint = "Write it in parts with colons, each with a capital letter: Expenses:Purchases.";
    problems.push(problem("bad-setting", message, hint, { where: spot(at) }));
  }
  return failAll(problems);
}
