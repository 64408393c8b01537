import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { editionOf, newestEdition } from "../../src/document/index.ts";
import { readXml, toXml, type UblElement } from "../../src/ubl/index.ts";
import type { EditionCases } from "../support/edition-cases.ts";
import { type CasesOfRule, type RuleCases, treeOf } from "../support/rule-cases.ts";
import { type Agreement, compare, noDocuments } from "./compare.ts";
import { Mutator } from "./mutate.ts";
import { officialVerdicts } from "./official.ts";
import { report } from "./report.ts";

const usage = `usage: npm run conformance -- --official DIR [FILE|DIR …] [--edition ID] [--mutants N] [--seed S] [--keep DIR]
Compares our findings with those of the official rules, document by document, as sets of rule ids.
  --official DIR   the folder with validate.mjs, set up beforehand for that edition
  --edition ID     judge by this edition of the rules, the newest when left out
  FILE, DIR        XML documents to compare
  --mutants N      and N documents of our own, broken on purpose
  --seed S         of the mutants, 1 when left out
  --keep DIR       keep the documents that divide the two here`;

/** Cases for rules, or for an edition's changes. */
type Cases = RuleCases | EditionCases;

/** Documents per run of the official programs. */
const batch = 4000;

/** Returns the exit code: 0 if our findings always agree with the official ones, 1 if not, 2 for invalid arguments. */
export async function main(words: readonly string[], cases: readonly Cases[]): Promise<number> {
  const parsed = wordsOf(words);
  if (parsed === undefined) {
    console.error(usage);
    return 2;
  }
  const { values, positionals } = parsed;
  const mutants = Number(values.mutants);
  const seed = Number(values.seed);
  const edition = editionOf(values.edition)?.id;
  const isWrong = !Number.isInteger(mutants) || !Number.isInteger(seed) || (positionals.length === 0 && mutants === 0);
  if (values.official === undefined || edition === undefined || isWrong) {
    console.error(usage);
    return 2;
  }
  const agreement = noDocuments(edition);
  if (positionals.length > 0) await compareFiles(agreement, values.official, positionals, values.keep);
  const mutator = new Mutator(
    seed,
    new URL("src/check/", pathToFileURL(`${resolve(".")}/`)),
    cases.flatMap(brokenTrees),
  );
  for (let done = 0; done < mutants; done += batch) {
    await compareMutants(agreement, values.official, mutator, [done, Math.min(batch, mutants - done)], values.keep);
  }
  report(agreement);
  return agreement.disagreements.length === 0 && agreement.unreadable.length === 0 ? 0 : 1;
}

/** Parses the arguments; returns undefined if they are invalid. */
function wordsOf(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        official: { type: "string" },
        edition: { type: "string", default: newestEdition.id },
        mutants: { type: "string", default: "0" },
        seed: { type: "string", default: "1" },
        keep: { type: "string" },
      },
    });
  } catch {
    return undefined;
  }
}

/** The documents of the cases that break a rule; random mutations alone would not produce some of them. */
function brokenTrees(cases: Cases): UblElement[] {
  return Object.values(cases)
    .flatMap((each) => Object.values("breaks" in each ? (each as CasesOfRule).breaks : (each as EditionCases[string])))
    .flatMap(({ given }) => {
      if (!("xml" in given)) return [treeOf(given)];
      const read = readXml(Buffer.from(String(given.xml)), "case.xml");
      return read.ok ? [read.value] : [];
    });
}

async function compareFiles(
  agreement: Agreement,
  official: string,
  inputs: readonly string[],
  keep: string | undefined,
): Promise<void> {
  const found = noDocuments(agreement.edition);
  for await (const verdict of officialVerdicts(official, inputs)) compare(found, verdict, readFileSync(verdict.file));
  await askSecondEngine(found, official);
  if (keep !== undefined) {
    for (const { id, file } of found.disagreements) {
      writeFileSync(join(keep, `${id}-${file.split("/").at(-1)}`), readFileSync(file));
    }
  }
  agreement.documents += found.documents;
  agreement.compared += found.compared;
  agreement.stopped += found.stopped;
  agreement.enginesDiffer += found.enginesDiffer;
  agreement.unreadable.push(...found.unreadable);
  agreement.disagreements.push(...found.disagreements);
  for (const [id, times] of found.fired) agreement.fired.set(id, (agreement.fired.get(id) ?? 0) + times);
}

async function compareMutants(
  agreement: Agreement,
  official: string,
  mutator: Mutator,
  [from, count]: readonly [number, number],
  keep: string | undefined,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  try {
    for (let at = 0; at < count; at++) {
      writeFileSync(join(folder, `${String(from + at).padStart(7, "0")}.xml`), toXml(mutator.next()));
    }
    await compareFiles(agreement, official, [folder], keep);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Two engines run the official rules; they differ on a few expressions (`NaN >= 0` is true in only one of them). If
 * the second agrees with us, the document proves nothing against our rules and is counted separately.
 */
async function askSecondEngine(agreement: Agreement, official: string): Promise<void> {
  const files = [...new Set(agreement.disagreements.map(({ file }) => file))];
  if (files.length === 0 || files.length > 200) return;
  const again = noDocuments(agreement.edition);
  for await (const verdict of officialVerdicts(official, files, "saxonjs")) {
    compare(again, verdict, readFileSync(verdict.file));
  }
  const left = agreement.disagreements.filter((one) =>
    again.disagreements.some(({ file, id }) => file === one.file && id === one.id),
  );
  agreement.enginesDiffer += agreement.disagreements.length - left.length;
  agreement.disagreements.splice(0, agreement.disagreements.length, ...left);
}
