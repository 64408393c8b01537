import { rulesOf } from "../../src/check/registry.ts";
import type { Rule } from "../../src/check/rule.ts";
import { type EditionId, editions } from "../../src/document/index.ts";
import type { EditionCases } from "../support/edition-cases.ts";
import type { Fingerprint, Fingerprints } from "./schematron.ts";

/** A difference between two editions, and the work that is left. */
export interface Entry {
  readonly id: string;
  /** "added", "removed", or what changed: context, test, code list, flag, text. */
  readonly changed: readonly string[];
  /** Codes added and removed. */
  readonly codes?: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /**
   * The work still to do, in words; empty if there is none. A change to the rule's text alone needs no work, because
   * our texts are our own.
   */
  readonly missing: readonly string[];
}

/** The project's progress on an edition: the edition before it, its own id, and the cases for its changes. */
export interface Done {
  readonly before: EditionId;
  /** Absent until the edition is listed in src/document/editions.ts. */
  readonly edition?: EditionId | undefined;
  readonly cases: EditionCases;
}

/** Returns the entries ordered by id. */
export function workList(before: Fingerprints, after: Fingerprints, done: Done): Entry[] {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return ids.flatMap((id) => {
    const changed = changesOf(before[id], after[id]);
    if (changed.length === 0) return [];
    const codes = codesOf(before[id], after[id]);
    return [{ id, changed, ...(codes ? { codes } : {}), missing: missingFor(id, changed, done) }];
  });
}

function changesOf(before: Fingerprint | undefined, after: Fingerprint | undefined): string[] {
  if (before === undefined) return ["added"];
  if (after === undefined) return ["removed"];
  return [
    ...(before.context === after.context ? [] : ["context"]),
    ...(before.test === after.test ? [] : ["test"]),
    ...(sameLists(before, after) ? [] : ["code list"]),
    ...(before.flag === after.flag ? [] : ["flag"]),
    ...(before.text === after.text ? [] : ["text"]),
  ];
}

function sameLists(before: Fingerprint, after: Fingerprint): boolean {
  const sorted = ({ lists }: Fingerprint): string => JSON.stringify(lists.map((codes) => codes.split(" ").sort()));
  return sorted(before) === sorted(after);
}

function codesOf(before: Fingerprint | undefined, after: Fingerprint | undefined): Entry["codes"] {
  if (!before || !after || sameLists(before, after)) return undefined;
  const [old, now] = [before, after].map(({ lists }) => new Set(lists.flatMap((codes) => codes.split(" ")))) as [
    Set<string>,
    Set<string>,
  ];
  return { added: [...now].filter((code) => !old.has(code)), removed: [...old].filter((code) => !now.has(code)) };
}

function missingFor(id: string, changed: readonly string[], { before, edition, cases }: Done): string[] {
  if (changed.every((each) => each === "text")) return [];
  if (edition === undefined) return ["the edition in src/document/editions.ts", "the rule", "cases"];
  const rule = [...rulesOf(edition).official, ...rulesOf(before).official].find((each) => each.id === id);
  const former = rule?.before?.find(({ until }) => until === before);
  const hasRule = has(changed, rule, before, edition) || former !== undefined;
  const needsCases = former?.same === undefined;
  return [...(hasRule ? [] : [wanted(changed, before, edition)]), ...(needsCases && !cases[id] ? ["cases"] : [])];
}

function has(changed: readonly string[], rule: Rule | undefined, before: EditionId, edition: EditionId): boolean {
  if (changed.includes("added")) return rule?.since === edition;
  return changed.includes("removed") && rule?.until === before;
}

function wanted(changed: readonly string[], before: EditionId, edition: EditionId): string {
  if (changed.includes("added")) return `a rule with since: "${edition}"`;
  if (changed.includes("removed")) return `until: "${before}" on the rule`;
  return `how ${before} asked it (before: [{ until: "${before}", … }])`;
}

/** Returns the edition published before this one; for an unknown edition, the newest. */
export function editionBefore(id: string | undefined): EditionId {
  const at = editions.findIndex((each) => each.id === id);
  const found = at < 0 ? editions.at(-1) : editions[at - 1];
  if (found === undefined) throw new Error(`There is no edition before ${id}.`);
  return found.id;
}
