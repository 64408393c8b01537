import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { officialRules } from "../../src/check/index.ts";
import { type Agreement, compare, type Disagreement, noDocuments } from "./compare.ts";
import { officialVerdicts } from "./official.ts";

const usage = `usage: npm run conformance -- --official DIR FILE|DIR…
Compares our findings with those of the official rules, document by document.
  --official DIR   the folder with validate.mjs (set up beforehand)
  --layer NAME     print disagreements of one layer only: shared or ae`;

/** Compares ours with the official findings over XML files; 0 when they agree everywhere, 1 when not, 2 for wrong words. */
export async function main(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { official: { type: "string" }, layer: { type: "string" } },
  });
  if (values.official === undefined || positionals.length === 0) {
    console.error(usage);
    return 2;
  }
  const agreement = noDocuments();
  for await (const verdict of officialVerdicts(values.official, positionals)) {
    compare(agreement, verdict, readFileSync(verdict.file));
  }
  await askSecondEngine(agreement, values.official);
  report(agreement, values.layer);
  return agreement.disagreements.length === 0 && agreement.unreadable.length === 0 ? 0 : 1;
}

/**
 * The two engines that run the official rules differ on a few texts (`NaN >= 0` is true in one of them only). Where the second agrees
 * with us, the document proves nothing against our rules and is counted apart.
 */
async function askSecondEngine(agreement: Agreement, official: string): Promise<void> {
  const files = [...new Set(agreement.disagreements.map(({ file }) => file))];
  if (files.length === 0 || files.length > 200) return;
  const again = noDocuments();
  for await (const verdict of officialVerdicts(official, files, "saxonjs")) {
    compare(again, verdict, readFileSync(verdict.file));
  }
  const left = agreement.disagreements.filter((one) =>
    again.disagreements.some(({ file, id }) => file === one.file && id === one.id),
  );
  console.log(`${agreement.disagreements.length - left.length} times the official engines differ among themselves`);
  agreement.disagreements.splice(0, agreement.disagreements.length, ...left);
}

function report(agreement: Agreement, layer: string | undefined): void {
  const { documents, compared, stopped, fired, unreadable } = agreement;
  for (const line of unreadable) console.log(`not read  ${line}`);
  const groups = groupByRule(agreement.disagreements);
  for (const [key, group] of [...groups].sort(([a], [b]) => a.localeCompare(b))) {
    const [first] = group;
    if (first === undefined || (layer !== undefined && layerOf(first.id) !== layer)) continue;
    const smallest = group.reduce((least, one) => (one.bytes < least.bytes ? one : least), first);
    console.log(`${key.padEnd(44)} ${String(group.length).padStart(6)}  ${smallest.file}`);
  }
  const silent = officialRules.filter(({ id }) => !fired.has(id)).map(({ id }) => id);
  console.log(`rules that no document broke: ${silent.length > 20 ? silent.length : silent.join(" ") || "none"}`);
  console.log(
    `${documents} documents, ${compared} layers compared, ${stopped} left out because the published rules stopped`,
  );
  console.log(`${agreement.disagreements.length} disagreements in ${groups.size} groups`);
}

function layerOf(id: string): string | undefined {
  return officialRules.find((rule) => rule.id === id)?.layer;
}

function groupByRule(disagreements: readonly Disagreement[]): Map<string, Disagreement[]> {
  const groups = new Map<string, Disagreement[]>();
  for (const one of disagreements) {
    const key = `${one.id}  only ${one.saidNo} said no`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
