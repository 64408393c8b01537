import { officialRules } from "../../src/check/index.ts";
import type { Agreement, Disagreement } from "./compare.ts";

/** Prints each disagreement with the smallest document that shows it, then the counts. */
export function report(agreement: Agreement): void {
  const { documents, compared, stopped, enginesDiffer, fired, unreadable, disagreements } = agreement;
  for (const line of unreadable.slice(0, 20)) console.log(`not read  ${line}`);
  const groups = groupByRule(disagreements);
  for (const [key, group] of [...groups].sort(([a], [b]) => a.localeCompare(b))) {
    const smallest = group.reduce((least, one) => (one.bytes < least.bytes ? one : least));
    console.log(`${key.padEnd(44)} ${String(group.length).padStart(6)}  ${smallest.file}`);
  }
  const silent = officialRules.filter(({ id }) => !fired.has(id)).map(({ id }) => id);
  console.log(`rules that no document broke: ${silent.length > 40 ? silent.length : silent.join(" ") || "none"}`);
  console.log(
    `${documents} documents, ${compared} layers compared, ${stopped} left out because the published rules stopped`,
  );
  if (enginesDiffer > 0) console.log(`${enginesDiffer} times the official engines differ among themselves`);
  if (unreadable.length > 0) console.log(`${unreadable.length} documents could not be read`);
  console.log(`${disagreements.length} disagreements in ${groups.size} groups`);
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
