import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, top } from "./run-selfbill.ts";

export const template = readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8");

/** A valid invoice whose number and quantity depend on `n`. */
export const numbered = (n: number): string =>
  template
    .replace("issue_date:", `document_number: B-${n}\nissue_date:`)
    .replace("quantity: 40", `quantity: ${40 + n}`);

export function folderOf(files: Readonly<Record<string, string>>, folder = temporaryFolder()): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** Valid invoices by file name: 01.yaml has the number B-1, and so on. */
export const right = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${String(at + 1).padStart(2, "0")}.yaml`, numbered(at + 1)]),
  );
