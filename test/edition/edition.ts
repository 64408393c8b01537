import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { editionOf, editions } from "../../src/document/index.ts";
import type { EditionCases } from "../support/edition-cases.ts";
import { type Fingerprints, fingerprintsOf } from "./schematron.ts";
import { type Entry, editionBefore, workList } from "./work-list.ts";

const usage = `usage: npm run edition -- DIR [--edition ID] [--against ID] [--record ID]
Compares a published Schematron with what selfbill has and prints the work list; 1 while something is left to do.
  DIR            the folder with its .sch files
  --edition ID   the edition that it is, once src/document/editions.ts knows it
  --against ID   the edition to compare with, the one before it when left out
  --record ID    keep what its rules are known by as test/edition/known/ID.json; nothing is compared`;

/** Recorded fingerprints by edition, and the cases for the changes in each. */
export interface Project {
  readonly known: Readonly<Record<string, Fingerprints>>;
  readonly cases: Readonly<Record<string, EditionCases>>;
  readonly folder: string;
}

/** Returns the exit code: 0 if nothing is left to do, 1 if there is work left, 2 for invalid arguments. */
export function main(words: readonly string[], project: Project): number {
  const parsed = wordsOf(words);
  if (parsed === undefined) {
    console.error(usage);
    return 2;
  }
  const { folder, edition, against, record } = parsed;
  const published = fingerprintsOf(schematronIn(folder));
  if (record !== undefined) {
    const file = join(project.folder, `${record}.json`);
    writeFileSync(file, `${JSON.stringify(published, undefined, 1)}\n`);
    console.log(`${file}: ${Object.keys(published).length} rules`);
    return 0;
  }
  const base = against ?? editionBefore(edition);
  const before = project.known[base];
  if (before === undefined) {
    console.error(`There is no record of ${base}; the recorded editions are ${Object.keys(project.known).join(", ")}.`);
    return 2;
  }
  const done = {
    before: editionBefore(edition),
    edition: editionOf(edition ?? "")?.id,
    cases: project.cases[base] ?? {},
  };
  const entries = workList(before, published, done);
  for (const entry of entries) console.log(line(entry));
  const open = entries.filter(({ missing }) => missing.length > 0).length;
  console.log(`${entries.length} rules differ from ${base}; ${open} of them are left to do.`);
  return open === 0 ? 0 : 1;
}

function wordsOf(words: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const options = { edition: text, against: text, record: text };
    const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options });
    const [folder] = positionals;
    const strange = [values.edition, values.against].find((id) => id !== undefined && editionOf(id) === undefined);
    if (strange !== undefined) {
      console.error(`selfbill does not know an edition ${strange}: ${editions.map(({ id }) => id).join(", ")}.`);
      return undefined;
    }
    return folder === undefined || positionals.length > 1 ? undefined : { folder, ...values };
  } catch {
    return undefined;
  }
}

function schematronIn(folder: string): string[] {
  const files = statSync(folder).isDirectory() ? readdirSync(folder).filter((name) => name.endsWith(".sch")) : [];
  if (files.length === 0) throw new Error(`${folder} has no .sch files.`);
  return files.sort().map((name) => readFileSync(join(folder, name), "utf8"));
}

function line({ id, changed, codes, missing }: Entry): string {
  const came = codes ? ` (in: ${codes.added.join(" ") || "none"}; out: ${codes.removed.join(" ") || "none"})` : "";
  return `${missing.length === 0 ? "done" : "TODO"}  ${id.padEnd(24)} ${changed.join(", ")}${came}${missing.length === 0 ? "" : ` → ${missing.join("; ")}`}`;
}
